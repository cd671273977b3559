-- A bundle of permissions. A role with a template takes what the modules give that template; its own rows only differ from it.
create table tenant.role (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  template    text,
  title       text not null check (length(title) between 1 and 50),
  created_at  timestamptz not null,
  -- Roles may be an organisation's own, and take from a role of the district what they do not say themselves.
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
-- the roles of an organisation
create index role_org_id on tenant.role (district_id, org_id);
-- whether a role is somebody's parent
create index role_parent_id on tenant.role (district_id, parent_id) where parent_id is not null;
alter table tenant.role enable row level security;
alter table tenant.role force row level security;
create policy own_district on tenant.role using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role to portal_app;

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
  -- A role may be given for a time; who gave it is told to whoever asks why.
  begins_on     date,
  -- the first day on which it is no longer held
  over_on       date,
  granted_by    uuid,
  primary key (district_id, membership_id, role_id),
  foreign key (district_id, membership_id) references tenant.membership (district_id, id),
  foreign key (district_id, role_id) references tenant.role (district_id, id),
  constraint membership_role_days check (over_on > begins_on)
);
-- who holds a role
create index membership_role_role on tenant.membership_role (district_id, role_id);
alter table tenant.membership_role enable row level security;
alter table tenant.membership_role force row level security;
create policy own_district on tenant.membership_role using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.membership_role to portal_app;

-- A role for everybody of an organisation, or for everybody of a post there.
create table tenant.role_audience (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  role_id        uuid not null,
  org_id         uuid not null,
  includes_below boolean not null,
  -- empty: everybody who works there
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
-- the roles of whoever works in an organisation
create index role_audience_org on tenant.role_audience (district_id, org_id);
alter table tenant.role_audience enable row level security;
alter table tenant.role_audience force row level security;
create policy own_district on tenant.role_audience using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role_audience to portal_app;

-- What a role keeps from whoever has no other role that shows it.
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

-- What was done to a role, with what it held before: for whoever asks, and to bring it back.
create table tenant.role_change (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  role_id     uuid not null,
  changed_at  timestamptz not null,
  changed_by  uuid,
  title       text not null,
  lines       text[] not null default '{}',
  -- name, remark, functions and fields before; null where nothing can be brought back
  before      jsonb,
  primary key (district_id, id)
);
-- the history of a role, the latest first
create index role_change_role on tenant.role_change (district_id, role_id, changed_at desc);
-- What was changed about roles lately, for whoever watches over them.
create index role_change_time on tenant.role_change (district_id, changed_at desc);
alter table tenant.role_change enable row level security;
alter table tenant.role_change force row level security;
create policy own_district on tenant.role_change using (district_id = tenant.current_district());
grant select, insert on tenant.role_change to portal_app;

-- Whether the district keeps its system, security and audit administrators apart: no row means not.
create table tenant.separation (
  district_id int not null default tenant.current_district(),
  since_at    timestamptz not null,
  primary key (district_id)
);
alter table tenant.separation enable row level security;
alter table tenant.separation force row level security;
create policy own_district on tenant.separation using (district_id = tenant.current_district());
grant select, insert, delete on tenant.separation to portal_app;

-- Who holds which role, and how: by name, because everybody of an organisation does, or everybody of a post there.
-- Whether it is so on a day, is for whoever asks.
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

-- For modules above: which roles there are, and whose.
create view tenant.v_role with (security_invoker = true) as
  select district_id, id, org_id, title, template from tenant.role;
grant select on tenant.v_role to portal_app;
