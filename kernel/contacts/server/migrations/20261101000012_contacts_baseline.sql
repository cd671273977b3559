-- Who may see a person's own phone number, and quiet hours. Without a row the default of the district applies.
create table tenant.contact_setting (
  district_id    int not null default tenant.current_district(),
  person_id      uuid not null,
  scope          text not null check (scope in ('district', 'school', 'leaders', 'nobody')),
  parent_visible boolean not null default false,
  -- Minutes after midnight; the end may be on the next day.
  quiet_from     smallint check (quiet_from between 0 and 1439),
  quiet_to       smallint check (quiet_to between 0 and 1439),
  version        int not null default 1,
  updated_at     timestamptz not null,
  primary key (district_id, person_id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  constraint contact_setting_quiet_whole check ((quiet_from is null) = (quiet_to is null))
);
alter table tenant.contact_setting enable row level security;
alter table tenant.contact_setting force row level security;
create policy own_district on tenant.contact_setting using (district_id = tenant.current_district());
grant select, insert, update on tenant.contact_setting to portal_app;

-- Favourite contacts of a person.
create table tenant.contact_favourite (
  district_id int not null default tenant.current_district(),
  owner_id    uuid not null,
  person_id   uuid not null,
  created_at  timestamptz not null,
  primary key (district_id, owner_id, person_id),
  foreign key (district_id, owner_id) references tenant.person (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.contact_favourite enable row level security;
alter table tenant.contact_favourite force row level security;
create policy own_district on tenant.contact_favourite using (district_id = tenant.current_district());
grant select, insert, delete on tenant.contact_favourite to portal_app;

-- Named contact groups of a person.
create table tenant.contact_group (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  owner_id    uuid not null,
  name        text not null check (length(name) between 1 and 20),
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, owner_id) references tenant.person (district_id, id),
  -- 已有同名群组; also finds the groups of an owner
  constraint contact_group_name unique (district_id, owner_id, name)
);
alter table tenant.contact_group enable row level security;
alter table tenant.contact_group force row level security;
create policy own_district on tenant.contact_group using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.contact_group to portal_app;

create table tenant.contact_group_member (
  district_id int not null default tenant.current_district(),
  group_id    uuid not null,
  person_id   uuid not null,
  primary key (district_id, group_id, person_id),
  foreign key (district_id, group_id) references tenant.contact_group (district_id, id) on delete cascade,
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
alter table tenant.contact_group_member enable row level security;
alter table tenant.contact_group_member force row level security;
create policy own_district on tenant.contact_group_member using (district_id = tenant.current_district());
grant select, insert, delete on tenant.contact_group_member to portal_app;
