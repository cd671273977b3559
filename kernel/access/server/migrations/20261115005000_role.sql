-- A bundle of permissions. A role with a template takes what the modules give that template; its own rows only differ from it.
create table tenant.role (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  template    text,
  title       text not null check (length(title) between 1 and 50),
  created_at  timestamptz not null,
  primary key (district_id, id),
  constraint role_template unique (district_id, template),
  constraint role_title unique (district_id, title)
);

alter table tenant.role enable row level security;
alter table tenant.role force row level security;
create policy own_district on tenant.role using (district_id = tenant.current_district());
grant select, insert, update on tenant.role to portal_app;

-- Where a role differs: this permission with this reach, or (no reach) not at all.
create table tenant.role_permission (
  district_id int not null default tenant.current_district(),
  role_id     uuid not null,
  permission  text not null,
  scope       text check (scope in ('district', 'org-tree', 'org', 'department-tree', 'department', 'self', 'classes', 'listed-orgs')),
  org_ids     uuid[] not null default '{}',
  primary key (district_id, role_id, permission),
  foreign key (district_id, role_id) references tenant.role (district_id, id) on delete cascade
);

alter table tenant.role_permission enable row level security;
alter table tenant.role_permission force row level security;
create policy own_district on tenant.role_permission using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role_permission to portal_app;

create table tenant.membership_role (
  district_id   int not null default tenant.current_district(),
  membership_id uuid not null,
  role_id       uuid not null,
  created_at    timestamptz not null,
  primary key (district_id, membership_id, role_id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, role_id) references tenant.role (district_id, id)
);

-- who holds a role
create index membership_role_role on tenant.membership_role (district_id, role_id);

alter table tenant.membership_role enable row level security;
alter table tenant.membership_role force row level security;
create policy own_district on tenant.membership_role using (district_id = tenant.current_district());
grant select, insert, delete on tenant.membership_role to portal_app;
