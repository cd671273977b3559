-- The organisation tree of a district: the bureau at the top, then clusters, schools and institutions, their departments below.
create table tenant.organisation (
  district_id         int not null default tenant.current_district(),
  id                  uuid not null,
  parent_id           uuid,                      -- null for the bureau
  path                ltree not null,            -- the ids from the bureau down to this node, without their hyphens
  name                text not null check (length(name) between 1 and 100),
  pinyin              text not null default '',
  pinyin_initials     text not null default '',
  type                text not null check (type in ('school', 'kindergarten', 'bureau', 'institution', 'other-school', 'cluster', 'department')),
  kind                text not null default '' check (kind ~ '^\d{0,3}$'),
  property            smallint,
  education_system    smallint,
  stages              smallint[] not null default '{}',
  contact_name        text not null default '',
  phone               text not null default '',
  postal_code         text not null default '',
  address             text not null default '',
  area_code           text not null default '',
  parent_area_code    text not null default '',
  host                text not null default '',
  remark              text not null default '',
  flag                smallint not null default 0,
  sort                int not null default 0,
  is_public           boolean not null default true,
  is_village          boolean not null default false,
  is_forbidden        boolean not null default false,
  skips_repair_audit  boolean not null default false,
  skips_adjust_audit  boolean not null default false,
  disk_open_to_all    boolean not null default false,
  classes_by_academic boolean not null default false,
  admin_user_id       uuid,
  -- Counted by a job; exact as of counted_at.
  child_count         int not null default 0,
  user_count          int not null default 0,
  own_user_count      int not null default 0,
  counted_at          timestamptz,
  version             int not null default 1,
  created_at          timestamptz not null,
  updated_at          timestamptz not null,
  deleted_at          timestamptz,
  primary key (district_id, id),
  constraint organisation_parent foreign key (district_id, parent_id) references tenant.organisation (district_id, id),
  constraint organisation_not_own_parent check (parent_id <> id),
  constraint organisation_path_ends_here check (subpath(path, -1)::text = replace(id::text, '-', '')),
  constraint organisation_only_bureau_on_top check ((parent_id is null) = (type = 'bureau'))
);

-- getTree and getList: the children of one node in their order
create index organisation_children on tenant.organisation (district_id, parent_id, sort, id) where deleted_at is null;
-- everything below a node: scopes, getBaseTree, getAll
create index organisation_below on tenant.organisation using gist (district_id, path);
-- 同级已存在同名组织
create unique index organisation_name on tenant.organisation (district_id, parent_id, name) where deleted_at is null;

alter table tenant.organisation enable row level security;
alter table tenant.organisation force row level security;
create policy own_district on tenant.organisation using (district_id = tenant.current_district());
grant select, insert, update on tenant.organisation to portal_app;

-- What other modules may read of an organisation.
create view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_forbidden, child_count, user_count, own_user_count
  from tenant.organisation
  where deleted_at is null;
grant select on tenant.v_org to portal_app;
