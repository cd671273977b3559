-- A request about one lesson, or about two that change places.
create table tenant.cover_request (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  term_id      uuid not null,
  kind         text not null check (kind in ('substitute', 'swap', 'move', 'cancel', 'supervise', 'merge')),
  source       text not null check (source in ('sick', 'private', 'official', 'research', 'exchange', 'office')),
  -- Encrypted: it may say that somebody is ill.
  reason       bytea,
  ask_mode     text not null check (ask_mode in ('one', 'several', 'everybody', 'office')),
  status       text not null check (status in ('open', 'asking', 'agreed', 'auditing', 'effective', 'done', 'declined', 'rejected', 'recalled', 'cancelled', 'superseded', 'lapsed')),
  -- The member whose lesson it is, and who applied: the office applies for others.
  member_id    uuid not null,
  person_id    uuid not null,
  applied_by   uuid not null,
  -- The record for which she is away, and the module that knows why: teacher-leave.
  away_source  text check (length(away_source) between 1 and 40),
  away_ref     uuid,
  is_backfilled boolean not null default false,
  -- The absence ended early, or holds no more: somebody decides whether the cover does.
  is_in_doubt  boolean not null default false,
  -- Why it was cancelled, declined or rejected.
  note         text not null default '' check (length(note) <= 200),
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  effective_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  foreign key (district_id, member_id) references tenant.membership (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, applied_by) references tenant.person (district_id, id),
  check ((away_source is null) = (away_ref is null))
);
-- requests of a school
create index cover_request_org on tenant.cover_request (district_id, org_id, created_at);
-- the own requests of somebody
create index cover_request_member on tenant.cover_request (district_id, member_id, created_at);
-- requests of an absence
create index cover_request_away on tenant.cover_request (district_id, away_source, away_ref) where away_ref is not null;
-- requests that wait for somebody
create index cover_request_open on tenant.cover_request (district_id, org_id) where status in ('open', 'asking', 'agreed', 'auditing');
select tenant.wall('cover_request', 'select', 'insert', 'update');

-- What a request does to a lesson. Covering a cover is a further leg after the one before.
create table tenant.cover_leg (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  request_id   uuid not null,
  org_id       uuid not null,
  -- Of the lesson as it was: its row may be written anew when a timetable is published.
  lesson_id    uuid not null,
  group_id     uuid not null,
  class_id     uuid,
  grade_id     uuid not null,
  subject_id   uuid not null,
  day_on       date not null,
  period_id    uuid not null,
  begins       time not null,
  ends         time not null,
  -- Who gives it before, and from now on.
  from_id      uuid,
  to_id        uuid,
  to_day_on    date,
  to_period_id uuid,
  to_begins    time,
  to_ends      time,
  -- All that has to be written back if it is cancelled.
  before       jsonb not null,
  previous_id  uuid,
  chain_no     smallint not null default 1 check (chain_no between 1 and 3),
  -- Hundredths of a lesson.
  credit       int not null default 0 check (credit between 0 and 1000),
  credit_kind  text check (credit_kind in ('same', 'other', 'supervise', 'merge')),
  -- pending: asked for · current: in force · ended: neither
  state        text not null check (state in ('pending', 'current', 'ended')),
  completed_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, request_id) references tenant.cover_request (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, subject_id) references tenant.subject (district_id, id),
  foreign key (district_id, from_id) references tenant.membership (district_id, id),
  foreign key (district_id, to_id) references tenant.membership (district_id, id),
  foreign key (district_id, previous_id) references tenant.cover_leg (district_id, id)
);
-- the legs of a request
create index cover_leg_request on tenant.cover_leg (district_id, request_id);
-- of a lesson one cover holds
create unique index cover_leg_current on tenant.cover_leg (district_id, lesson_id) where state = 'current';
-- and one is asked for
create unique index cover_leg_pending on tenant.cover_leg (district_id, lesson_id) where state = 'pending';
-- covers of a school by day
create index cover_leg_day on tenant.cover_leg (district_id, org_id, day_on desc, id);
-- covers that somebody gives
create index cover_leg_to on tenant.cover_leg (district_id, to_id, day_on) where to_id is not null;
-- covers that somebody needed
create index cover_leg_from on tenant.cover_leg (district_id, from_id, day_on) where from_id is not null;
-- foreign key checks
create index cover_leg_previous on tenant.cover_leg (district_id, previous_id) where previous_id is not null;
create index cover_leg_group on tenant.cover_leg (district_id, group_id);
create index cover_leg_class on tenant.cover_leg (district_id, class_id) where class_id is not null;
-- covers in force that have to be completed
create index cover_leg_open on tenant.cover_leg (district_id, day_on) where state = 'current' and completed_at is null;
select tenant.wall('cover_leg', 'select', 'insert', 'update');

-- Whom a request asks.
create table tenant.cover_ask (
  district_id int not null default tenant.current_district(),
  request_id  uuid not null,
  member_id   uuid not null,
  person_id   uuid not null,
  answer      text not null default 'waiting' check (answer in ('waiting', 'yes', 'no', 'late')),
  note        text not null default '' check (length(note) <= 200),
  asked_at    timestamptz not null,
  answered_at timestamptz,
  primary key (district_id, request_id, member_id),
  foreign key (district_id, request_id) references tenant.cover_request (district_id, id),
  foreign key (district_id, member_id) references tenant.membership (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
-- what somebody is asked
create index cover_ask_member on tenant.cover_ask (district_id, member_id, asked_at);
select tenant.wall('cover_ask', 'select', 'insert', 'update');

-- What a lesson that was given counts. Rows are never changed or deleted: a correction is a row of its own.
create table tenant.duty_credit (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  member_id   uuid not null,
  person_id   uuid not null,
  -- Null: a correction by hand.
  leg_id      uuid,
  day_on      date not null,
  -- The month in which it is paid: the first of it.
  month_on    date not null check (extract(day from month_on) = 1),
  kind        text not null check (kind in ('same', 'other', 'supervise', 'merge')),
  hundredths  int not null check (hundredths <> 0),
  reverses_id uuid,
  note        text not null default '' check (length(note) <= 200),
  created_by  uuid,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, member_id) references tenant.membership (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, leg_id) references tenant.cover_leg (district_id, id),
  foreign key (district_id, reverses_id) references tenant.duty_credit (district_id, id),
  foreign key (district_id, created_by) references tenant.person (district_id, id)
);
-- a leg counts once, and is taken back once
create unique index duty_credit_leg on tenant.duty_credit (district_id, leg_id) where reverses_id is null and leg_id is not null;
create unique index duty_credit_reversal on tenant.duty_credit (district_id, reverses_id) where reverses_id is not null;
-- the pay list of a month
create index duty_credit_month on tenant.duty_credit (district_id, org_id, month_on);
-- what somebody has
create index duty_credit_member on tenant.duty_credit (district_id, member_id, month_on);
select tenant.wall('duty_credit', 'select', 'insert');
-- Only a merge of two people or two schools: what was earned and when stays.
grant update (org_id, member_id, person_id, month_on) on tenant.duty_credit to portal_app;

-- A month of a school that is settled: its credits stay as they are.
create table tenant.cover_month (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  month_on    date not null check (extract(day from month_on) = 1),
  settled_by  uuid not null,
  settled_at  timestamptz not null,
  -- What was paid, for whoever compares.
  hundredths  int not null,
  primary key (district_id, org_id, month_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, settled_by) references tenant.person (district_id, id)
);
select tenant.wall('cover_month', 'select', 'insert');

-- One row a leg, with what its lists are searched by. In a swap each keeps the own lesson: the partner is in the other leg.
create view tenant.v_cover_record with (security_invoker = true) as
  select l.district_id, l.id, l.request_id, l.org_id, r.term_id, r.kind, r.source, r.ask_mode, r.status, r.is_backfilled, r.is_in_doubt,
    l.lesson_id, l.group_id, l.class_id, l.grade_id, l.subject_id, l.day_on, l.period_id, l.begins, l.ends, l.from_id, l.to_id,
    l.to_day_on, l.to_period_id, l.to_begins, l.chain_no, l.previous_id, l.credit, l.credit_kind, l.completed_at,
    r.created_at, r.updated_at, r.effective_at, l.state, g.name as group_name, f.person_id as from_person_id,
    case when r.kind = 'swap' then (
      select m.person_id from tenant.cover_leg o
      join tenant.v_membership m on m.district_id = o.district_id and m.id = o.from_id
      where o.district_id = l.district_id and o.request_id = l.request_id and o.id <> l.id limit 1)
    else e.person_id end as to_person_id
  from tenant.cover_leg l
  join tenant.cover_request r on r.district_id = l.district_id and r.id = l.request_id
  left join tenant.v_teaching_group g on g.district_id = l.district_id and g.id = l.group_id
  left join tenant.v_membership f on f.district_id = l.district_id and f.id = l.from_id
  left join tenant.v_membership e on e.district_id = l.district_id and e.id = l.to_id;
grant select on tenant.v_cover_record to portal_app;
