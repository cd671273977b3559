-- A role: a named set of permissions. A role with a template starts from the permissions that the modules grant to that
-- template; role_permission stores only the differences.
create table tenant.role (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  template    text,
  title       text not null check (length(title) between 1 and 50),
  created_at  timestamptz not null,
  -- Null for a role of the district. A role of an organisation inherits from its parent role whatever it does not
  -- define itself.
  org_id      uuid,
  parent_id   uuid,
  remark      text not null default '' check (length(remark) <= 200),
  version     int not null default 1,
  updated_at  timestamptz,
  updated_by  uuid,
  primary key (district_id, id),
  constraint role_template unique (district_id, template),
  constraint role_org foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint role_parent foreign key (district_id, parent_id) references tenant.role (district_id, id),
  constraint role_title unique nulls not distinct (district_id, org_id, title)
);
-- roles of an organisation
create index role_org_id on tenant.role (district_id, org_id);
-- child roles of a role
create index role_parent_id on tenant.role (district_id, parent_id) where parent_id is not null;
alter table tenant.role enable row level security;
alter table tenant.role force row level security;
create policy own_district on tenant.role using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role to portal_app;

-- Differences from the template or the parent role: the permission with this scope, or without the permission if the
-- scope is null.
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
  -- Null: no time limit.
  begins_on     date,
  -- The first day on which the role is no longer held.
  over_on       date,
  granted_by    uuid,
  primary key (district_id, membership_id, role_id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, role_id) references tenant.role (district_id, id),
  constraint membership_role_days check (over_on > begins_on)
);
-- holders of a role
create index membership_role_role on tenant.membership_role (district_id, role_id);
alter table tenant.membership_role enable row level security;
alter table tenant.membership_role force row level security;
create policy own_district on tenant.membership_role using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.membership_role to portal_app;

-- Grants a role to all members of an organisation, or to all members with a certain post there.
create table tenant.role_audience (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  role_id        uuid not null,
  org_id         uuid not null,
  includes_below boolean not null,
  -- Empty: all members.
  post           text not null default '' check (length(post) <= 50),
  begins_on      date,
  over_on        date,
  granted_by     uuid,
  created_at     timestamptz not null,
  primary key (district_id, id),
  constraint role_audience_once unique (district_id, role_id, org_id, post),
  constraint role_audience_days check (over_on > begins_on),
  foreign key (district_id, role_id) references tenant.role (district_id, id) on delete cascade,
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- roles granted to the members of an organisation
create index role_audience_org on tenant.role_audience (district_id, org_id);
alter table tenant.role_audience enable row level security;
alter table tenant.role_audience force row level security;
create policy own_district on tenant.role_audience using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role_audience to portal_app;

-- Fields that a role hides. A member sees the field if any other role of the member shows it.
create table tenant.role_hidden_field (
  district_id int not null default tenant.current_district(),
  role_id     uuid not null,
  field       text not null,
  primary key (district_id, role_id, field),
  foreign key (district_id, role_id) references tenant.role (district_id, id) on delete cascade
);
alter table tenant.role_hidden_field enable row level security;
alter table tenant.role_hidden_field force row level security;
create policy own_district on tenant.role_hidden_field using (district_id = tenant.current_district());
grant select, insert, delete on tenant.role_hidden_field to portal_app;

-- History of a role with its previous state, so that it can be restored.
create table tenant.role_change (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  role_id     uuid not null,
  changed_at  timestamptz not null,
  changed_by  uuid,
  title       text not null,
  lines       text[] not null default '{}',
  -- Name, remark, permissions and hidden fields before the change; null if the change cannot be reverted.
  before      jsonb,
  primary key (district_id, id)
);
-- history of a role, newest first
create index role_change_role on tenant.role_change (district_id, role_id, changed_at desc);
-- recent role changes of the district, newest first
create index role_change_time on tenant.role_change (district_id, changed_at desc);
alter table tenant.role_change enable row level security;
alter table tenant.role_change force row level security;
create policy own_district on tenant.role_change using (district_id = tenant.current_district());
grant select, insert on tenant.role_change to portal_app;

-- A row exists if the district separates system, security and audit administrators (三员分立).
create table tenant.separation (
  district_id int not null default tenant.current_district(),
  since_at    timestamptz not null,
  primary key (district_id)
);
alter table tenant.separation enable row level security;
alter table tenant.separation force row level security;
create policy own_district on tenant.separation using (district_id = tenant.current_district());
grant select, insert, delete on tenant.separation to portal_app;

-- Who holds which role: granted to the person, to the organisation or to the post. The reader filters by date.
create view tenant.v_role_holding with (security_invoker = true) as
  select district_id, role_id, membership_id, 'person' as via, null::uuid as audience_id, begins_on, over_on
  from tenant.membership_role
  union all
  select a.district_id, a.role_id, m.id, case when a.post = '' then 'org' else 'post' end, a.id, a.begins_on, a.over_on
  from tenant.role_audience a
  join tenant.organisation top on top.district_id = a.district_id and top.id = a.org_id
  join tenant.organisation o on o.district_id = a.district_id and o.type <> 'department'
    and (o.id = top.id or (a.includes_below and o.path <@ top.path))
  join tenant.membership m on m.district_id = a.district_id and m.org_id = o.id
  where top.type <> 'department' and top.deleted_at is null and (a.post = '' or a.post = m.post)
  union all
  select a.district_id, a.role_id, m.id, case when a.post = '' then 'org' else 'post' end, a.id, a.begins_on, a.over_on
  from tenant.role_audience a
  join tenant.organisation top on top.district_id = a.district_id and top.id = a.org_id
  join tenant.organisation o on o.district_id = a.district_id and o.type = 'department'
    and (o.id = top.id or (a.includes_below and o.path <@ top.path))
  join tenant.membership m on m.district_id = a.district_id and m.department_id = o.id
  where top.type = 'department' and top.deleted_at is null and (a.post = '' or a.post = m.post);
grant select on tenant.v_role_holding to portal_app;

-- Read by other modules.
create view tenant.v_role with (security_invoker = true) as
  select district_id, id, org_id, title, template from tenant.role;
grant select on tenant.v_role to portal_app;
