-- What every tenant table needs after "create table", in one call:
--   select tenant.wall('loan', 'select', 'insert', 'update');
-- switches row-level security on, also for the owner, shows each district its own rows only, and grants the named
-- privileges to the application role. Without privileges the application reaches the table in no way.
create function tenant.wall(name text, variadic privileges text[] default '{}') returns void
  language plpgsql as $$
begin
  if not privileges <@ array['select', 'insert', 'update', 'delete'] then
    raise exception 'tenant.wall(%): privileges are select, insert, update, delete, not %', name, privileges;
  end if;
  execute format('alter table tenant.%I enable row level security', name);
  execute format('alter table tenant.%I force row level security', name);
  execute format('create policy own_district on tenant.%I using (district_id = tenant.current_district())', name);
  if cardinality(privileges) > 0 then
    execute format('grant %s on tenant.%I to portal_app', array_to_string(privileges, ', '), name);
  end if;
end $$;
revoke all on function tenant.wall(text, text[]) from public;
