-- Included: who used an application in a year is read from the index alone.
alter table tenant.app_user
  drop constraint app_user_pkey,
  add primary key (district_id, org_id, app_key, user_id) include (used_on);
