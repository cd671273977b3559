-- A pupil. Enrolments in schools and classes are in tenant.enrolment.
create table tenant.student (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  person_id       uuid not null,
  -- Current or last school.
  org_id          uuid not null,
  status          text not null check (status in ('studying', 'suspended', 'transferred', 'graduated', 'completed',
                    'left-early', 'withdrawn', 'expelled', 'died')),
  -- 全国学籍号: G, L or J and the ID number, so it is as confidential as that.
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
  -- Birthday, household register, address, other documents: one encrypted text.
  private         bytea,
  ic_card         bytea,
  version         int not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- Start of the transaction that last changed the row.
  changed_at      timestamptz not null default now(),
  -- Login name on the activation slip: letters of the school and random characters, never a number of the child. It
  -- stays the same when the slip is printed again.
  login_name      text check (login_name ~ '^[a-z][a-z0-9._-]{3,29}$'),
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  check ((student_no is null) = (student_no_hash is null))
);
-- one pupil per person, whatever the schools
create unique index student_person on tenant.student (district_id, person_id);
create unique index student_number on tenant.student (district_id, student_no_hash);
create unique index student_school_no on tenant.student (district_id, org_id, school_no) where school_no <> '';
-- search by the beginning of the 校内学号 (collation "C", because its comparisons are leakproof)
create index student_by_school_no on tenant.student (district_id, school_no collate "C") where school_no <> '';
-- pupils of a whole district by day of entry
create index student_entered on tenant.student (district_id, entered_on, id);
-- pupils of a whole district with a rare attribute
create index student_boarding on tenant.student (district_id, id) where is_boarding;
create index student_special on tenant.student (district_id, id) where is_special;
-- former pupils, in list order
create index student_past on tenant.student (district_id, org_id, status, id) where status not in ('studying', 'suspended');
-- pupils of a school, with or without a class
create index student_org on tenant.student (district_id, org_id, status);
-- pupil of a login name
create unique index student_login_name on tenant.student (district_id, login_name) where login_name is not null;
alter table tenant.student enable row level security;
alter table tenant.student force row level security;
create policy own_district on tenant.student using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student to portal_app;

-- Enrolment of a pupil with first and last day: school, grade, class. No two enrolments of a pupil overlap.
create table tenant.enrolment (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  student_id  uuid not null,
  org_id      uuid not null,
  grade_id    uuid not null,
  -- Null before the pupil is assigned to a class, and during 休学.
  class_id    uuid,
  status      text not null default 'studying' check (status in ('studying', 'suspended')),
  seat_no     smallint check (seat_no > 0),
  valid       daterange not null check (not isempty(valid)),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  constraint enrolment_no_overlap exclude using gist (district_id with =, student_id with =, valid with &&)
);
-- pupils of a class on a day, in the order of their seats
create index enrolment_class on tenant.enrolment (district_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- pupils of a school on a day
create index enrolment_org on tenant.enrolment (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- suspended pupils, in list order
create index enrolment_suspended on tenant.enrolment (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, begins_on, over_on) where status = 'suspended';
-- enrolments ended since yesterday
create index enrolment_over on tenant.enrolment (district_id, over_on) where over_on is not null;
-- enrolments of a pupil
create index enrolment_student on tenant.enrolment (district_id, student_id, begins_on);
alter table tenant.enrolment enable row level security;
alter table tenant.enrolment force row level security;
create policy own_district on tenant.enrolment using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.enrolment to portal_app;

-- 学籍异动: enrolment changes of a pupil. The enrolments follow from them.
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
  -- Encrypted, because people write names and illnesses into it.
  reason        bytea,
  -- The year change or class merge to which the change belongs.
  plan_id       uuid,
  by_person_id  uuid not null,
  created_at    timestamptz not null,
  undone_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id)
);
-- history of a pupil
create index student_change_student on tenant.student_change (district_id, student_id, happens_on);
-- changes of a school: departures, arrivals
create index student_change_from on tenant.student_change (district_id, from_org_id, created_at desc);
create index student_change_to on tenant.student_change (district_id, to_org_id, created_at desc);
create index student_change_list on tenant.student_change (district_id, created_at desc, id desc);
-- changes of a class
create index student_change_from_class on tenant.student_change (district_id, from_class_id) where from_class_id is not null;
create index student_change_to_class on tenant.student_change (district_id, to_class_id) where to_class_id is not null;
create index student_change_plan on tenant.student_change (district_id, plan_id) where plan_id is not null;
alter table tenant.student_change enable row level security;
alter table tenant.student_change force row level security;
create policy own_district on tenant.student_change using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_change to portal_app;

-- Transfer request: a school requests a pupil of another school; that school or the district approves. Then the
-- enrolment changes.
create table tenant.student_transfer (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  -- Null if no such pupil exists: the requester sees the same in both cases.
  student_id     uuid,
  from_org_id    uuid,
  -- The name as typed, encrypted.
  requested_name bytea not null,
  to_org_id      uuid not null,
  to_grade_id    uuid not null,
  to_class_id    uuid,
  happens_on     date not null,
  status         text not null check (status in ('requested', 'agreed', 'refused', 'withdrawn')),
  reason         bytea not null,
  opinion        bytea,
  by_person_id   uuid not null,
  decided_by     uuid,
  created_at     timestamptz not null,
  decided_at     timestamptz,
  primary key (district_id, id),
  check ((student_id is null) = (from_org_id is null)),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, from_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_org_id) references tenant.organisation (district_id, id)
);
-- one open request per pupil
create unique index student_transfer_open on tenant.student_transfer (district_id, student_id) where status = 'requested';
create index student_transfer_from on tenant.student_transfer (district_id, from_org_id, created_at desc);
create index student_transfer_to on tenant.student_transfer (district_id, to_org_id, created_at desc);
create index student_transfer_list on tenant.student_transfer (district_id, created_at desc, id desc);
alter table tenant.student_transfer enable row level security;
alter table tenant.student_transfer force row level security;
create policy own_district on tenant.student_transfer using (district_id = tenant.current_district());
grant select, insert, update on tenant.student_transfer to portal_app;

-- Pupils of a free teaching group; those of a class group are the pupils of the class.
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

create view tenant.v_enrolment with (security_invoker = true) as
  select district_id, id, student_id, org_id, grade_id, class_id, status, seat_no, valid, begins_on, over_on from tenant.enrolment;
grant select on tenant.v_enrolment to portal_app;

-- A guardian: the identity with userType 2. The children are in guardian_link.
create table tenant.guardian (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  person_id   uuid not null,
  -- The number verified by SMS code; a number entered by the school verifies nothing.
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

-- A guardian of a pupil as listed by the school; once bound, also the guardian's identity.
create table tenant.guardian_link (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  student_id      uuid not null,
  -- Null until bound.
  guardian_id     uuid,
  name            text not null check (length(name) between 1 and 50),
  -- 1 父亲 2 母亲 3 祖父母 4 外祖父母 5 其他监护人 9 其他联系人
  relation        smallint not null check (relation in (1, 2, 3, 4, 5, 9)),
  phone           bytea,
  phone_hash      bytea,
  phone_tail_hash bytea,
  is_primary      boolean not null default false,
  -- Emergency contact.
  is_emergency    boolean not null default false,
  -- The number was entered by the school: its owner may bind. A number entered by a family cannot be used to bind.
  is_from_school  boolean not null default true,
  -- 监护限制, encrypted; `may_see` is derived from it.
  restriction     bytea,
  may_see         boolean not null default true,
  -- listed: on the roster; pending: waits for the class teacher; active: bound; ended: unbound.
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
-- guardians of a pupil; children of a guardian; owner of a phone number
create index guardian_link_student on tenant.guardian_link (district_id, student_id, sort);
create unique index guardian_link_guardian on tenant.guardian_link (district_id, guardian_id, student_id) where status in ('pending', 'active');
create index guardian_link_phone on tenant.guardian_link (district_id, phone_hash);
-- bindings that wait for the class teacher
create index guardian_link_pending on tenant.guardian_link (district_id, created_at) where status = 'pending';
create index guardian_link_tail on tenant.guardian_link (district_id, phone_tail_hash);
alter table tenant.guardian_link enable row level security;
alter table tenant.guardian_link force row level security;
create policy own_district on tenant.guardian_link using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.guardian_link to portal_app;

-- Class code: guardians of a class bind themselves with it and with what they know about their child.
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

-- Activation code on a pupil's slip, to open the account or to reset the password. Valid once.
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

-- Consents of a family, given or withdrawn: append-only. The last row of a purpose counts.
create table tenant.consent (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  student_id   uuid not null,
  purpose      text not null check (purpose in ('face', 'image-public', 'health', 'location', 'cross-app')),
  version      int not null,
  state        text not null check (state in ('agreed', 'withdrawn')),
  -- The bound guardian; null for consent on paper.
  link_id      uuid,
  by_person_id uuid not null,
  channel      text not null check (channel in ('app', 'paper')),
  file_id      uuid,
  created_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, link_id) references tenant.guardian_link (district_id, id)
);
-- current consents of a pupil
create index consent_student on tenant.consent (district_id, student_id, purpose, created_at desc);
-- foreign key check when a guardian_link is deleted
create index consent_link on tenant.consent (district_id, link_id) where link_id is not null;
alter table tenant.consent enable row level security;
alter table tenant.consent force row level security;
create policy own_district on tenant.consent using (district_id = tenant.current_district());
grant select, insert on tenant.consent to portal_app;

-- Versions of agreements accepted by a person, for herself or for a child.
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

-- Face photo of a pupil for terminals. The image itself is encrypted in a bucket of its own.
create table tenant.student_face (
  district_id  int not null default tenant.current_district(),
  student_id   uuid not null,
  status       text not null check (status in ('waiting', 'passed', 'refused', 'withdrawn')),
  -- Null if the image was deleted.
  object_key   text,
  -- Width, height, sharpness, brightness; and the checksum of the upload.
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
-- images in the bucket, compared every night
create index student_face_kept on tenant.student_face (district_id, object_key) where object_key is not null;
alter table tenant.student_face enable row level security;
alter table tenant.student_face force row level security;
create policy own_district on tenant.student_face using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_face to portal_app;

-- Orders to the terminals of a school: one open row per pupil, the last order counts. Terminals answer once they are
-- registered.
create table tenant.face_order (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  student_id  uuid not null,
  kind        text not null check (kind in ('put', 'delete')),
  -- waiting: no terminal has answered; done: all have; replaced: a later order counts.
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

-- Year change of a school: previewed, then applied in one transaction, and exactly undone within seven days on demand.
create table tenant.year_plan (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  -- The year that begins.
  school_year  smallint not null,
  status       text not null check (status in ('draft', 'applied', 'undone')),
  -- Last day, classes of the new grade, decisions per pupil.
  input        jsonb not null,
  -- Counts of the preview and of the result.
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

-- Rows before the year change, to restore them exactly; null for a row that it created.
create table tenant.year_plan_row (
  district_id int not null default tenant.current_district(),
  plan_id     uuid not null,
  kind        text not null check (kind in ('student', 'enrolment', 'grade', 'class')),
  row_id      uuid not null,
  before      jsonb,
  -- To detect later changes; null for a row that it deleted.
  after       jsonb,
  primary key (district_id, plan_id, kind, row_id),
  foreign key (district_id, plan_id) references tenant.year_plan (district_id, id)
);
alter table tenant.year_plan_row enable row level security;
alter table tenant.year_plan_row force row level security;
create policy own_district on tenant.year_plan_row using (district_id = tenant.current_district());
grant select, insert, delete on tenant.year_plan_row to portal_app;

-- An uploaded zip of face photos and its progress. The parts are encrypted in the face bucket until processed; the
-- outcome is kept for seven days.
create table tenant.face_zip (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  person_id   uuid not null,
  bytes       int not null check (bytes > 0),
  -- Null until the upload is complete.
  task_id     uuid,
  -- Processed entries, to continue after a crash.
  done        int not null default 0,
  accepted    int not null default 0,
  -- Encrypted, because file names are pupil numbers.
  outcome     bytea,
  ended_at    timestamptz,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- the upload of a task; cleanup of old uploads
create unique index face_zip_task on tenant.face_zip (district_id, task_id) where task_id is not null;
create index face_zip_age on tenant.face_zip (district_id, created_at);
alter table tenant.face_zip enable row level security;
alter table tenant.face_zip force row level security;
create policy own_district on tenant.face_zip using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.face_zip to portal_app;

-- Bindings that wait for the confirmation of the school.
create view tenant.v_open_binding with (security_invoker = true) as
  select l.district_id, l.id, s.org_id
  from tenant.guardian_link l
  join tenant.student s on s.district_id = l.district_id and s.id = l.student_id
  where l.status = 'pending';
grant select on tenant.v_open_binding to portal_app;
