-- the details of a sign-in
create index login_log_id on tenant.login_log (district_id, id);
