-- External databases that the district may read. The password is encrypted and never returned.
create table tenant.data_source (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  name         text not null check (length(name) between 1 and 50),
  remark       text not null default '' check (length(remark) <= 200),
  kind         text not null check (kind in ('postgresql')),
  host         text not null,
  port         int not null check (port between 0 and 65535),
  database     text not null,
  user_name    text not null,
  password     bytea not null,
  is_encrypted boolean not null,
  status       text not null default 'untested' check (status in ('untested', 'fine', 'faulty', 'stopped')),
  -- Consecutive failed tests.
  failures     int not null default 0,
  tested_at    timestamptz,
  test_words   text not null default '',
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  updated_by   uuid not null,
  version      int not null default 1,
  primary key (district_id, id),
  constraint data_source_name unique (district_id, name)
);
alter table tenant.data_source enable row level security;
alter table tenant.data_source force row level security;
create policy own_district on tenant.data_source using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.data_source to portal_app;
