-- The first migrations made partitions for fourteen months from November 2026. An installation that is made later than
-- that, or left without its nightly jobs, would have none for its own month: from three months ago to a year from now.
do $$
declare
  parent text;
begin
  for parent in
    select c.relname from pg_partitioned_table p join pg_class c on c.oid = p.partrelid
    where c.relnamespace = 'tenant'::regnamespace
  loop
    perform tenant.ensure_month_partitions(parent, (current_date - interval '3 months')::date, 3 + 13);
  end loop;
end $$;
