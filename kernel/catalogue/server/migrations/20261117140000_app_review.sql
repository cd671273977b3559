-- Looking at grants has become a function of its own. A role that says itself whether it gives applications goes on
-- seeing them exactly so far. The owner looks past the wall for this one moment.
alter table tenant.role_permission no force row level security;
insert into tenant.role_permission (district_id, role_id, permission, scope, org_ids)
select district_id, role_id, 'app.review', scope, org_ids from tenant.role_permission where permission = 'app.grant'
on conflict do nothing;
alter table tenant.role_permission force row level security;
