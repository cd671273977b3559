-- What changed since a moment: the figures of these days are counted again.
alter table tenant.app_usage_day add column updated_at timestamptz not null default now();
create index app_usage_day_updated on tenant.app_usage_day (district_id, updated_at);

create or replace view tenant.v_app_usage_day with (security_invoker = true) as
select district_id, id, org_id, app_key, day, opens, users, hours, day::timestamp at time zone 'Asia/Shanghai' as created_at,
  updated_at
from tenant.app_usage_day;
