-- The steps of a demo seed that are done, so that a seed that was killed continues where it ended. Written in the
-- transaction of the step, and deleted when the seed is finished.
create table tenant.seed_step (
  district_id int not null default tenant.current_district(),
  key         text not null,
  -- Encrypted: what the step returned and how far the generators of invented people are.
  state       bytea not null,
  done_at     timestamptz not null,
  primary key (district_id, key)
);
select tenant.wall('seed_step', 'select', 'insert', 'delete');
