-- Settings of an organisation; they apply to all organisations below, the nearest one wins.
create table tenant.setting (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  key         text not null,
  value       jsonb not null,
  updated_at  timestamptz not null,
  -- Keys that organisations below must not change.
  fixed       text[] not null default '{}',
  -- Key → the organisation above that set the value here and keeps it.
  pinned      jsonb not null default '{}',
  version     int not null default 1,
  primary key (district_id, org_id, key),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- all rows of one type: comparing schools, pushing settings to schools
create index setting_type on tenant.setting (district_id, key);
alter table tenant.setting enable row level security;
alter table tenant.setting force row level security;
create policy own_district on tenant.setting using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.setting to portal_app;

-- All versions of a setting, to compare and restore them.
create table tenant.setting_history (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  key         text not null,
  version     int not null,
  value       jsonb not null,
  fixed       text[] not null,
  pinned      jsonb not null,
  cause       text not null check (cause in ('save', 'restore', 'push', 'undo', 'system')),
  push_id     uuid,
  person_id   uuid,
  created_at  timestamptz not null,
  primary key (district_id, org_id, key, version),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- undoing a push
create index setting_history_push on tenant.setting_history (district_id, push_id) where push_id is not null;
alter table tenant.setting_history enable row level security;
alter table tenant.setting_history force row level security;
create policy own_district on tenant.setting_history using (district_id = tenant.current_district());
grant select, insert on tenant.setting_history to portal_app;

-- Tags of an organisation's own lists, such as reasons for leave. A tag no longer used is disabled instead of deleted,
-- because records refer to it.
create table tenant.setting_tag (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  type        text not null check (length(type) between 1 and 40),
  name        text not null check (length(name) between 1 and 20),
  color       text not null check (color ~ '^[a-z]{0,20}$'),
  sort        int not null,
  is_enabled  boolean not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  -- 名称已存在; also finds the tags of a list. Deferrable: two tags may exchange their names in one statement.
  constraint setting_tag_name unique (district_id, org_id, type, name) deferrable initially immediate
);
alter table tenant.setting_tag enable row level security;
alter table tenant.setting_tag force row level security;
create policy own_district on tenant.setting_tag using (district_id = tenant.current_district());
grant select, insert, update on tenant.setting_tag to portal_app;
