-- How often an application called an interface on a day, written together with the calls: sums of a year, and the quota of
-- today, are read without reading the calls.
create table tenant.api_call_day (
  district_id int not null default tenant.current_district(),
  app_key     text not null,
  day         date not null,
  interface   text not null,
  calls       int not null,
  -- Those that count for the day's quota.
  counted     int not null,
  errors      int not null,
  primary key (district_id, app_key, day, interface)
);
-- The days of all applications.
create index api_call_day_day on tenant.api_call_day (district_id, day) include (app_key, calls, errors);
select tenant.wall('api_call_day', 'select', 'insert', 'update');

insert into tenant.api_call_day (district_id, app_key, day, interface, calls, counted, errors)
select district_id, app_key, (at at time zone 'Asia/Shanghai')::date, interface, count(*),
  count(*) filter (where quota_left is not null and http_status < 500 and http_status <> 429),
  count(*) filter (where outcome <> 'done')
from tenant.api_call_log group by 1, 2, 3, 4;
