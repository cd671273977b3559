-- Who holds which role, and how: by name, because everybody of an organisation does, or everybody of a post there.
-- Whether it is so on a day, is for whoever asks.
create view tenant.v_role_holding with (security_invoker = true) as
  select district_id, role_id, membership_id, 'person' as via, null::uuid as audience_id, begins_on, over_on
  from tenant.membership_role
  union all
  select a.district_id, a.role_id, m.id, case when a.post = '' then 'org' else 'post' end, a.id, a.begins_on, a.over_on
  from tenant.role_audience a
  join tenant.organisation top on top.district_id = a.district_id and top.id = a.org_id
  join tenant.organisation o on o.district_id = a.district_id and o.type <> 'department'
    and (o.id = top.id or (a.includes_below and o.path <@ top.path))
  join tenant.membership m on m.district_id = a.district_id and m.org_id = o.id
  where top.type <> 'department' and top.deleted_at is null and (a.post = '' or a.post = m.post)
  union all
  select a.district_id, a.role_id, m.id, case when a.post = '' then 'org' else 'post' end, a.id, a.begins_on, a.over_on
  from tenant.role_audience a
  join tenant.organisation top on top.district_id = a.district_id and top.id = a.org_id
  join tenant.organisation o on o.district_id = a.district_id and o.type = 'department'
    and (o.id = top.id or (a.includes_below and o.path <@ top.path))
  join tenant.membership m on m.district_id = a.district_id and m.department_id = o.id
  where top.type = 'department' and top.deleted_at is null and (a.post = '' or a.post = m.post);
grant select on tenant.v_role_holding to portal_app;
