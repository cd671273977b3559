-- The interfaces themselves are declared in the code. A district opens and closes them and sets their quotas.
create table tenant.open_api (
  district_id int not null default tenant.current_district(),
  code        text not null,
  is_open     boolean not null,
  day_quota   int not null,
  qps         int not null,
  updated_at  timestamptz not null,
  updated_by  uuid not null,
  primary key (district_id, code),
  foreign key (district_id, updated_by) references tenant.person (district_id, id)
);
select tenant.wall('open_api', 'select', 'insert', 'update');

-- What an organisation receives from outside: rows of a target that a module declares.
create table tenant.collect_task (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  -- Rows about this organisation and those below it are accepted.
  org_id      uuid not null,
  name        text not null check (length(name) <= 40),
  target      text not null check (length(target) <= 60),
  source      text not null check (length(source) <= 60),
  is_disabled boolean not null default false,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
create index collect_task_org on tenant.collect_task (district_id, org_id, created_at desc);
select tenant.wall('collect_task', 'select', 'insert', 'update');

-- A file whose rows are taken in pieces; `done` is where the next piece begins. The rows are deleted at the end.
create table tenant.collect_batch (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  task_id     uuid not null,
  file_name   text not null,
  -- The same file again is not taken again.
  digest      bytea not null,
  payload     bytea,
  total       int not null,
  done        int not null default 0,
  taken       int not null default 0,
  unchanged   int not null default 0,
  quarantined int not null default 0,
  created_at  timestamptz not null,
  created_by  uuid not null,
  primary key (district_id, id),
  constraint collect_batch_once unique (district_id, task_id, digest),
  foreign key (district_id, task_id) references tenant.collect_task (district_id, id),
  foreign key (district_id, created_by) references tenant.person (district_id, id)
);
create index collect_batch_task on tenant.collect_batch (district_id, task_id, created_at desc);
select tenant.wall('collect_batch', 'select', 'insert', 'update');

-- The rows that were accepted, one for each key of a task.
create table tenant.collected_record (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  task_id     uuid not null,
  -- Keyed hashes: a key may contain the number of a pupil.
  key_hash    bytea not null,
  digest      bytea not null,
  org_id      uuid not null,
  subject_id  uuid not null,
  payload     bytea not null,
  received_at timestamptz not null,
  primary key (district_id, id),
  constraint collected_record_once unique (district_id, task_id, key_hash),
  foreign key (district_id, task_id) references tenant.collect_task (district_id, id)
);
create index collected_record_org on tenant.collected_record (district_id, org_id);
create index collected_record_subject on tenant.collected_record (district_id, subject_id, task_id);
select tenant.wall('collected_record', 'select', 'insert', 'update');

-- Rows that nobody can be found for, or with wrong values: to be mended and sent again.
create table tenant.collect_quarantine (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  task_id     uuid not null,
  org_id      uuid not null,
  -- Of the row as it came, so that the same row comes here only once.
  digest      bytea not null,
  payload     bytea not null,
  reason      text not null check (length(reason) <= 200),
  status      text not null check (status in ('waiting', 'replayed', 'dropped')),
  created_at  timestamptz not null,
  decided_at  timestamptz,
  primary key (district_id, id),
  constraint collect_quarantine_once unique (district_id, task_id, digest),
  foreign key (district_id, task_id) references tenant.collect_task (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
create index collect_quarantine_list on tenant.collect_quarantine (district_id, org_id, created_at desc, id desc);
create index collect_quarantine_task on tenant.collect_quarantine (district_id, task_id, status);
select tenant.wall('collect_quarantine', 'select', 'insert', 'update');

-- For references of lists.
create view tenant.v_collect_task with (security_invoker = true) as
select district_id, id, name from tenant.collect_task;
grant select on tenant.v_collect_task to portal_app;
