-- A version of the timetable of a school in a term. A published version holds from its day until the day of the next one.
create table tenant.timetable (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  term_id      uuid not null,
  name         text not null check (length(name) between 1 and 40),
  status       text not null check (status in ('draft', 'published', 'archived')),
  -- The version of the draft that was checked without a conflict.
  checked_version int,
  effective_on date,
  published_at timestamptz,
  published_by uuid,
  version      int not null default 1,
  created_by   uuid not null,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  foreign key (district_id, published_by) references tenant.person (district_id, id),
  foreign key (district_id, created_by) references tenant.person (district_id, id),
  check ((status = 'published') <= (effective_on is not null))
);
-- versions of a school in a term
create index timetable_org on tenant.timetable (district_id, org_id, term_id, created_at);
-- one version of a school begins on a day
create unique index timetable_effective on tenant.timetable (district_id, org_id, effective_on) where status = 'published';
select tenant.wall('timetable', 'select', 'insert', 'update', 'delete');

-- A lesson of a week in a version. Without a weekday it waits for a place.
create table tenant.timetable_slot (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  timetable_id uuid not null,
  group_id     uuid not null,
  weekday      smallint check (weekday between 1 and 7),
  -- The identity of the period, which is the same in all period schemes of the school.
  period_id    uuid,
  week_rule    text not null check (week_rule in ('every', 'odd', 'even', 'listed')),
  weeks        smallint[] not null default '{}',
  room_id      uuid,
  -- Empty: the teachers of the group on the day.
  teacher_ids  uuid[] not null default '{}',
  is_locked    boolean not null default false,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, timetable_id) references tenant.timetable (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, room_id) references tenant.room (district_id, id),
  check ((weekday is null) = (period_id is null)),
  check ((week_rule = 'listed') = (cardinality(weeks) > 0))
);
-- lessons of a version
create index timetable_slot_timetable on tenant.timetable_slot (district_id, timetable_id);
-- lessons of a group, when the group or its class is deleted
create index timetable_slot_group on tenant.timetable_slot (district_id, group_id);
-- periods with lessons
create index timetable_slot_period on tenant.timetable_slot (district_id, period_id) where period_id is not null;
select tenant.wall('timetable_slot', 'select', 'insert', 'update', 'delete');

-- What the timetables of a school in a term have to respect.
create table tenant.timetable_rule (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  term_id     uuid not null,
  rule        jsonb not null,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id)
);
-- rules of a school in a term
create index timetable_rule_org on tenant.timetable_rule (district_id, org_id, term_id, created_at);
select tenant.wall('timetable_rule', 'select', 'insert', 'update', 'delete');

-- A run of the solver.
create table tenant.timetable_run (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  term_id      uuid not null,
  -- The draft with the locked lessons.
  timetable_id uuid not null,
  status       text not null check (status in ('waiting', 'running', 'solved', 'partial', 'refused', 'failed', 'stopped')),
  seconds      smallint not null check (seconds between 5 and 600),
  drafts       smallint not null check (drafts between 1 and 3),
  -- What the check before the run found, what is difficult, and the drafts with their seeds and unplaced lessons.
  report       jsonb not null default '{}',
  task_id      uuid,
  created_by   uuid not null,
  created_at   timestamptz not null,
  ended_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  foreign key (district_id, timetable_id) references tenant.timetable (district_id, id) on delete cascade,
  foreign key (district_id, created_by) references tenant.person (district_id, id)
);
-- runs of a draft, and its deletion
create index timetable_run_timetable on tenant.timetable_run (district_id, timetable_id, created_at);
select tenant.wall('timetable_run', 'select', 'insert', 'update', 'delete');

-- A lesson of a day, written when a timetable is published.
create table tenant.lesson (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  timetable_id uuid not null,
  -- Null: a lesson that was added by hand.
  slot_id      uuid,
  group_id     uuid not null,
  day_on       date not null,
  -- The day for which it was planned: a lesson that was moved by hand is not planned there again.
  slot_on      date not null,
  period_id    uuid not null,
  begins       time not null,
  ends         time not null,
  room_id      uuid,
  teacher_ids  uuid[] not null default '{}',
  status       text not null check (status in ('planned', 'changed', 'cancelled')),
  -- Who changed this lesson by hand; publishing and recounting leave it alone.
  changed_by   text check (length(changed_by) between 1 and 40),
  remark       text not null default '' check (length(remark) <= 60),
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, timetable_id) references tenant.timetable (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, room_id) references tenant.room (district_id, id),
  constraint lesson_once unique (district_id, slot_id, slot_on),
  check (begins < ends),
  check ((status = 'planned') = (changed_by is null))
);
-- lessons of a school on some days
create index lesson_org on tenant.lesson (district_id, org_id, day_on);
-- lessons that were moved away from some days
create index lesson_moved on tenant.lesson (district_id, org_id, slot_on) where slot_on <> day_on;
-- lessons of groups on some days: a class, a pupil
create index lesson_group on tenant.lesson (district_id, group_id, day_on);
-- lessons of a version, when it is archived
create index lesson_timetable on tenant.lesson (district_id, timetable_id);
select tenant.wall('lesson', 'select', 'insert', 'update', 'delete');

create view tenant.v_lesson with (security_invoker = true) as
  select district_id, id, org_id, group_id, day_on, period_id, begins, ends, room_id, teacher_ids, status, remark
  from tenant.lesson;
grant select on tenant.v_lesson to portal_app;
