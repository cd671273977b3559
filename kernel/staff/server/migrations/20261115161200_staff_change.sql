-- Somebody is to come, to go or to move, from a day on: asked for, agreed to by the one that gives, then by the one that receives.
create table tenant.staff_change (
  district_id        int not null default tenant.current_district(),
  id                 uuid not null,
  type               smallint not null check (type between 1 and 4),
  status             smallint not null check (status between 0 and 4),
  person_id          uuid not null,
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
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, applicant_id) references tenant.person (district_id, id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, new_membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, from_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, from_department_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_department_id) references tenant.organisation (district_id, id),
  constraint staff_change_leads_somewhere check (from_org_id is not null or to_org_id is not null)
);
-- the change log: of a district, of the one that gives, of the one that receives, newest first
create index staff_change_list on tenant.staff_change (district_id, created_at desc, id desc);
create index staff_change_from on tenant.staff_change (district_id, from_org_id, created_at desc);
create index staff_change_to on tenant.staff_change (district_id, to_org_id, created_at desc);
-- one thing at a time is asked for a place, and one joining by a code for an organisation
create unique index staff_change_open on tenant.staff_change (district_id, person_id, coalesce(membership_id, to_org_id))
  where status in (0, 4);
alter table tenant.staff_change enable row level security;
alter table tenant.staff_change force row level security;
create policy own_district on tenant.staff_change using (district_id = tenant.current_district());
grant select, insert, update on tenant.staff_change to portal_app;
