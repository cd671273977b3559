-- For modules above: which roles there are, and whose.
create view tenant.v_role with (security_invoker = true) as
  select district_id, id, org_id, title, template from tenant.role;
grant select on tenant.v_role to portal_app;
