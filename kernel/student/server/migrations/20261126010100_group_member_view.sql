-- The pupils of free teaching groups by date. Read by other modules.
create view tenant.v_group_member with (security_invoker = true) as
  select district_id, id, group_id, student_id, begins_on, over_on from tenant.group_member;
grant select on tenant.v_group_member to portal_app;
