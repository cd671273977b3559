-- The applications that were ever opened, and whether somebody of an organisation did: one look for each application.
create index app_user_app on tenant.app_user (district_id, app_key, org_id);
