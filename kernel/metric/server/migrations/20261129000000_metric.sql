-- The figures of one organisation and day, without those below it. The row with empty dims is the whole of the
-- organisation; the others divide it. A day off has no row. There is no foreign key to the organisation: what was counted
-- for one that has ended stays.
create table tenant.metric_fact (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  code        text not null check (length(code) between 1 and 60),
  day         date not null,
  -- As in a query: kind=sick. Sorted by name.
  dims        text not null default '' check (length(dims) <= 200),
  value       numeric not null,
  -- Of a rate: what the value is divided by.
  total       numeric,
  -- When the figure got this value.
  counted_at  timestamptz not null,
  -- Included: a year of a district is read from the index alone.
  primary key (district_id, org_id, code, day, dims) include (value, total, counted_at)
) partition by range (day);
select tenant.wall('metric_fact', 'select', 'insert', 'update', 'delete');
select tenant.ensure_month_partitions('metric_fact', (current_date - interval '3 months')::date, 17);

-- The same of an organisation with all below it, for those that have some below them.
create table tenant.metric_rollup (
  district_id int not null default tenant.current_district(),
  node_id     uuid not null,
  code        text not null check (length(code) between 1 and 60),
  day         date not null,
  dims        text not null default '' check (length(dims) <= 200),
  -- Null: organisations were expected, and none has reported.
  value       numeric,
  total       numeric,
  -- How many organisations have a figure, and how many should have one; of the row with empty dims.
  reported    int not null,
  expected    int not null check (expected >= reported),
  counted_at  timestamptz not null,
  primary key (district_id, node_id, code, day, dims) include (value, total, reported, expected, counted_at)
) partition by range (day);
select tenant.wall('metric_rollup', 'select', 'insert', 'update', 'delete');
select tenant.ensure_month_partitions('metric_rollup', (current_date - interval '3 months')::date, 17);

-- Exceptions only: an organisation with a figure has reported, one without has a day off, unless it is here.
create table tenant.metric_report (
  district_id int not null default tenant.current_district(),
  code        text not null check (length(code) between 1 and 60),
  org_id      uuid not null,
  day         date not null,
  -- late: the figure came after the day had been counted without it.
  state       text not null check (state in ('missing', 'late')),
  changed_at  timestamptz not null,
  primary key (district_id, org_id, code, day)
);
-- who is missing on a day
create index metric_report_missing on tenant.metric_report (district_id, code, day) where state = 'missing';
select tenant.wall('metric_report', 'select', 'insert', 'update', 'delete');

-- What has to be added up again along the organisation path, and before that counted again if something was reported late.
create table tenant.metric_due (
  district_id  int not null default tenant.current_district(),
  code         text not null check (length(code) between 1 and 60),
  org_id       uuid not null,
  day          date not null,
  is_recounted boolean not null,
  due_at       timestamptz not null,
  primary key (district_id, code, org_id, day)
);
-- the oldest first
create index metric_due_at on tenant.metric_due (district_id, due_at);
select tenant.wall('metric_due', 'select', 'insert', 'update', 'delete');

-- Where organisations stood on which days: a school that moves leaves its history with the former parents.
create table tenant.metric_position (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  path        ltree not null,
  from_on     date not null,
  over_on     date check (over_on > from_on),
  primary key (district_id, org_id, from_on)
);
select tenant.wall('metric_position', 'select', 'insert', 'update');

-- The districts of a cell with something due, in one statement for the job of every minute; with the rights of its caller.
create function tenant.list_districts_with_due_metrics(in_cell int, moment timestamptz) returns setof int
  language plpgsql as $$
declare
  one int;
begin
  for one in select d.id from reference.district d where d.cell = in_cell order by d.id loop
    perform set_config('app.district_id', one::text, true);
    if exists (select from tenant.metric_due m where m.due_at <= moment) then
      return next one;
    end if;
  end loop;
  perform set_config('app.district_id', '', true);
end $$;
revoke all on function tenant.list_districts_with_due_metrics(int, timestamptz) from public;
grant execute on function tenant.list_districts_with_due_metrics(int, timestamptz) to portal_app;
