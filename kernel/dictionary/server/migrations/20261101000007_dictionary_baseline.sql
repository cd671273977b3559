-- Types that a district or a school has of its own. What the platform brings is code: nobody here can redefine it.
create table tenant.constant_type (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  code        text not null check (code ~ '^[A-Za-z0-9_]{1,40}$'),
  name        text not null check (length(name) between 1 and 30),
  about       text not null default '' check (length(about) <= 100),
  is_tree     boolean not null,
  -- schools may have values of their own in it
  is_open     boolean not null,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  -- 编码已存在; it also finds the types on the way to an organisation
  constraint constant_type_code primary key (district_id, org_id, code),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.constant_type enable row level security;
alter table tenant.constant_type force row level security;
create policy own_district on tenant.constant_type using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.constant_type to portal_app;

-- Values that a district or a school has added, to a type of its own or to one that it may add to. What is in use is
-- switched off and not deleted, because records still show its name.
create table tenant.constant_item (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  type_code   text not null check (type_code ~ '^[A-Za-z0-9_]{1,40}$'),
  code        text not null check (code ~ '^[A-Za-z0-9_]{1,40}$'),
  -- its first name; see constant_rename
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
-- every value of a type: what a form offers, and whether a code is taken anywhere in the district
create index constant_item_type on tenant.constant_item (district_id, type_code, code);
alter table tenant.constant_item enable row level security;
alter table tenant.constant_item force row level security;
create policy own_district on tenant.constant_item using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.constant_item to portal_app;

-- From a day on a value has another name: records of earlier days go on showing the one of their day.
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

-- What the district does otherwise with a value of the platform: it may hide it and put it elsewhere, never rename it.
create table tenant.constant_difference (
  district_id int not null default tenant.current_district(),
  type_code   text not null,
  code        text not null,
  is_enabled  boolean,
  sort        int,
  updated_at  timestamptz not null,
  primary key (district_id, type_code, code)
);
alter table tenant.constant_difference enable row level security;
alter table tenant.constant_difference force row level security;
create policy own_district on tenant.constant_difference using (district_id = tenant.current_district());
grant select, insert, update on tenant.constant_difference to portal_app;
