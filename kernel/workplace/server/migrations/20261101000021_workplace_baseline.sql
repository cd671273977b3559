-- DingTalk company and application of a district. The secret is encrypted.
create table tenant.dingtalk (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  dd_id         text not null,
  corp_id       text not null,
  client_id     text not null,
  client_secret bytea not null,
  created_at    timestamptz not null,
  -- Id of the application as sender of work notices.
  agent_id      bigint,
  primary key (district_id, id),
  constraint dingtalk_dd_id unique (district_id, dd_id),
  constraint dingtalk_corp unique (district_id, corp_id)
);
alter table tenant.dingtalk enable row level security;
alter table tenant.dingtalk force row level security;
create policy own_district on tenant.dingtalk using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.dingtalk to portal_app;

-- DingTalk user id of a person in a company, looked up once by the bound union id. Hashed and encrypted.
create table tenant.dingtalk_user (
  district_id  int not null default tenant.current_district(),
  corp_id      text not null,
  union_hash   bytea not null,
  -- Null: DingTalk knows no user with that union id in the company.
  user_id      bytea,
  requested_at timestamptz not null,
  primary key (district_id, corp_id, union_hash)
);
alter table tenant.dingtalk_user enable row level security;
alter table tenant.dingtalk_user force row level security;
create policy own_district on tenant.dingtalk_user using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.dingtalk_user to portal_app;
