-- An administrator has set the password, so its owner has to choose another one first.
alter table directory.account add column must_change_password boolean not null default false;

-- How often something was tried, each within a window: messages to one phone always, tries at a door while Redis is away.
create table directory.limit_counter (
  key     bytea primary key,
  count   int not null,
  ends_at timestamptz not null
);
-- the sweep takes those that are over
create index limit_counter_ends on directory.limit_counter (ends_at);
grant select, insert, update, delete on directory.limit_counter to portal_directory;
