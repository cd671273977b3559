-- What kernel/staff shows of two persons who may be one.
create view tenant.v_merge_proposal with (security_invoker = true) as
  select district_id, id, person_id, other_person_id, status, created_at, decided_at from tenant.merge_proposal;
grant select on tenant.v_merge_proposal to portal_app;
