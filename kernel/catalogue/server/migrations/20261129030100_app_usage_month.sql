-- The openings of an application in an organisation in a month: a year of a district is read from a thirtieth of its days.
create table tenant.app_usage_month (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  app_key     text not null,
  -- The first day.
  month       date not null,
  opens       int not null,
  primary key (district_id, org_id, month, app_key) include (opens)
);
-- The owner of the tables sees no rows of any district while row-level security holds for it too.
alter table tenant.app_usage_day no force row level security;
insert into tenant.app_usage_month (district_id, org_id, app_key, month, opens)
select district_id, org_id, app_key, date_trunc('month', day)::date, sum(opens)
from tenant.app_usage_day group by 1, 2, 3, 4;
alter table tenant.app_usage_day force row level security;
select tenant.wall('app_usage_month', 'select', 'insert', 'update');
