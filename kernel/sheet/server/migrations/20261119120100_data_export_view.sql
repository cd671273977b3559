-- The records of exports. They follow the membership that requested them to its person, who may have been merged.
create view tenant.v_data_export with (security_invoker = true) as
  select e.district_id, e.id, coalesce(m.person_id, e.person_id) as person_id, e.org_id, e.title, e.description,
         e.column_titles, e.is_whole, e.reason, e.count, e.state, e.requested_at, e.decider_id, e.opinion, e.decided_at,
         e.task_id, e.failure, e.ended_at
  from tenant.data_export e
  left join tenant.v_membership m on m.district_id = e.district_id and m.id = e.user_id;
grant select on tenant.v_data_export to portal_app;
