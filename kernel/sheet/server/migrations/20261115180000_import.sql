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
  undo_ends_at   timestamptz,
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
  district_id  int not null default tenant.current_district(),
  batch_id     uuid not null,
  -- as Excel counts them
  row_no       int not null check (row_no > 0),
  state        text not null default 'read' check (state in ('read', 'new', 'changed', 'same', 'wrong', 'skipped')),
  is_repaired  boolean not null default false,
  -- what is wrong, as column:code; and what can be pressed, as column:code|cure
  kinds        text[] not null default '{}',
  cures        text[] not null default '{}',
  -- hashes of what no other row of the file may have
  keys         bytea[] not null default '{}',
  -- sealed: the cells as they came
  raw          bytea not null,
  -- sealed: what was changed, what is understood, and what importing it would do
  checked      bytea,
  -- the order in which rows were applied; and, sealed, what is needed to undo that
  effect_no    int,
  effect       bytea,
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
  district_id  int not null default tenant.current_district(),
  org_id       uuid not null,
  target       text not null check (length(target) between 1 and 31),
  -- a hash of all headings
  headings     bytea not null,
  -- the key for each column, or null
  keys         jsonb not null,
  used_at      timestamptz not null,
  primary key (district_id, org_id, target, headings),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);

alter table tenant.import_mapping enable row level security;
alter table tenant.import_mapping force row level security;
create policy own_district on tenant.import_mapping using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.import_mapping to portal_app;
