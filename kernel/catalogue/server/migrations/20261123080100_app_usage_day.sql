-- How often an application was opened in an organisation on a day, and by how many people: one row for each. It is
-- written together with the openings, so that a year of a district is read without reading the openings of everybody.
create table tenant.app_usage_day (
  district_id int not null default tenant.current_district(),
  -- Derived from organisation, application and day.
  id          uuid not null,
  org_id      uuid not null,
  app_key     text not null,
  day         date not null,
  opens       int not null,
  users       int not null,
  -- The openings of each of the 24 hours.
  hours       int[] not null check (cardinality(hours) = 24),
  primary key (district_id, id)
);
-- The days of a school, and the sums of a district, from the index alone.
create index app_usage_day_org on tenant.app_usage_day (district_id, org_id, day desc) include (app_key, opens, users);
-- The list of a district, newest day first.
create index app_usage_day_list on tenant.app_usage_day (district_id, day desc, opens desc, id desc);
-- The days of one application.
create index app_usage_day_app on tenant.app_usage_day (district_id, app_key, day desc);
select tenant.wall('app_usage_day', 'select', 'insert', 'update');

-- When somebody last opened an application: the users of the last days are counted here.
create table tenant.app_user (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  app_key     text not null,
  user_id     uuid not null,
  used_on    date not null,
  primary key (district_id, org_id, app_key, user_id)
);
select tenant.wall('app_user', 'select', 'insert', 'update');

-- The openings so far. Their hours are those of the last opening of each day.
insert into tenant.app_usage_day (district_id, id, org_id, app_key, day, opens, users, hours)
select district_id, md5(org_id || ' ' || app_key || ' ' || to_char(day, 'YYYY-MM-DD'))::uuid, org_id, app_key, day,
  max(opens), max(users), array_agg(in_hour order by n)
from (
  select district_id, org_id, app_key, day, n, sum(times) as opens, count(*) as users,
    coalesce(sum(times) filter (where hour = n), 0)::int as in_hour
  from (
    select district_id, org_id, app_key, times, (at at time zone 'Asia/Shanghai')::date as day,
      extract(hour from last_at at time zone 'Asia/Shanghai')::int as hour
    from tenant.app_opening
  ) as opened cross join generate_series(0, 23) as n
  group by district_id, org_id, app_key, day, n
) as hourly
group by district_id, org_id, app_key, day;

insert into tenant.app_user (district_id, org_id, app_key, user_id, used_on)
select district_id, org_id, app_key, user_id, max((at at time zone 'Asia/Shanghai')::date)
from tenant.app_opening group by district_id, org_id, app_key, user_id;

create view tenant.v_app_usage_day with (security_invoker = true) as
select district_id, id, org_id, app_key, day, opens, users, hours, day::timestamp at time zone 'Asia/Shanghai' as created_at
from tenant.app_usage_day;
create view tenant.v_app_user with (security_invoker = true) as
select district_id, org_id, app_key, user_id, used_on from tenant.app_user;
grant select on tenant.v_app_usage_day, tenant.v_app_user to portal_app;
