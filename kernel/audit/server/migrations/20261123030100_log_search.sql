-- 操作日志 of a person, newest first. Nothing was ever looked up by the membership alone.
create index operation_log_person on tenant.operation_log (district_id, person_id, at desc);
drop index tenant.operation_log_user;

-- The objects of an operation, a row each, to find the operations of one object. An index over the array would not be
-- used: its operators are not leakproof, so row-level security is checked first.
create table tenant.operation_object (
  district_id int not null default tenant.current_district(),
  object_id   uuid not null,
  at          timestamptz not null,
  -- Of the operation.
  id          uuid not null,
  -- It is read by object only, so one index is enough.
  primary key (district_id, object_id, at, id)
) partition by range (at);
select tenant.wall('operation_object', 'select', 'insert');
select tenant.ensure_month_partitions('operation_object', (current_date - interval '3 months')::date, 17);

-- Masked values of what was changed (138****5678), how the person proved to be entitled; empty where unknown.
alter table tenant.identity_log
  add column before text not null default '',
  add column after text not null default '',
  add column way text not null default '';
-- 身份认证调整日志 of an organisation's staff, newest first
create index identity_log_org on tenant.identity_log (district_id, org_id, at desc);

-- What an operation changed is sealed like the operation itself.
alter table tenant.log_seal drop constraint log_seal_log_check;
alter table tenant.log_seal add constraint log_seal_log_check check (log in
  ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event', 'entity_change'));
