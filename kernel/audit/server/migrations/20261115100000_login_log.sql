-- While somebody visits another organisation, what they do there is logged with where they come from.
alter table tenant.operation_log add column home_org_id uuid;

-- Who came in by which door, and who was turned away: one row a try of a known account.
create table tenant.login_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  account_id  uuid not null,
  person_id   uuid,
  user_id     uuid,
  org_id      uuid,
  session_id  uuid,
  door        text not null,
  outcome     text not null,
  address     text not null,
  agent       text not null,
  request_id  uuid not null,
  primary key (district_id, at, id)
) partition by range (at);
-- "登录日志" of an organisation, and of one account, newest first
create index login_log_org on tenant.login_log (district_id, org_id, at desc);
create index login_log_account on tenant.login_log (district_id, account_id, at desc);
alter table tenant.login_log enable row level security;
alter table tenant.login_log force row level security;
create policy own_district on tenant.login_log using (district_id = tenant.current_district());
grant select, insert on tenant.login_log to portal_app;

-- What changed about who somebody is: password, phone, ID number, bindings, trusted devices. Kinds, never values.
create table tenant.identity_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  account_id  uuid not null,
  person_id   uuid not null,
  org_id      uuid not null,
  kind        text not null,
  by_account_id uuid not null,
  address     text not null,
  request_id  uuid not null,
  primary key (district_id, at, id)
) partition by range (at);
-- "身份认证调整日志" of one person, newest first
create index identity_log_person on tenant.identity_log (district_id, person_id, at desc);
alter table tenant.identity_log enable row level security;
alter table tenant.identity_log force row level security;
create policy own_district on tenant.identity_log using (district_id = tenant.current_district());
grant select, insert on tenant.identity_log to portal_app;

select tenant.ensure_month_partitions('login_log', '2026-11-01', 14);
select tenant.ensure_month_partitions('identity_log', '2026-11-01', 14);
