-- A saved view of a list, in an organisation; may be shared with colleagues there.
create table tenant.list_view (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  person_id   uuid not null,
  list        text not null check (length(list) between 1 and 60),
  name        text not null check (length(name) between 1 and 20),
  query       text not null check (length(query) <= 2000),
  is_shared   boolean not null default false,
  is_default  boolean not null default false,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  -- 已有同名视图; also finds a person's own views of a list
  constraint list_view_name unique (district_id, org_id, person_id, list, name)
);
-- one default view per list
create unique index list_view_default on tenant.list_view (district_id, org_id, person_id, list) where is_default;
-- views shared by colleagues
create index list_view_shared on tenant.list_view (district_id, org_id, list) where is_shared;
alter table tenant.list_view enable row level security;
alter table tenant.list_view force row level security;
create policy own_district on tenant.list_view using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.list_view to portal_app;

-- Draft of a form, saved every few seconds. It may contain personal data, so the whole value is encrypted.
create table tenant.draft (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  person_id   uuid not null,
  key         text not null check (length(key) between 1 and 80),
  value       bytea not null,
  saved_at    timestamptz not null,
  primary key (district_id, person_id, org_id, key)
);
-- nightly cleanup of drafts older than a month
create index draft_saved on tenant.draft (district_id, saved_at);
alter table tenant.draft enable row level security;
alter table tenant.draft force row level security;
create policy own_district on tenant.draft using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.draft to portal_app;
