-- How many SMS the platform allows a district in a month, beside the quota that the district sets for itself.
create table tenant.sms_limit (
  district_id int primary key default tenant.current_district(),
  monthly     int not null check (monthly >= 0),
  changed_at  timestamptz not null
);
select tenant.wall('sms_limit', 'select', 'insert', 'update');
