-- Until which moment something is done: the changes of a source were asked for, or the nights were counted.
create table tenant.metric_bookmark (
  district_id int not null default tenant.current_district(),
  -- The key of a source of changes, or night.
  name        text not null check (length(name) between 1 and 60),
  until       timestamptz not null,
  primary key (district_id, name)
);
select tenant.wall('metric_bookmark', 'select', 'insert', 'update');

-- A figure that is counted again, and is the same, need not be added up again, unless it waited for that before.
alter table tenant.metric_due add column is_summed boolean not null default true;
