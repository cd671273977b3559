-- A person's place in an organisation, from a day until a day. It is the "user" of the wire: roles and tasks hang on it.
create table tenant.membership (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  person_id     uuid not null,
  org_id        uuid not null,
  department_id uuid,
  user_type     text not null check (user_type in ('teacher', 'worker', 'bureau', 'external')),
  post          text not null default '' check (length(post) <= 50),
  is_main       boolean not null default true,
  valid         daterange not null check (not isempty(valid)),
  sort          int not null default 0,
  version       int not null default 1,
  created_at    timestamptz not null,
  updated_at    timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, department_id) references tenant.organisation (district_id, id),
  -- Nobody is twice in the same place at the same time.
  constraint membership_no_overlap exclude using gist (
    district_id with =, person_id with =, org_id with =,
    (coalesce(department_id, '00000000-0000-0000-0000-000000000000')) with =, valid with &&
  )
);

-- sign-in: the places of one person
create index membership_person on tenant.membership (district_id, person_id);
-- the members of an organisation, and counting them
create index membership_org on tenant.membership (district_id, org_id, sort, id);

alter table tenant.membership enable row level security;
alter table tenant.membership force row level security;
create policy own_district on tenant.membership using (district_id = tenant.current_district());
grant select, insert, update on tenant.membership to portal_app;

create view tenant.v_membership with (security_invoker = true) as
  select district_id, id, person_id, org_id, department_id, user_type, post, is_main, valid from tenant.membership;
grant select on tenant.v_membership to portal_app;
