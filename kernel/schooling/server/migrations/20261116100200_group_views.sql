-- Whom a group is for, and who teaches it on which days: for the modules above.
create view tenant.v_teaching_group with (security_invoker = true) as
  select district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, name, capacity from tenant.teaching_group;
grant select on tenant.v_teaching_group to portal_app;

create view tenant.v_teaching_assignment with (security_invoker = true) as
  select district_id, id, group_id, user_id, role, begins_on, over_on from tenant.teaching_assignment;
grant select on tenant.v_teaching_assignment to portal_app;
