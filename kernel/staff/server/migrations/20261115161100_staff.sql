alter table tenant.membership
  add column number       text not null default '' check (length(number) <= 30),
  add column subject      text not null default '' check (length(subject) <= 50),
  add column worker_type  smallint check (worker_type between 1 and 8),
  add column office_phone text not null default '' check (length(office_phone) <= 30),
  add column remark       text not null default '' check (length(remark) <= 500),
  add column flag         int not null default 0,
  add column ic_card      bytea,
  -- Sent away for a while by those who run the place: nobody comes in by it, and it still counts.
  add column is_suspended boolean not null default false,
  -- When something changed that users/get tells: the start of the transaction that changed it.
  add column changed_at   timestamptz not null default now(),
  -- The first day, and the first day when it is over: behind the wall an index is asked by plain columns only.
  add column begins_on    date not null generated always as (lower(valid)) stored,
  add column over_on      date generated always as (upper(valid)) stored;

-- the staff of a whole district in the order of the list, with what a filter asks
create index membership_list on tenant.membership (district_id, sort, id)
  include (org_id, department_id, person_id, user_type, worker_type, is_suspended, begins_on, over_on, number);
-- the staff of a department
create index membership_department on tenant.membership (district_id, department_id, sort, id);
-- users/get: what changed since, and what began or ended by its date since
create index membership_changed on tenant.membership (district_id, changed_at) include (id);
create index membership_begins on tenant.membership (district_id, begins_on) include (id);
create index membership_ends on tenant.membership (district_id, over_on) include (id);

create or replace view tenant.v_membership with (security_invoker = true) as
  select district_id, id, person_id, org_id, department_id, user_type, post, is_main, valid,
         is_suspended, sort, number, subject, office_phone
  from tenant.membership;

-- What is known of somebody as a member of staff, wherever the places are. What is private is one encrypted text.
create table tenant.staff_file (
  district_id     int not null default tenant.current_district(),
  person_id       uuid not null,
  nation          text not null default '' check (nation ~ '^(0[1-9]|[1-4]\d|5[0-6])?$'),
  teacher_level   text not null default '' check (length(teacher_level) <= 30),
  diploma         text not null default '' check (length(diploma) <= 30),
  graduate_school text not null default '' check (length(graduate_school) <= 100),
  specialty       text not null default '' check (length(specialty) <= 100),
  working_since_on date,
  -- birthday, email, address, resume, qq, other phone, licence
  private         bytea,
  updated_at      timestamptz not null,
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.staff_file enable row level security;
alter table tenant.staff_file force row level security;
create policy own_district on tenant.staff_file using (district_id = tenant.current_district());
grant select, insert, update on tenant.staff_file to portal_app;

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
alter table tenant.staff_field_change enable row level security;
alter table tenant.staff_field_change force row level security;
create policy own_district on tenant.staff_field_change using (district_id = tenant.current_district());
grant select, insert on tenant.staff_field_change to portal_app;
