-- The different titles of a month, each by one step, and the rows of a rare one: a word in a title is searched in the
-- titles, not in the rows.
create index operation_log_title on tenant.operation_log (district_id, title, at desc);
create index security_event_title on tenant.security_event (district_id, title, at desc);
-- The details of a change of identity data; not all ids have the time of their row.
create index identity_log_id on tenant.identity_log (district_id, id);

-- Searches of archived logs. A task reads the files; the rows that it found are kept for a week, as the files have them.
-- They are shown to whoever asked, under the scope of that moment.
create table tenant.archive_search (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  log         text not null check (log in ('operation_log', 'login_log')),
  person_id   uuid not null,
  org_id      uuid not null,
  from_on     date not null,
  to_on       date not null check (to_on >= from_on),
  keyword     text not null check (length(keyword) <= 100),
  asked_at    timestamptz not null,
  -- Null while it is waiting or running.
  ended_at    timestamptz,
  -- The newest rows, and whether there are more.
  lines       text[] not null default '{}',
  is_cut      boolean not null default false,
  primary key (district_id, id)
);
-- searches of a person, newest first
create index archive_search_person on tenant.archive_search (district_id, person_id, log, asked_at desc);
-- those that are running, and those that are deleted after a week
create index archive_search_asked on tenant.archive_search (district_id, asked_at);
select tenant.wall('archive_search', 'select', 'insert', 'update', 'delete');
