-- Which list of districts this cell has. Lists are numbered by the directory: an older one never replaces a newer one.
create table reference.district_list (version bigint not null);
insert into reference.district_list values (0);
grant select on reference.district_list to portal_app;

drop function reference.publish_districts(jsonb);
create function reference.publish_districts(list jsonb, list_version bigint) returns void
  language plpgsql security definer set search_path = reference, pg_temp as $$
begin
  update reference.district_list set version = list_version where version < list_version;
  if not found then return; end if;
  delete from reference.district where id not in (select (entry->>'id')::int from jsonb_array_elements(list) entry);
  insert into reference.district (id, cell, name, host, org_id, status)
    select (entry->>'id')::int, (entry->>'cell')::int, entry->>'name', entry->>'host', (entry->>'orgId')::uuid, entry->>'status'
    from jsonb_array_elements(list) entry
    on conflict (id) do update set cell = excluded.cell, name = excluded.name, host = excluded.host, org_id = excluded.org_id, status = excluded.status;
end $$;
revoke all on function reference.publish_districts(jsonb, bigint) from public;
grant execute on function reference.publish_districts(jsonb, bigint) to portal_app;
