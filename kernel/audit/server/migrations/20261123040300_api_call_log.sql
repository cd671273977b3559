-- API call log: one row per call of the open interface, written in batches outside the request. No request body.
create table tenant.api_call_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  app_key     text not null check (length(app_key) <= 64),
  interface   text not null check (length(interface) <= 100),
  path        text not null check (length(path) <= 200),
  -- How many organisations were asked for, and how many rows were returned.
  org_count   int not null check (org_count >= 0),
  row_count   int not null check (row_count >= 0),
  http_status int not null,
  ret         int not null,
  outcome     text not null check (outcome in ('done', 'refused', 'failed')),
  ms          int not null check (ms >= 0),
  bytes       int not null check (bytes >= 0),
  address     text not null,
  -- Calls left of the day's quota; null without a quota.
  quota_left  int,
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- API调用日志 of an application, newest first
create index api_call_log_app on tenant.api_call_log (district_id, app_key, at desc);
-- rows of a time range in the order of the seal
create index api_call_log_logged on tenant.api_call_log (district_id, logged_at, id);
select tenant.wall('api_call_log', 'select', 'insert');
select tenant.ensure_month_partitions('api_call_log', (current_date - interval '3 months')::date, 17);

alter table tenant.log_seal drop constraint log_seal_log_check, add constraint log_seal_log_check check (log in
  ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event', 'entity_change', 'login_end',
   'api_call_log'));
