-- The guardians who wait for the school to confirm them, for whoever counts them.
create view tenant.v_open_binding with (security_invoker = true) as
  select l.district_id, l.id, s.org_id
  from tenant.guardian_link l
  join tenant.student s on s.district_id = l.district_id and s.id = l.student_id
  where l.status = 'pending';
grant select on tenant.v_open_binding to portal_app;
