-- A company as this district knows it. The person stands for the company where people are expected: as the applicant of
-- approvals, in the history of applications, as the recipient of messages. It has no account and no membership.
create table tenant.developer (
  district_id  int not null default tenant.current_district(),
  -- The id in the directory.
  id           uuid not null,
  person_id    uuid not null,
  company      text not null check (length(company) between 2 and 50),
  credit_code  text not null check (length(credit_code) = 18),
  contact      bytea not null,
  phone        bytea not null,
  -- Keyed hashes of the phone numbers of its members, as in tenant.person: whoever has one of them may not audit its
  -- applications.
  phone_hashes bytea[] not null,
  status       text not null default 'active' check (status in ('active', 'stopped')),
  reason       text not null default '' check (length(reason) <= 200),
  -- The applications that the stop took out of use; only these come back.
  stopped_keys text[] not null default '{}',
  created_at   timestamptz not null,
  version      int not null default 1,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
create unique index developer_person on tenant.developer (district_id, person_id);
select tenant.wall('developer', 'select', 'insert', 'update');

-- The company that offers the application; null for those that the district registers itself.
alter table tenant.application add column developer_id uuid;
alter table tenant.application add constraint application_developer
  foreign key (district_id, developer_id) references tenant.developer (district_id, id);
-- the applications of a company
create index application_developer on tenant.application (district_id, developer_id) where developer_id is not null;
