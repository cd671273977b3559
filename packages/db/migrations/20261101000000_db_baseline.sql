-- Cell: "tenant" is the data of the districts, "reference" copies of global data, "pub" published data.
create schema tenant;
create schema reference;
create schema pub;
grant usage on schema tenant, reference to portal_app;
grant usage on schema pub to portal_public;

-- District of the current transaction, or null: then no row matches and none can be inserted. nullif, because a setting
-- that was once set locally reads as '' afterwards.
create function tenant.current_district() returns int
  language sql stable parallel safe
  return nullif(current_setting('app.district_id', true), '')::int;
grant execute on function tenant.current_district() to portal_app;

-- All districts of the installation and their cells. Each cell has the whole list, so that it can serve signed-in users
-- while the directory is down.
create table reference.district (
  id     int primary key,
  cell   int not null,
  name   text not null,
  host   text unique,
  org_id uuid not null,
  status text not null
);
grant select on reference.district to portal_app;

-- Creates monthly partitions of a table. The application role may not create tables, but may call this function. A
-- partition needs its own row-level security; it is not granted to anybody.
create function tenant.ensure_month_partitions(parent text, first date, months int) returns void
  language plpgsql security definer set search_path = tenant, pg_temp as $$
declare
  month date := date_trunc('month', first);
  child text;
begin
  if not exists (select from pg_partitioned_table p join pg_class c on c.oid = p.partrelid where c.relnamespace = 'tenant'::regnamespace and c.relname = parent) then
    raise exception '% is no partitioned table', parent;
  end if;
  for i in 1 .. months loop
    child := format('%s_%s', parent, to_char(month, 'YYYYMM'));
    if to_regclass(format('tenant.%I', child)) is null then
      execute format('create table tenant.%I partition of tenant.%I for values from (%L) to (%L)', child, parent, month, month + interval '1 month');
      execute format('alter table tenant.%I enable row level security', child);
      execute format('alter table tenant.%I force row level security', child);
      execute format('create policy own_district on tenant.%I using (district_id = tenant.current_district())', child);
    end if;
    month := month + interval '1 month';
  end loop;
end $$;
revoke all on function tenant.ensure_month_partitions(text, date, int) from public;
grant execute on function tenant.ensure_month_partitions(text, date, int) to portal_app;

-- Version of the district list in this cell: an older list never replaces a newer one.
create table reference.district_list (version bigint not null);
insert into reference.district_list values (0);
grant select on reference.district_list to portal_app;

-- Replaces the district list. The application role cannot write reference data otherwise.
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
