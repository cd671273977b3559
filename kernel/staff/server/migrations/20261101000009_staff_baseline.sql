-- Membership of a person in an organisation, with first and last day. It is the "user" of the API; roles and tasks
-- refer to it.
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
  -- Exempt from the second step, for somebody without a phone.
  no_second_step boolean not null default false,
  number         text not null default '' check (length(number) <= 30),
  subject        text not null default '' check (length(subject) <= 50),
  worker_type    smallint check (worker_type between 1 and 8),
  office_phone   text not null default '' check (length(office_phone) <= 30),
  remark         text not null default '' check (length(remark) <= 500),
  flag           int not null default 0,
  ic_card        bytea,
  -- Suspended by an administrator: no sign-in with this membership, but it still counts.
  is_suspended   boolean not null default false,
  -- Start of the transaction that last changed anything that users/get returns.
  changed_at     timestamptz not null default now(),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on      date not null generated always as (lower(valid)) stored,
  over_on        date generated always as (upper(valid)) stored,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, department_id) references tenant.organisation (district_id, id),
  -- no two memberships of a person in the same organisation and department at the same time
  constraint membership_no_overlap exclude using gist (
    district_id with =, person_id with =, org_id with =,
    (coalesce(department_id, '00000000-0000-0000-0000-000000000000')) with =, valid with &&
  ),
  constraint membership_flag check (flag between 0 and 9)
);
-- sign-in: memberships of a person
create index membership_person on tenant.membership (district_id, person_id);
-- members of an organisation and their number
create index membership_org on tenant.membership (district_id, org_id, sort, id);
-- staff of a whole district in list order, with the columns of filters
create index membership_list on tenant.membership (district_id, sort, id)
  include (org_id, department_id, person_id, user_type, worker_type, is_suspended, begins_on, over_on, number);
-- staff of a department
create index membership_department on tenant.membership (district_id, department_id, sort, id);
-- users/get: changed since, and begun or ended by date since
create index membership_changed on tenant.membership (district_id, changed_at) include (id);
create index membership_begins on tenant.membership (district_id, begins_on) include (id);
create index membership_ends on tenant.membership (district_id, over_on) include (id);
alter table tenant.membership enable row level security;
alter table tenant.membership force row level security;
create policy own_district on tenant.membership using (district_id = tenant.current_district());
-- Delete: undoing an import deletes the memberships it created.
grant select, insert, update, delete on tenant.membership to portal_app;

create view tenant.v_membership with (security_invoker = true) as
  select district_id, id, person_id, org_id, department_id, user_type, post, is_main, valid,
         is_suspended, sort, number, subject, office_phone
  from tenant.membership;
grant select on tenant.v_membership to portal_app;

-- Personnel file of a person, independent of memberships. Private data is one encrypted text.
create table tenant.staff_file (
  district_id      int not null default tenant.current_district(),
  person_id        uuid not null,
  nation           text not null default '' check (nation ~ '^(0[1-9]|[1-4]\d|5[0-6])?$'),
  teacher_level    text not null default '' check (length(teacher_level) <= 30),
  diploma          text not null default '' check (length(diploma) <= 30),
  graduate_school  text not null default '' check (length(graduate_school) <= 100),
  specialty        text not null default '' check (length(specialty) <= 100),
  working_since_on date,
  -- Birthday, email, address, resume, qq, other phone, licence.
  private          bytea,
  updated_at       timestamptz not null,
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.staff_file enable row level security;
alter table tenant.staff_file force row level security;
create policy own_district on tenant.staff_file using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.staff_file to portal_app;

-- History of fields changed by an administrator, one row per field. Values are encrypted.
create table tenant.staff_field_change (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  person_id     uuid not null,
  -- Null for fields of the person.
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
-- history of a person, newest first
create index staff_field_change_person on tenant.staff_field_change (district_id, person_id, changed_at desc);
-- foreign key check when a membership is deleted
create index staff_field_change_place on tenant.staff_field_change (district_id, membership_id) where membership_id is not null;
alter table tenant.staff_field_change enable row level security;
alter table tenant.staff_field_change force row level security;
create policy own_district on tenant.staff_field_change using (district_id = tenant.current_district());
grant select, insert on tenant.staff_field_change to portal_app;

-- Staff change: entry, exit or transfer from a day on. Approved by the releasing organisation, then by the receiving
-- one.
create table tenant.staff_change (
  district_id          int not null default tenant.current_district(),
  id                   uuid not null,
  type                 smallint not null check (type between 1 and 4),
  status               smallint not null check (status between 0 and 4),
  -- Null if a school requests a person by name and ID number and no such person exists: the requester sees the same in
  -- both cases and is shown only what was typed. The organisation of the person decides.
  person_id            uuid,
  -- The membership that the change begins with; null for somebody who joins with a code.
  membership_id        uuid,
  from_org_id          uuid,
  from_department_id   uuid,
  to_org_id            uuid,
  to_department_id     uuid,
  -- The membership that resulted.
  new_membership_id    uuid,
  effective_on         date not null,
  -- Encrypted, because people write names and numbers into these.
  reason               bytea not null,
  opinion              bytea,
  applicant_id         uuid not null,
  given_by             uuid,
  given_at             timestamptz,
  decided_by           uuid,
  decided_at           timestamptz,
  created_at           timestamptz not null,
  -- The applicant decides for the receiving organisation: no second approval is needed.
  is_received          boolean not null default false,
  requested_name       text check (length(requested_name) <= 50),
  -- Keyed hash of the ID number, to allow one request at a time.
  requested_number     bytea,
  -- The requested membership, encrypted.
  requested_membership bytea,
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
  constraint staff_change_is_about_somebody check (person_id is not null or requested_name is not null),
  constraint staff_change_request_whole check (num_nulls(requested_name, requested_number, requested_membership) in (0, 3))
);
-- change log: of a district, of the releasing and of the receiving organisation, newest first
create index staff_change_list on tenant.staff_change (district_id, created_at desc, id desc);
create index staff_change_from on tenant.staff_change (district_id, from_org_id, created_at desc);
create index staff_change_to on tenant.staff_change (district_id, to_org_id, created_at desc);
-- one open change per membership, and one open join per organisation; requests by ID number are not counted, because
-- that would disclose other requests for the same person
create unique index staff_change_open on tenant.staff_change (district_id, person_id, coalesce(membership_id, to_org_id))
  where status in (0, 4) and requested_number is null;
create unique index staff_change_request on tenant.staff_change (district_id, to_org_id, requested_number)
  where status in (0, 4) and requested_number is not null;
create index staff_change_waiting on tenant.staff_change (district_id, created_at) where status in (0, 4);
alter table tenant.staff_change enable row level security;
alter table tenant.staff_change force row level security;
create policy own_district on tenant.staff_change using (district_id = tenant.current_district());
grant select, insert, update on tenant.staff_change to portal_app;

-- A merge of two persons. What was moved is stored, so that the merge can be undone.
create table tenant.person_merge (
  district_id      int not null default tenant.current_district(),
  id               uuid not null,
  keep_person_id   uuid not null,
  other_person_id  uuid not null,
  -- Null if the other person had no account.
  other_account_id uuid,
  keep_account_id  uuid,
  proposal_id      uuid,
  -- requested: the directory is being changed; done; undone.
  status           text not null check (status in ('requested', 'done', 'undone')),
  -- Memberships and files before the merge, ids only.
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
-- a person is merged into one other at a time; the merge of a proposal
create unique index person_merge_other on tenant.person_merge (district_id, other_person_id) where status <> 'undone';
create index person_merge_proposal on tenant.person_merge (district_id, proposal_id);
alter table tenant.person_merge enable row level security;
alter table tenant.person_merge force row level security;
create policy own_district on tenant.person_merge using (district_id = tenant.current_district());
grant select, insert, update on tenant.person_merge to portal_app;

-- Staff changes that wait for a decision.
create view tenant.v_open_staff_change with (security_invoker = true) as
  select district_id, id, from_org_id, to_org_id from tenant.staff_change where status in (0, 4);
grant select on tenant.v_open_staff_change to portal_app;
