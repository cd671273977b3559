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
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  student_id    uuid not null,
  purpose       text not null check (purpose in ('face', 'image-public', 'health', 'location', 'cross-app')),
  version       int not null,
  state         text not null check (state in ('agreed', 'withdrawn')),
  -- who said it: a bound guardian, or on paper
  link_id       uuid,
  by_person_id  uuid not null,
  channel       text not null check (channel in ('app', 'paper')),
  file_id       uuid,
  created_at    timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, link_id) references tenant.guardian_link (district_id, id)
);
-- what counts now
create index consent_student on tenant.consent (district_id, student_id, purpose, created_at desc);
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
  district_id int not null default tenant.current_district(),
  student_id  uuid not null,
  status      text not null check (status in ('waiting', 'passed', 'refused', 'withdrawn')),
  -- null when there is none any more
  object_key  text,
  -- what was measured: width, height, sharpness, brightness; and the sum of what came
  quality     jsonb not null default '{}',
  reason      text not null default '' check (length(reason) <= 200),
  by_person_id uuid not null,
  uploaded_at timestamptz not null,
  decided_by  uuid,
  decided_at  timestamptz,
  version     int not null default 1,
  primary key (district_id, student_id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  check (status not in ('waiting', 'passed') or object_key is not null)
);
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

