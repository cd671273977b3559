-- A file that somebody imports, and how far that is. What it holds is sealed: it is people's data that nobody has agreed to yet.
create table tenant.import_batch (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  target       text not null check (length(target) between 1 and 31),
  -- what is imported into
  org_id       uuid not null,
  -- whose it is; as whom and from where it was begun
  person_id    uuid not null,
  user_id      uuid not null,
  account_id   uuid not null,
  at_org_id    uuid not null,
  file_name    text not null check (length(file_name) between 1 and 200),
  suffix       text not null check (suffix in ('xlsx', 'xls', 'csv')),
  sha256       bytea not null check (length(sha256) = 32),
  status       text not null default 'reading' check (status in
                 ('reading', 'mapping', 'checking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed', 'discarded')),
  words        text not null default '' check (length(words) <= 300),
  row_count    int not null default 0 check (row_count >= 0),
  -- which column of the file is which of the target: [{at, key, how}]
  mapping      jsonb not null default '[]',
  -- sealed: name of the sheet, headings, first values
  head         bytea,
  mode         text check (mode in ('all', 'good')),
  -- sealed: what applying did
  report       bytea,
  -- what is under way, or was last
  task_id      uuid,
  created_at   timestamptz not null,
  applied_at   timestamptz,
  undo_ends_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one's own of the last days, newest first
create index import_batch_person on tenant.import_batch (district_id, person_id, created_at desc);
-- whether this file was imported before
create index import_batch_file on tenant.import_batch (district_id, sha256) where applied_at is not null;
-- which batch a task that ended was working on
create index import_batch_task on tenant.import_batch (district_id, task_id);
-- the sweep takes what was begun a week ago
create index import_batch_created on tenant.import_batch (district_id, created_at);
alter table tenant.import_batch enable row level security;
alter table tenant.import_batch force row level security;
create policy own_district on tenant.import_batch using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_batch to portal_app;

create table tenant.import_row (
  district_id int not null default tenant.current_district(),
  batch_id    uuid not null,
  -- as Excel counts them
  row_no      int not null check (row_no > 0),
  state       text not null default 'read' check (state in ('read', 'new', 'changed', 'same', 'wrong', 'skipped')),
  is_repaired boolean not null default false,
  -- what is wrong, as column:code; and what can be pressed, as column:code|cure
  kinds       text[] not null default '{}',
  cures       text[] not null default '{}',
  -- hashes of what no other row of the file may have
  keys        bytea[] not null default '{}',
  -- sealed: the cells as they came
  raw         bytea not null,
  -- sealed: what was changed, what is understood, and what importing it would do
  checked     bytea,
  -- the order in which rows were applied; and, sealed, what is needed to undo that
  effect_no   int,
  effect      bytea,
  primary key (district_id, batch_id, row_no),
  foreign key (district_id, batch_id) references tenant.import_batch (district_id, id)
);
-- The groups of what is wrong, and pages of them. Only of those: another index over all rows of a batch would be taken for
-- walking through them in their order, as long as nobody has counted a table that has just been filled, and sorted each time.
create index import_row_wrong on tenant.import_row (district_id, batch_id, row_no) where state = 'wrong';
-- undoing goes backwards through what was done
create index import_row_effect on tenant.import_row (district_id, batch_id, effect_no) where effect_no is not null;
alter table tenant.import_row enable row level security;
alter table tenant.import_row force row level security;
create policy own_district on tenant.import_row using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_row to portal_app;

-- How an organisation said last time what the columns of such a file are.
create table tenant.import_mapping (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  target      text not null check (length(target) between 1 and 31),
  -- a hash of all headings
  headings    bytea not null,
  -- the key for each column, or null
  keys        jsonb not null,
  used_at     timestamptz not null,
  primary key (district_id, org_id, target, headings),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.import_mapping enable row level security;
alter table tenant.import_mapping force row level security;
create policy own_district on tenant.import_mapping using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_mapping to portal_app;

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

-- When something was last imported into an organisation. The batches themselves are deleted after a week.
create table tenant.org_import (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  target      text not null check (length(target) between 1 and 31),
  applied_at  timestamptz not null,
  primary key (district_id, org_id, target),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.org_import enable row level security;
alter table tenant.org_import force row level security;
create policy own_district on tenant.org_import using (district_id = tenant.current_district());
grant select, insert, update on tenant.org_import to portal_app;

create view tenant.v_org_import with (security_invoker = true) as
  select district_id, org_id, target, applied_at from tenant.org_import;
grant select on tenant.v_org_import to portal_app;
