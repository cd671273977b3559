-- The transfers that wait for a decision, for whoever counts them.
create view tenant.v_open_staff_change with (security_invoker = true) as
  select district_id, id, from_org_id, to_org_id from tenant.staff_change where status in (0, 4);
grant select on tenant.v_open_staff_change to portal_app;
create index staff_change_waiting on tenant.staff_change (district_id, created_at) where status in (0, 4);
