alter table tenant.person add column avatar_key text;
-- Whether this person's account is bound to DingTalk; the binding itself is in the directory.
alter table tenant.person add column is_bound boolean not null default false;

-- Two persons of the district gave the same ID number: an administrator looks at it, nothing happens by itself.
create table tenant.merge_proposal (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  person_id       uuid not null,
  other_person_id uuid not null,
  status          text not null default 'open' check (status in ('open', 'merged', 'refused')),
  created_at      timestamptz not null,
  decided_at      timestamptz,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, other_person_id) references tenant.person (district_id, id)
);
-- one open proposal for two persons, however often it is tried; sign-in asks whether somebody has one
create unique index merge_proposal_open on tenant.merge_proposal (district_id, person_id, other_person_id) where status = 'open';
alter table tenant.merge_proposal enable row level security;
alter table tenant.merge_proposal force row level security;
create policy own_district on tenant.merge_proposal using (district_id = tenant.current_district());
grant select, insert, update on tenant.merge_proposal to portal_app;
