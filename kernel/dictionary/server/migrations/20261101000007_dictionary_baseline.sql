-- Constant types defined by a district or a school. Types of the platform are defined in code and cannot be redefined
-- here.
create table tenant.constant_type (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  code        text not null check (code ~ '^[A-Za-z0-9_]{1,40}$'),
  name        text not null check (length(name) between 1 and 30),
  about       text not null default '' check (length(about) <= 100),
  is_tree     boolean not null,
  -- Schools may add values of their own.
  is_open     boolean not null,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- 编码已存在; also finds the types of the organisations above
  constraint constant_type_code primary key (district_id, org_id, code),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.constant_type enable row level security;
alter table tenant.constant_type force row level security;
create policy own_district on tenant.constant_type using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.constant_type to portal_app;

-- Values added by a district or a school. A value in use is disabled instead of deleted, because records still show its
-- name.
create table tenant.constant_item (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  type_code   text not null check (type_code ~ '^[A-Za-z0-9_]{1,40}$'),
  code        text not null check (code ~ '^[A-Za-z0-9_]{1,40}$'),
  -- The first name; later names are in constant_rename.
  name        text not null check (length(name) between 1 and 60),
  parent_code text not null default '' check (length(parent_code) <= 40),
  sort        int not null,
  is_enabled  boolean not null default true,
  from_on     date,
  to_on       date check (to_on >= from_on),
  ext         jsonb not null default '{}',
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- 编码已存在
  constraint constant_item_code primary key (district_id, org_id, type_code, code),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- all values of a type: options of a form; uniqueness of a code in the district
create index constant_item_type on tenant.constant_item (district_id, type_code, code);
alter table tenant.constant_item enable row level security;
alter table tenant.constant_item force row level security;
create policy own_district on tenant.constant_item using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.constant_item to portal_app;

-- A new name of a value from a day on. Records of earlier days show the name of their day.
create table tenant.constant_rename (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  type_code   text not null,
  code        text not null,
  from_on     date not null,
  name        text not null check (length(name) between 1 and 60),
  primary key (district_id, org_id, type_code, code, from_on),
  foreign key (district_id, org_id, type_code, code)
    references tenant.constant_item (district_id, org_id, type_code, code)
);
alter table tenant.constant_rename enable row level security;
alter table tenant.constant_rename force row level security;
create policy own_district on tenant.constant_rename using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.constant_rename to portal_app;

-- Changes of the district to values of the platform: it may hide and reorder them, but not rename them.
create table tenant.constant_override (
  district_id int not null default tenant.current_district(),
  type_code   text not null,
  code        text not null,
  is_enabled  boolean,
  sort        int,
  updated_at  timestamptz not null,
  primary key (district_id, type_code, code)
);
alter table tenant.constant_override enable row level security;
alter table tenant.constant_override force row level security;
create policy own_district on tenant.constant_override using (district_id = tenant.current_district());
grant select, insert, update on tenant.constant_override to portal_app;
