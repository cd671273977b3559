-- A person's place in an organisation, from a day until a day. It is the "user" of the wire: roles and tasks hang on it.
create table tenant.membership (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  person_id      uuid not null,
  org_id         uuid not null,
  department_id  uuid,
  user_type      text not null check (user_type in ('teacher', 'worker', 'bureau', 'external')),
  post           text not null default '' check (length(post) <= 50),
  is_main        boolean not null default true,
  valid          daterange not null check (not isempty(valid)),
  sort           int not null default 0,
  version        int not null default 1,
  created_at     timestamptz not null,
  updated_at     timestamptz not null,
  -- Spared the second step by an administrator: somebody without a phone of their own.
  no_second_step boolean not null default false,
  number         text not null default '' check (length(number) <= 30),
  subject        text not null default '' check (length(subject) <= 50),
  worker_type    smallint check (worker_type between 1 and 8),
  office_phone   text not null default '' check (length(office_phone) <= 30),
  remark         text not null default '' check (length(remark) <= 500),
  flag           int not null default 0,
  ic_card        bytea,
  -- Sent away for a while by those who run the place: nobody comes in by it, and it still counts.
  is_suspended   boolean not null default false,
  -- When something changed that users/get tells: the start of the transaction that changed it.
  changed_at     timestamptz not null default now(),
  -- The first day, and the first day when it is over: behind the wall an index is asked by plain columns only.
  begins_on      date not null generated always as (lower(valid)) stored,
  over_on        date generated always as (upper(valid)) stored,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, department_id) references tenant.organisation (district_id, id),
  -- Nobody is twice in the same place at the same time.
  constraint membership_no_overlap exclude using gist (
    district_id with =, person_id with =, org_id with =,
    (coalesce(department_id, '00000000-0000-0000-0000-000000000000')) with =, valid with &&
  ),
  constraint membership_flag check (flag between 0 and 9)
);
-- sign-in: the places of one person
create index membership_person on tenant.membership (district_id, person_id);
-- the members of an organisation, and counting them
create index membership_org on tenant.membership (district_id, org_id, sort, id);
-- the staff of a whole district in the order of the list, with what a filter asks
create index membership_list on tenant.membership (district_id, sort, id)
  include (org_id, department_id, person_id, user_type, worker_type, is_suspended, begins_on, over_on, number);
-- the staff of a department
create index membership_department on tenant.membership (district_id, department_id, sort, id);
-- users/get: what changed since, and what began or ended by its date since
create index membership_changed on tenant.membership (district_id, changed_at) include (id);
create index membership_begins on tenant.membership (district_id, begins_on) include (id);
create index membership_ends on tenant.membership (district_id, over_on) include (id);
alter table tenant.membership enable row level security;
alter table tenant.membership force row level security;
create policy own_district on tenant.membership using (district_id = tenant.current_district());
-- An import that is taken back takes its places with it.
grant select, insert, update, delete on tenant.membership to portal_app;

create view tenant.v_membership with (security_invoker = true) as
  select district_id, id, person_id, org_id, department_id, user_type, post, is_main, valid,
         is_suspended, sort, number, subject, office_phone
  from tenant.membership;
grant select on tenant.v_membership to portal_app;

-- What is known of somebody as a member of staff, wherever the places are. What is private is one encrypted text.
create table tenant.staff_file (
  district_id      int not null default tenant.current_district(),
  person_id        uuid not null,
  nation           text not null default '' check (nation ~ '^(0[1-9]|[1-4]\d|5[0-6])?$'),
  teacher_level    text not null default '' check (length(teacher_level) <= 30),
  diploma          text not null default '' check (length(diploma) <= 30),
  graduate_school  text not null default '' check (length(graduate_school) <= 100),
  specialty        text not null default '' check (length(specialty) <= 100),
  working_since_on date,
  -- birthday, email, address, resume, qq, other phone, licence
  private          bytea,
  updated_at       timestamptz not null,
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.staff_file enable row level security;
alter table tenant.staff_file force row level security;
create policy own_district on tenant.staff_file using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.staff_file to portal_app;

-- Which field of somebody was what before: one row a field that an administrator changed. The values are encrypted.
create table tenant.staff_field_change (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  person_id     uuid not null,
  -- null for what belongs to the person and not to one place
  membership_id uuid,
  field         text not null,
  before        bytea not null,
  after         bytea not null,
  by_person_id  uuid not null,
  changed_at    timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id)
);
-- the history of one person, newest first
create index staff_field_change_person on tenant.staff_field_change (district_id, person_id, changed_at desc);
-- whether anything refers to a place that is to be removed
create index staff_field_change_place on tenant.staff_field_change (district_id, membership_id) where membership_id is not null;
alter table tenant.staff_field_change enable row level security;
alter table tenant.staff_field_change force row level security;
create policy own_district on tenant.staff_field_change using (district_id = tenant.current_district());
grant select, insert on tenant.staff_field_change to portal_app;

-- Somebody is to come, to go or to move, from a day on: asked for, agreed to by the one that gives, then by the one that receives.
create table tenant.staff_change (
  district_id        int not null default tenant.current_district(),
  id                 uuid not null,
  type               smallint not null check (type between 1 and 4),
  status             smallint not null check (status between 0 and 4),
  -- A school asks for somebody of whom it has nothing but a name and an ID number; the one where the person works decides.
  -- What was typed is kept, because until then it is all that the asker is shown. With whose number it was nobody is told
  -- either: a request that leads to nobody is kept in the same way, without a person.
  person_id          uuid,
  -- the place that it begins with; null for somebody who asks to join by a code
  membership_id      uuid,
  from_org_id        uuid,
  from_department_id uuid,
  to_org_id          uuid,
  to_department_id   uuid,
  -- the place that came of it
  new_membership_id  uuid,
  effective_on       date not null,
  -- People write names and numbers into these.
  reason             bytea not null,
  opinion            bytea,
  applicant_id       uuid not null,
  given_by           uuid,
  given_at           timestamptz,
  decided_by         uuid,
  decided_at         timestamptz,
  created_at         timestamptz not null,
  -- Whoever asked speaks for the one that receives: when the other side has agreed, nobody else has to.
  is_received        boolean not null default false,
  asked_name         text check (length(asked_name) <= 50),
  -- the index of the number, so that it is asked for once at a time
  asked_number       bytea,
  -- what the person is to be there; encrypted
  asked_place        bytea,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, applicant_id) references tenant.person (district_id, id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, new_membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, from_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, from_department_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_department_id) references tenant.organisation (district_id, id),
  constraint staff_change_leads_somewhere check (from_org_id is not null or to_org_id is not null),
  constraint staff_change_is_about_somebody check (person_id is not null or asked_name is not null),
  constraint staff_change_asked_whole check (num_nulls(asked_name, asked_number, asked_place) in (0, 3))
);
-- the change log: of a district, of the one that gives, of the one that receives, newest first
create index staff_change_list on tenant.staff_change (district_id, created_at desc, id desc);
create index staff_change_from on tenant.staff_change (district_id, from_org_id, created_at desc);
create index staff_change_to on tenant.staff_change (district_id, to_org_id, created_at desc);
create unique index staff_change_open on tenant.staff_change (district_id, person_id, coalesce(membership_id, to_org_id))
  where status in (0, 4) and asked_number is null;
create unique index staff_change_asked on tenant.staff_change (district_id, to_org_id, asked_number)
  where status in (0, 4) and asked_number is not null;
create index staff_change_waiting on tenant.staff_change (district_id, created_at) where status in (0, 4);
alter table tenant.staff_change enable row level security;
alter table tenant.staff_change force row level security;
create policy own_district on tenant.staff_change using (district_id = tenant.current_district());
grant select, insert, update on tenant.staff_change to portal_app;

-- Two persons were one human being. What was moved and put aside is remembered whole, so that it can be taken back.
create table tenant.person_merge (
  district_id      int not null default tenant.current_district(),
  id               uuid not null,
  keep_person_id   uuid not null,
  other_person_id  uuid not null,
  -- null when the other one had none
  other_account_id uuid,
  keep_account_id  uuid,
  proposal_id      uuid,
  -- asked: the directory is being changed; done; undone: taken back
  status           text not null check (status in ('asked', 'done', 'undone')),
  -- places and files as they were, by their ids: no names, no numbers
  moved            jsonb not null,
  reason           bytea not null,
  by_person_id     uuid not null,
  created_at       timestamptz not null,
  undone_at        timestamptz,
  primary key (district_id, id),
  foreign key (district_id, keep_person_id) references tenant.person (district_id, id),
  foreign key (district_id, other_person_id) references tenant.person (district_id, id),
  foreign key (district_id, proposal_id) references tenant.merge_proposal (district_id, id)
);
-- a person goes up in one other at a time; what became of a proposal
create unique index person_merge_other on tenant.person_merge (district_id, other_person_id) where status <> 'undone';
create index person_merge_proposal on tenant.person_merge (district_id, proposal_id);
alter table tenant.person_merge enable row level security;
alter table tenant.person_merge force row level security;
create policy own_district on tenant.person_merge using (district_id = tenant.current_district());
grant select, insert, update on tenant.person_merge to portal_app;

-- The transfers that wait for a decision, for whoever counts them.
create view tenant.v_open_staff_change with (security_invoker = true) as
  select district_id, id, from_org_id, to_org_id from tenant.staff_change where status in (0, 4);
grant select on tenant.v_open_staff_change to portal_app;
