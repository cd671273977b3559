-- The ledger of what leaves as a spreadsheet: who asked for what, who agreed, and what was written. Nothing is ever deleted.
create table tenant.data_export (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  -- who asked; as whom and where
  person_id      uuid not null,
  user_id        uuid not null,
  account_id     uuid not null,
  org_id         uuid not null,
  source         text not null check (length(source) between 1 and 31),
  -- as the list was called then: it may be gone when somebody looks
  title          text not null check (length(title) between 1 and 40),
  measure        text not null check (length(measure) between 1 and 4),
  is_of_people   boolean not null,
  -- sealed: a keyword may be somebody's phone number
  filter         bytea not null,
  words          bytea not null,
  columns        text[] not null check (cardinality(columns) > 0),
  column_titles  text[] not null,
  is_whole       boolean not null,
  -- the same question by the same person, as a keyed hash: asked twice it is one
  asked_hash     bytea not null,
  -- sealed: people write names and numbers into it
  reason         bytea not null,
  count          int not null check (count >= 0),
  needs_approval boolean not null,
  state          text not null
                 check (state in ('waiting', 'running', 'done', 'refused', 'cancelled', 'expired', 'failed')),
  asked_at       timestamptz not null,
  decider_id     uuid,
  opinion        bytea,
  decided_at     timestamptz,
  task_id        uuid,
  file_id        uuid,
  -- what stands in the file
  row_count      int check (row_count >= 0),
  -- why nothing came of it
  failure        text not null default '' check (length(failure) <= 300),
  ended_at       timestamptz,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, decider_id) references tenant.person (district_id, id),
  constraint data_export_ended check ((ended_at is not null) = (state in ('done', 'refused', 'cancelled', 'expired', 'failed'))),
  constraint data_export_two_people check (decider_id <> person_id),
  -- what needs a second person is not under way without one
  constraint data_export_agreed check (
    not needs_approval or state in ('waiting', 'cancelled', 'expired') or decider_id is not null
  ),
  constraint data_export_written check (state <> 'done' or (file_id is not null and row_count is not null))
);
-- one's own, newest first; what one has taken today
create index data_export_person on tenant.data_export (district_id, person_id, asked_at desc);
-- those of an organisation, newest first
create index data_export_org on tenant.data_export (district_id, org_id, asked_at desc);
-- what waits for a second person, and since when
create index data_export_waiting on tenant.data_export (district_id, asked_at) where state = 'waiting';
-- the one that a task was for
create unique index data_export_task on tenant.data_export (district_id, task_id) where task_id is not null;

alter table tenant.data_export enable row level security;
alter table tenant.data_export force row level security;
create policy own_district on tenant.data_export using (district_id = tenant.current_district());
grant select, insert, update on tenant.data_export to portal_app;
