-- The DingTalk of a district: one company, one application in it. The secret is encrypted.
create table tenant.dingtalk (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  dd_id         text not null,
  corp_id       text not null,
  client_id     text not null,
  client_secret bytea not null,
  created_at    timestamptz not null,
  primary key (district_id, id),
  constraint dingtalk_dd_id unique (district_id, dd_id),
  constraint dingtalk_corp unique (district_id, corp_id)
);
alter table tenant.dingtalk enable row level security;
alter table tenant.dingtalk force row level security;
create policy own_district on tenant.dingtalk using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.dingtalk to portal_app;
