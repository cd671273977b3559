-- Who decides, when and with which opinion is kept by the approval. No installation is live, so
-- requests that wait in development databases are not carried over.
drop view tenant.v_data_export;
alter table tenant.data_export
  drop constraint data_export_two_people,
  drop constraint data_export_agreed,
  drop column decider_id,
  drop column opinion,
  drop column decided_at;
create view tenant.v_data_export with (security_invoker = true) as
  select e.district_id, e.id, coalesce(m.person_id, e.person_id) as person_id, e.org_id, e.title, e.description,
         e.column_titles, e.is_whole, e.reason, e.count, e.state, e.requested_at, e.task_id, e.failure, e.ended_at
  from tenant.data_export e
  left join tenant.v_membership m on m.district_id = e.district_id and m.id = e.user_id;
grant select on tenant.v_data_export to portal_app;
