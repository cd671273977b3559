-- What was changed about roles lately, for whoever watches over them.
create index role_change_time on tenant.role_change (district_id, changed_at desc);
