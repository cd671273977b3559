-- Who did what: one row a write, inserted in the transaction of that write. Ids only; names are looked up when it is read.
create table tenant.operation_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  account_id  uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  route       text not null,
  title       text not null,
  object_ids  uuid[] not null default '{}',
  request_id  uuid not null,
  primary key (district_id, at, id)
) partition by range (at);

-- "操作日志" of an organisation, and of one person, newest first
create index operation_log_org on tenant.operation_log (district_id, org_id, at desc);
create index operation_log_user on tenant.operation_log (district_id, user_id, at desc);

alter table tenant.operation_log enable row level security;
alter table tenant.operation_log force row level security;
create policy own_district on tenant.operation_log using (district_id = tenant.current_district());
-- Nobody changes or removes what was logged.
grant select, insert on tenant.operation_log to portal_app;

select tenant.ensure_month_partitions('operation_log', '2026-11-01', 14);
