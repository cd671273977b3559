-- A higher limit of calls for one application on one day.
create table tenant.app_day_quota (
  district_id int not null default tenant.current_district(),
  app_key     text not null,
  day         date not null,
  day_calls   int not null check (day_calls > 0),
  reason      text not null check (length(reason) <= 200),
  raised_by   uuid not null,
  raised_at   timestamptz not null,
  primary key (district_id, app_key, day),
  foreign key (district_id, app_key) references tenant.application (district_id, key),
  foreign key (district_id, raised_by) references tenant.person (district_id, id)
);
create index app_day_quota_by on tenant.app_day_quota (district_id, raised_by);
select tenant.wall('app_day_quota', 'select', 'insert', 'update');
