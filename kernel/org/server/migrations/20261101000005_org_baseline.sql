-- Organisation tree of a district: the bureau at the top, then clusters, schools and institutions, then departments.
create table tenant.organisation (
  district_id          int not null default tenant.current_district(),
  id                   uuid not null,
  parent_id            uuid,  -- null for the bureau
  path                 ltree not null,  -- the ids from the bureau down to this node, without their hyphens
  name                 text not null check (length(name) between 1 and 100),
  pinyin               text not null default '',
  pinyin_initials      text not null default '',
  type                 text not null check (type in ('school', 'kindergarten', 'bureau', 'institution', 'other-school', 'cluster', 'department')),
  kind                 text not null default '' check (kind ~ '^\d{0,3}$'),
  property             smallint,
  education_system     smallint,
  stages               smallint[] not null default '{}',
  contact_name         text not null default '',
  phone                text not null default '',
  postal_code          text not null default '',
  address              text not null default '',
  area_code            text not null default '',
  parent_area_code     text not null default '',
  host                 text not null default '',
  remark               text not null default '',
  flag                 smallint not null default 0,
  sort                 int not null default 0,
  is_public            boolean not null default true,
  is_village           boolean not null default false,
  is_disabled         boolean not null default false,
  skips_repair_audit   boolean not null default false,
  skips_adjust_audit   boolean not null default false,
  disk_open_to_all     boolean not null default false,
  classes_by_academic  boolean not null default false,
  -- Counted by a job; exact as of counted_at.
  child_count          int not null default 0,
  user_count           int not null default 0,
  own_user_count       int not null default 0,
  counted_at           timestamptz,
  version              int not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  deleted_at           timestamptz,
  -- Number of organisations below, on all levels: for summaries and "其下 N 个机构". Incremented when one is added;
  -- corrected by the nightly count.
  descendant_count     int not null default 0,
  -- The organisation into which this one was merged.
  merged_to            uuid,
  -- Join code. Treated like a password: only the keyed hash is stored, and it expires.
  join_code_hash       bytea,
  join_code_expires_at timestamptz,
  primary key (district_id, id),
  constraint organisation_parent foreign key (district_id, parent_id) references tenant.organisation (district_id, id),
  constraint organisation_not_own_parent check (parent_id <> id),
  constraint organisation_path_ends_here check (subpath(path, -1)::text = replace(id::text, '-', '')),
  constraint organisation_only_bureau_on_top check ((parent_id is null) = (type = 'bureau')),
  constraint organisation_merged_to foreign key (district_id, merged_to) references tenant.organisation (district_id, id),
  constraint organisation_join_code_whole check ((join_code_hash is null) = (join_code_expires_at is null)),
  constraint organisation_flag check (flag between 0 and 9)
);
-- getTree and getList: children of a node in their order
create index organisation_children on tenant.organisation (district_id, parent_id, sort, id) where deleted_at is null;
-- subtree of a node: scopes, getBaseTree, getAll
create index organisation_below on tenant.organisation using gist (district_id, path);
-- 同级已存在同名组织
create unique index organisation_name on tenant.organisation (district_id, parent_id, name) where deleted_at is null;
-- schools to switch to, by name or pinyin
create index organisation_switchable on tenant.organisation (district_id)
  where deleted_at is null and type in ('school', 'kindergarten', 'other-school');
-- search of a district by a part of the name or pinyin: no index supports two characters in the middle of a name, so an
-- index-only scan reads all names in list order, a fifth of the pages of the table. The id is included and not part of
-- the key, because the planner would take a key for a unique lookup.
create index organisation_words on tenant.organisation (district_id, sort)
  include (id, type, is_disabled, name, pinyin, pinyin_initials)
  where deleted_at is null;
-- organisations of one type and their number: departments are nine out of ten and left out
create index organisation_units on tenant.organisation (district_id, type, sort, id)
  include (is_disabled)
  where deleted_at is null and type <> 'department';
-- number of disabled organisations: few are
create index organisation_disabled on tenant.organisation (district_id, id) where deleted_at is null and is_disabled;
-- the organisation of a join code
create unique index organisation_join_code on tenant.organisation (district_id, join_code_hash) where join_code_hash is not null;
-- foreign key checks when an organisation is deleted: children, and organisations merged into it
create index organisation_under on tenant.organisation (district_id, parent_id);
create index organisation_merged on tenant.organisation (district_id, merged_to) where merged_to is not null;
alter table tenant.organisation enable row level security;
alter table tenant.organisation force row level security;
create policy own_district on tenant.organisation using (district_id = tenant.current_district());
-- Delete: undoing an import deletes the organisations it created.
grant select, insert, update, delete on tenant.organisation to portal_app;

-- Read by other modules.
create view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_disabled, child_count, user_count, own_user_count, phone,
    sort, pinyin, pinyin_initials, stages, education_system, address
  from tenant.organisation
  where deleted_at is null;
grant select on tenant.v_org to portal_app;

-- History of an organisation: names, positions in the tree, merges.
create table tenant.organisation_history (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  kind        text not null check (kind in ('created', 'renamed', 'moved', 'merged', 'absorbed', 'split', 'split-off', 'disabled', 'enabled', 'deleted')),
  before      text not null default '',
  after       text not null default '',
  person_id   uuid not null,
  at          timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- 沿革 of an organisation
create index organisation_history_of on tenant.organisation_history (district_id, org_id, at, id);
alter table tenant.organisation_history enable row level security;
alter table tenant.organisation_history force row level security;
create policy own_district on tenant.organisation_history using (district_id = tenant.current_district());
grant select, insert, delete on tenant.organisation_history to portal_app;
