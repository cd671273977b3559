-- An import of a file and its status. The content is encrypted, because it is unconfirmed personal data.
create table tenant.import_batch (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  target       text not null check (length(target) between 1 and 31),
  -- The organisation into which rows are imported.
  org_id       uuid not null,
  -- Owner; identity and organisation with which the import was started.
  person_id    uuid not null,
  user_id      uuid not null,
  account_id   uuid not null,
  at_org_id    uuid not null,
  file_name    text not null check (length(file_name) between 1 and 200),
  suffix       text not null check (suffix in ('xlsx', 'xls', 'csv')),
  sha256       bytea not null check (length(sha256) = 32),
  status       text not null default 'reading' check (status in
                 ('reading', 'mapping', 'checking', 'ready', 'applying', 'applied', 'undoing', 'undone', 'failed', 'discarded')),
  message      text not null default '' check (length(message) <= 300),
  row_count    int not null default 0 check (row_count >= 0),
  -- Mapping of file columns to target columns: [{at, key, how}].
  mapping      jsonb not null default '[]',
  -- Encrypted: name of the sheet, headings, first values.
  head         bytea,
  mode         text check (mode in ('all', 'good')),
  -- Encrypted: result of applying.
  report       bytea,
  -- The current or last task.
  task_id      uuid,
  created_at   timestamptz not null,
  applied_at   timestamptz,
  undo_ends_at timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- own imports of the last days, newest first
create index import_batch_person on tenant.import_batch (district_id, person_id, created_at desc);
-- whether this file was imported before
create index import_batch_file on tenant.import_batch (district_id, sha256) where applied_at is not null;
-- the import of a finished task
create index import_batch_task on tenant.import_batch (district_id, task_id);
-- cleanup of imports older than a week
create index import_batch_created on tenant.import_batch (district_id, created_at);
alter table tenant.import_batch enable row level security;
alter table tenant.import_batch force row level security;
create policy own_district on tenant.import_batch using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_batch to portal_app;

create table tenant.import_row (
  district_id int not null default tenant.current_district(),
  batch_id    uuid not null,
  -- Row number as in Excel.
  row_no      int not null check (row_no > 0),
  state       text not null default 'read' check (state in ('read', 'new', 'changed', 'same', 'wrong', 'skipped')),
  is_repaired boolean not null default false,
  -- Errors as column:code; available fixes as column:code|fix.
  kinds       text[] not null default '{}',
  fixes       text[] not null default '{}',
  -- Hashes of values that must be unique in the file.
  keys        bytea[] not null default '{}',
  -- Encrypted: cells as read.
  raw         bytea not null,
  -- Encrypted: corrections, parsed values, and what importing the row would do.
  checked     bytea,
  -- Order in which rows were applied; encrypted data to undo it.
  effect_no   int,
  effect      bytea,
  primary key (district_id, batch_id, row_no),
  foreign key (district_id, batch_id) references tenant.import_batch (district_id, id)
);
-- Groups of errors and their pages. Partial: before the first analyze of a freshly filled table, the planner would
-- prefer another index over all rows of a batch for reading in row order, and sort each time.
create index import_row_wrong on tenant.import_row (district_id, batch_id, row_no) where state = 'wrong';
-- undo goes through the rows in reverse order
create index import_row_effect on tenant.import_row (district_id, batch_id, effect_no) where effect_no is not null;
alter table tenant.import_row enable row level security;
alter table tenant.import_row force row level security;
create policy own_district on tenant.import_row using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_row to portal_app;

-- The last column mapping of an organisation for files with the same headings.
create table tenant.import_mapping (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  target      text not null check (length(target) between 1 and 31),
  -- Hash of all headings.
  headings    bytea not null,
  -- Target key for each column, or null.
  keys        jsonb not null,
  used_at     timestamptz not null,
  primary key (district_id, org_id, target, headings),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.import_mapping enable row level security;
alter table tenant.import_mapping force row level security;
create policy own_district on tenant.import_mapping using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_mapping to portal_app;

-- Ledger of exports: who requested what, who approved, what was written. Rows are never deleted.
create table tenant.data_export (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  -- Requester, with identity and organisation.
  person_id      uuid not null,
  user_id        uuid not null,
  account_id     uuid not null,
  org_id         uuid not null,
  source         text not null check (length(source) between 1 and 31),
  -- Title of the list at that time; the list may not exist later.
  title          text not null check (length(title) between 1 and 40),
  measure        text not null check (length(measure) between 1 and 4),
  is_of_people   boolean not null,
  -- Encrypted: a keyword may be a phone number.
  filter         bytea not null,
  description    bytea not null,
  columns        text[] not null check (cardinality(columns) > 0),
  column_titles  text[] not null,
  is_whole       boolean not null,
  -- Keyed hash of person and query, to detect a repeated request.
  request_hash   bytea not null,
  -- Encrypted: people write names and numbers into it.
  reason         bytea not null,
  count          int not null check (count >= 0),
  needs_approval boolean not null,
  state          text not null
                 check (state in ('waiting', 'running', 'done', 'refused', 'cancelled', 'expired', 'failed')),
  requested_at   timestamptz not null,
  decider_id     uuid,
  opinion        bytea,
  decided_at     timestamptz,
  task_id        uuid,
  file_id        uuid,
  -- Rows in the file.
  row_count      int check (row_count >= 0),
  -- Why it failed.
  failure        text not null default '' check (length(failure) <= 300),
  ended_at       timestamptz,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, decider_id) references tenant.person (district_id, id),
  constraint data_export_ended check ((ended_at is not null) = (state in ('done', 'refused', 'cancelled', 'expired', 'failed'))),
  constraint data_export_two_people check (decider_id <> person_id),
  -- an export that needs approval does not run without an approver
  constraint data_export_agreed check (
    not needs_approval or state in ('waiting', 'cancelled', 'expired') or decider_id is not null
  ),
  constraint data_export_written check (state <> 'done' or (file_id is not null and row_count is not null))
);
-- own exports, newest first; exports of today
create index data_export_person on tenant.data_export (district_id, person_id, requested_at desc);
-- exports of an organisation, newest first
create index data_export_org on tenant.data_export (district_id, org_id, requested_at desc);
-- exports that wait for approval
create index data_export_waiting on tenant.data_export (district_id, requested_at) where state = 'waiting';
-- the export of a task
create unique index data_export_task on tenant.data_export (district_id, task_id) where task_id is not null;
alter table tenant.data_export enable row level security;
alter table tenant.data_export force row level security;
create policy own_district on tenant.data_export using (district_id = tenant.current_district());
grant select, insert, update on tenant.data_export to portal_app;

-- When a target was last imported into an organisation. Batches are deleted after a week.
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
