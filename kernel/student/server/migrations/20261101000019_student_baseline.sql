-- A pupil: a person of the district who learns at one of its schools. Where and since when stands in student_place.
create table tenant.student (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  person_id       uuid not null,
  -- the school now, or the last one
  org_id          uuid not null,
  status          text not null check (status in ('studying', 'suspended', 'transferred', 'graduated', 'completed',
                    'left-early', 'withdrawn', 'expelled', 'died')),
  -- 全国学籍号: G, L or J and the ID number, so it is as secret as that
  student_no      bytea,
  student_no_hash bytea,
  -- 校内学号
  school_no       text not null default '' check (length(school_no) <= 30),
  id_kind         text not null default 'id-card' check (id_kind in ('id-card', 'passport', 'hong-kong-macao', 'taiwan', 'none')),
  nation          text not null default '' check (nation ~ '^(0[1-9]|[1-4]\d|5[0-6])?$'),
  entered_on      date,
  is_boarding     boolean not null default false,
  -- 随班就读
  is_special      boolean not null default false,
  -- birthday, household register, address, other papers: one encrypted text
  private         bytea,
  ic_card         bytea,
  version         int not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- the start of the transaction that changed it last
  changed_at      timestamptz not null default now(),
  -- The name on a pupil's slip: letters of the school and signs by chance, never a number of the child. Printed again it is
  -- the same.
  login_name      text check (login_name ~ '^[a-z][a-z0-9._-]{3,29}$'),
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  check ((student_no is null) = (student_no_hash is null))
);
-- one human is one pupil, whatever schools there were
create unique index student_person on tenant.student (district_id, person_id);
create unique index student_number on tenant.student (district_id, student_no_hash);
create unique index student_school_no on tenant.student (district_id, org_id, school_no) where school_no <> '';
create index student_by_school_no on tenant.student (district_id, school_no collate "C") where school_no <> '';
-- the list of a whole district by the day on which they came
create index student_entered on tenant.student (district_id, entered_on, id);
-- the few of a whole district of whom something special is asked
create index student_boarding on tenant.student (district_id, id) where is_boarding;
create index student_special on tenant.student (district_id, id) where is_special;
-- those who have left, in the order of their list
create index student_past on tenant.student (district_id, org_id, status, id) where status not in ('studying', 'suspended');
-- the pupils of a school, whether or not they are in a class
create index student_org on tenant.student (district_id, org_id, status);
-- whose slip this is; unique among those who have one
create unique index student_login_name on tenant.student (district_id, login_name) where login_name is not null;
alter table tenant.student enable row level security;
alter table tenant.student force row level security;
create policy own_district on tenant.student using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student to portal_app;

-- Where a pupil is, from a day until a day: school, grade, class. One row for each stay; never two on one day.
create table tenant.student_place (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  student_id  uuid not null,
  org_id      uuid not null,
  grade_id    uuid not null,
  -- null while nobody has put the pupil into a class, and during 休学
  class_id    uuid,
  status      text not null default 'studying' check (status in ('studying', 'suspended')),
  seat_no     smallint check (seat_no > 0),
  valid       daterange not null check (not isempty(valid)),
  -- The first day, and the first day when it is over: behind the wall an index is asked by plain columns only.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  constraint student_place_no_overlap exclude using gist (district_id with =, student_id with =, valid with &&)
);
-- the pupils of a class on a day, in the order of their seats
create index student_place_class on tenant.student_place (district_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- the pupils of a school on a day
create index student_place_org on tenant.student_place (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- who is on leave, in the order of the list
create index student_place_suspended on tenant.student_place (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, begins_on, over_on) where status = 'suspended';
-- who has left since yesterday
create index student_place_over on tenant.student_place (district_id, over_on) where over_on is not null;
-- where a pupil was
create index student_place_student on tenant.student_place (district_id, student_id, begins_on);
alter table tenant.student_place enable row level security;
alter table tenant.student_place force row level security;
create policy own_district on tenant.student_place using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_place to portal_app;

-- 学籍异动: what happened to a pupil on a day. The places follow from it.
create table tenant.student_change (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  student_id    uuid not null,
  type          text not null check (type in ('enrol', 'transfer-in', 'transfer-out', 'suspend', 'resume', 'repeat', 'skip',
                  'move', 'merge', 'withdraw', 'expel', 'die', 'graduate', 'complete', 'leave-early')),
  happens_on    date not null,
  from_org_id   uuid,
  from_class_id uuid,
  to_org_id     uuid,
  to_class_id   uuid,
  -- people write names and illnesses into it
  reason        bytea,
  -- of a year change or a class merge: all of them together
  plan_id       uuid,
  by_person_id  uuid not null,
  created_at    timestamptz not null,
  undone_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id)
);
-- the history of one pupil
create index student_change_student on tenant.student_change (district_id, student_id, happens_on);
-- the list of a school: those that left it, those that came
create index student_change_from on tenant.student_change (district_id, from_org_id, created_at desc);
create index student_change_to on tenant.student_change (district_id, to_org_id, created_at desc);
create index student_change_list on tenant.student_change (district_id, created_at desc, id desc);
-- the list of a class teacher
create index student_change_from_class on tenant.student_change (district_id, from_class_id) where from_class_id is not null;
create index student_change_to_class on tenant.student_change (district_id, to_class_id) where to_class_id is not null;
create index student_change_plan on tenant.student_change (district_id, plan_id) where plan_id is not null;
alter table tenant.student_change enable row level security;
alter table tenant.student_change force row level security;
create policy own_district on tenant.student_change using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_change to portal_app;

-- A school asks for a pupil of another one; that one, or the district, agrees. Then the places change.
create table tenant.student_transfer (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  -- null where there is no such pupil: whoever asked sees the same in both cases
  student_id   uuid,
  from_org_id  uuid,
  -- the name as it was asked for
  asked_name   bytea not null,
  to_org_id    uuid not null,
  to_grade_id  uuid not null,
  to_class_id  uuid,
  happens_on   date not null,
  status       text not null check (status in ('asked', 'agreed', 'refused', 'withdrawn')),
  reason       bytea not null,
  opinion      bytea,
  by_person_id uuid not null,
  decided_by   uuid,
  created_at   timestamptz not null,
  decided_at   timestamptz,
  primary key (district_id, id),
  check ((student_id is null) = (from_org_id is null)),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, from_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_org_id) references tenant.organisation (district_id, id)
);
-- one at a time for each pupil
create unique index student_transfer_open on tenant.student_transfer (district_id, student_id) where status = 'asked';
create index student_transfer_from on tenant.student_transfer (district_id, from_org_id, created_at desc);
create index student_transfer_to on tenant.student_transfer (district_id, to_org_id, created_at desc);
create index student_transfer_list on tenant.student_transfer (district_id, created_at desc, id desc);
alter table tenant.student_transfer enable row level security;
alter table tenant.student_transfer force row level security;
create policy own_district on tenant.student_transfer using (district_id = tenant.current_district());
grant select, insert, update on tenant.student_transfer to portal_app;

-- The pupils of a free teaching group; those of a class's group are the class's.
create table tenant.group_member (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  group_id    uuid not null,
  student_id  uuid not null,
  valid       daterange not null check (not isempty(valid)),
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  constraint group_member_no_overlap exclude using gist (district_id with =, group_id with =, student_id with =, valid with &&)
);
create index group_member_group on tenant.group_member (district_id, group_id, begins_on);
create index group_member_student on tenant.group_member (district_id, student_id);
alter table tenant.group_member enable row level security;
alter table tenant.group_member force row level security;
create policy own_district on tenant.group_member using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.group_member to portal_app;

create view tenant.v_student with (security_invoker = true) as
  select district_id, id, person_id, org_id, status, school_no from tenant.student;
grant select on tenant.v_student to portal_app;

create view tenant.v_student_place with (security_invoker = true) as
  select district_id, id, student_id, org_id, grade_id, class_id, status, seat_no, valid, begins_on, over_on from tenant.student_place;
grant select on tenant.v_student_place to portal_app;

-- Somebody who comes in as a guardian: the identity behind userType 2. Whose guardian stands in guardian_link.
create table tenant.guardian (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  person_id   uuid not null,
  -- the number that a code came back from: what the school writes about a person proves nothing
  phone       bytea,
  phone_hash  bytea,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  check ((phone is null) = (phone_hash is null))
);
create unique index guardian_person on tenant.guardian (district_id, person_id);
alter table tenant.guardian enable row level security;
alter table tenant.guardian force row level security;
create policy own_district on tenant.guardian using (district_id = tenant.current_district());
grant select, insert, update on tenant.guardian to portal_app;

-- A child's guardian as the school knows her; once she has bound the child to her account, also who she is here.
create table tenant.guardian_link (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  student_id      uuid not null,
  -- null until somebody has bound
  guardian_id     uuid,
  name            text not null check (length(name) between 1 and 50),
  -- 1 父亲 2 母亲 3 祖父母 4 外祖父母 5 其他监护人 9 其他联系人
  relation        smallint not null check (relation in (1, 2, 3, 4, 5, 9)),
  phone           bytea,
  phone_hash      bytea,
  phone_tail_hash bytea,
  is_primary      boolean not null default false,
  -- to be called when something happens
  is_emergency    boolean not null default false,
  -- The number was written by the school: whoever has it in hand may bind. One that a family wrote binds nobody.
  is_from_school  boolean not null default true,
  -- 监护限制, in an encrypted word; `may_see` is what follows from it
  restriction     bytea,
  may_see         boolean not null default true,
  -- listed: on the roster; pending: waits for the class teacher; active: bound; ended: unbound
  status          text not null default 'listed' check (status in ('listed', 'pending', 'active', 'ended')),
  verified_by     text check (verified_by in ('roster-phone', 'class-code', 'class-teacher', 'admission')),
  bound_at        timestamptz,
  sort            smallint not null default 0,
  version         int not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, guardian_id) references tenant.guardian (district_id, id),
  check ((phone is null) = (phone_hash is null) and (phone is null) = (phone_tail_hash is null)),
  check (status in ('listed', 'ended') or guardian_id is not null)
);
-- the guardians of a pupil; the children of a guardian; whose number this is
create index guardian_link_student on tenant.guardian_link (district_id, student_id, sort);
create unique index guardian_link_guardian on tenant.guardian_link (district_id, guardian_id, student_id) where status in ('pending', 'active');
create index guardian_link_phone on tenant.guardian_link (district_id, phone_hash);
-- who waits for the class teacher
create index guardian_link_pending on tenant.guardian_link (district_id, created_at) where status = 'pending';
create index guardian_link_tail on tenant.guardian_link (district_id, phone_tail_hash);
alter table tenant.guardian_link enable row level security;
alter table tenant.guardian_link force row level security;
create policy own_district on tenant.guardian_link using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.guardian_link to portal_app;

-- With this word, and what they know of their child, the guardians of a class bind themselves.
create table tenant.class_code (
  district_id  int not null default tenant.current_district(),
  class_id     uuid not null,
  code         bytea not null,
  code_hash    bytea not null,
  expires_at   timestamptz not null,
  by_person_id uuid not null,
  created_at   timestamptz not null,
  primary key (district_id, class_id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  constraint class_code_hash unique (district_id, code_hash)
);
alter table tenant.class_code enable row level security;
alter table tenant.class_code force row level security;
create policy own_district on tenant.class_code using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.class_code to portal_app;

-- The word on a pupil's slip, with which the account is opened or gets a new password. Used once.
create table tenant.student_activation (
  district_id  int not null default tenant.current_district(),
  student_id   uuid not null,
  code_hash    bytea not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  by_person_id uuid not null,
  created_at   timestamptz not null,
  primary key (district_id, student_id),
  foreign key (district_id, student_id) references tenant.student (district_id, id)
);
alter table tenant.student_activation enable row level security;
alter table tenant.student_activation force row level security;
create policy own_district on tenant.student_activation using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_activation to portal_app;

-- What a family has agreed to, and taken back: a ledger that only grows. The last line of a purpose counts.
create table tenant.consent (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  student_id   uuid not null,
  purpose      text not null check (purpose in ('face', 'image-public', 'health', 'location', 'cross-app')),
  version      int not null,
  state        text not null check (state in ('agreed', 'withdrawn')),
  -- who said it: a bound guardian, or on paper
  link_id      uuid,
  by_person_id uuid not null,
  channel      text not null check (channel in ('app', 'paper')),
  file_id      uuid,
  created_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, link_id) references tenant.guardian_link (district_id, id)
);
-- what counts now
create index consent_student on tenant.consent (district_id, student_id, purpose, created_at desc);
-- Whether a guardian has said something: asked, by us and by the foreign key, whenever a line of the roster is removed.
create index consent_link on tenant.consent (district_id, link_id) where link_id is not null;
alter table tenant.consent enable row level security;
alter table tenant.consent force row level security;
create policy own_district on tenant.consent using (district_id = tenant.current_district());
grant select, insert on tenant.consent to portal_app;

-- Which version of which agreement a person has accepted, for herself or for a child.
create table tenant.agreement (
  district_id int not null default tenant.current_district(),
  person_id   uuid not null,
  kind        text not null check (kind in ('user', 'privacy', 'children')),
  version     int not null,
  agreed_at   timestamptz not null,
  primary key (district_id, person_id, kind, version),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.agreement enable row level security;
alter table tenant.agreement force row level security;
create policy own_district on tenant.agreement using (district_id = tenant.current_district());
grant select, insert on tenant.agreement to portal_app;

-- The photograph that terminals know a pupil by. The picture itself lies encrypted in a bucket of its own.
create table tenant.student_face (
  district_id  int not null default tenant.current_district(),
  student_id   uuid not null,
  status       text not null check (status in ('waiting', 'passed', 'refused', 'withdrawn')),
  -- null when there is none any more
  object_key   text,
  -- what was measured: width, height, sharpness, brightness; and the sum of what came
  quality      jsonb not null default '{}',
  reason       text not null default '' check (length(reason) <= 200),
  by_person_id uuid not null,
  uploaded_at  timestamptz not null,
  decided_by   uuid,
  decided_at   timestamptz,
  version      int not null default 1,
  primary key (district_id, student_id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  check (status not in ('waiting', 'passed') or object_key is not null)
);
-- photographs that lie in the bucket: what the nightly look compares
create index student_face_kept on tenant.student_face (district_id, object_key) where object_key is not null;
alter table tenant.student_face enable row level security;
alter table tenant.student_face force row level security;
create policy own_district on tenant.student_face using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_face to portal_app;

-- What the terminals of a school are to hold: one row a pupil, the last order counts. Devices answer when they are registered.
create table tenant.face_order (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  student_id  uuid not null,
  kind        text not null check (kind in ('put', 'delete')),
  -- waiting: no terminal has answered; done: all have; replaced: a later order counts
  state       text not null default 'waiting' check (state in ('waiting', 'done', 'replaced')),
  created_at  timestamptz not null,
  done_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id)
);
create unique index face_order_waiting on tenant.face_order (district_id, org_id, student_id) where state = 'waiting';
create index face_order_student on tenant.face_order (district_id, student_id, created_at desc);
alter table tenant.face_order enable row level security;
alter table tenant.face_order force row level security;
create policy own_district on tenant.face_order using (district_id = tenant.current_district());
grant select, insert, update on tenant.face_order to portal_app;

-- A school goes into its next year: looked at first, then done in one go, and taken back to the byte within seven days.
create table tenant.year_plan (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  -- the one that begins
  school_year  smallint not null,
  status       text not null check (status in ('draft', 'applied', 'undone')),
  -- the day of leaving, classes of the new grade, decisions pupil by pupil
  wishes       jsonb not null,
  -- counts that were shown and done
  result       jsonb not null default '{}',
  by_person_id uuid not null,
  version      int not null default 1,
  created_at   timestamptz not null,
  applied_at   timestamptz,
  undone_at    timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
create unique index year_plan_once on tenant.year_plan (district_id, org_id, school_year) where status <> 'undone';
alter table tenant.year_plan enable row level security;
alter table tenant.year_plan force row level security;
create policy own_district on tenant.year_plan using (district_id = tenant.current_district());
grant select, insert, update on tenant.year_plan to portal_app;

-- What a row was before the plan, to the byte; null for one that the plan made.
create table tenant.year_plan_row (
  district_id int not null default tenant.current_district(),
  plan_id     uuid not null,
  kind        text not null check (kind in ('student', 'student-place', 'grade', 'class')),
  row_id      uuid not null,
  before      jsonb,
  -- by which it can be told whether somebody has changed it since; null for one that the plan removed
  after       jsonb,
  primary key (district_id, plan_id, kind, row_id),
  foreign key (district_id, plan_id) references tenant.year_plan (district_id, id)
);
alter table tenant.year_plan_row enable row level security;
alter table tenant.year_plan_row force row level security;
create policy own_district on tenant.year_plan_row using (district_id = tenant.current_district());
grant select, insert, delete on tenant.year_plan_row to portal_app;

-- A zip of photographs that somebody has uploaded, as far as it has been gone through. Its pieces lie sealed in the bucket
-- of the faces until then; what became of it can be read for seven days.
create table tenant.face_zip (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  person_id   uuid not null,
  bytes       int not null check (bytes > 0),
  -- null until all of it is there
  task_id     uuid,
  -- entries that are done with: whoever goes on after a crash begins behind them
  done        int not null default 0,
  accepted    int not null default 0,
  -- names of files are numbers of pupils: one encrypted text
  outcome     bytea,
  ended_at    timestamptz,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- what became of a task; what is old enough to go
create unique index face_zip_task on tenant.face_zip (district_id, task_id) where task_id is not null;
create index face_zip_age on tenant.face_zip (district_id, created_at);
alter table tenant.face_zip enable row level security;
alter table tenant.face_zip force row level security;
create policy own_district on tenant.face_zip using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.face_zip to portal_app;

-- The guardians who wait for the school to confirm them, for whoever counts them.
create view tenant.v_open_binding with (security_invoker = true) as
  select l.district_id, l.id, s.org_id
  from tenant.guardian_link l
  join tenant.student s on s.district_id = l.district_id and s.id = l.student_id
  where l.status = 'pending';
grant select on tenant.v_open_binding to portal_app;
