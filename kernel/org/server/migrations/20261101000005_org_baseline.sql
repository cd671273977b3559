-- The organisation tree of a district: the bureau at the top, then clusters, schools and institutions, their departments below.
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
  is_forbidden         boolean not null default false,
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
  -- How many stand below a node, on all levels: for summaries and for "其下 N 个机构", without walking the subtree.
  -- Kept when one is added, corrected by the nightly count like the other numbers; until that has run once it is 0 here,
  -- because a migration stands outside every district's wall and sees no rows.
  descendant_count     int not null default 0,
  -- An organisation that went up in another one says in which.
  merged_to            uuid,
  -- With a code people ask to join. It works like a password: only its keyed hash is kept, and not for ever.
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
-- getTree and getList: the children of one node in their order
create index organisation_children on tenant.organisation (district_id, parent_id, sort, id) where deleted_at is null;
-- everything below a node: scopes, getBaseTree, getAll
create index organisation_below on tenant.organisation using gist (district_id, path);
-- 同级已存在同名组织
create unique index organisation_name on tenant.organisation (district_id, parent_id, name) where deleted_at is null;
-- looking for a school to switch to, by name or pinyin
create index organisation_switchable on tenant.organisation (district_id)
  where deleted_at is null and type in ('school', 'kindergarten', 'other-school');
-- searching a district by a part of the name or of its pinyin: no index finds two characters in the middle of a word, so
-- all names are walked through, in the order of the list, without touching the rows themselves (a fifth of the pages)
-- (the id is only carried along: as a part of the key it would be taken for a way to find one row, and is none)
create index organisation_words on tenant.organisation (district_id, sort)
  include (id, type, is_forbidden, name, pinyin, pinyin_initials)
  where deleted_at is null;
-- one kind of organisation over the whole district, and counting the kinds: departments are nine of ten and left out
create index organisation_units on tenant.organisation (district_id, type, sort, id)
  include (is_forbidden)
  where deleted_at is null and type <> 'department';
-- counting what is closed: few are
create index organisation_forbidden on tenant.organisation (district_id, id) where deleted_at is null and is_forbidden;
-- who comes with a code: the organisation that gave it
create unique index organisation_join_code on tenant.organisation (district_id, join_code_hash) where join_code_hash is not null;
-- whether anything stood below an organisation that is to be removed, or went up in it: asked for each by its foreign keys
create index organisation_under on tenant.organisation (district_id, parent_id);
create index organisation_merged on tenant.organisation (district_id, merged_to) where merged_to is not null;
alter table tenant.organisation enable row level security;
alter table tenant.organisation force row level security;
create policy own_district on tenant.organisation using (district_id = tenant.current_district());
-- An import that is taken back takes along what it had made, as if it had never been: nobody has used it yet.
grant select, insert, update, delete on tenant.organisation to portal_app;

-- What other modules may read of an organisation.
-- Whom to ask: an office's address and phone are for everybody who works in the district.
-- The directory shows organisations in the order of the tree, and finds them by their pinyin.
-- Which stages a school has, and where it is: grades, terms and the set-up of a school go by it.
create view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_forbidden, child_count, user_count, own_user_count, phone,
    sort, pinyin, pinyin_initials, stages, education_system, address
  from tenant.organisation
  where deleted_at is null;
grant select on tenant.v_org to portal_app;

-- What an organisation was called and where it stood: for people, for as long as the organisation is there.
create table tenant.organisation_history (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  kind        text not null check (kind in ('created', 'renamed', 'moved', 'merged', 'absorbed', 'split', 'split-off', 'forbidden', 'opened', 'deleted')),
  before      text not null default '',
  after       text not null default '',
  person_id   uuid not null,
  at          timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- 沿革 of one organisation, the latest first
create index organisation_history_of on tenant.organisation_history (district_id, org_id, at, id);
alter table tenant.organisation_history enable row level security;
alter table tenant.organisation_history force row level security;
create policy own_district on tenant.organisation_history using (district_id = tenant.current_district());
grant select, insert, delete on tenant.organisation_history to portal_app;
