-- A background task that a person started and can watch. Its input is in the job; this row is its status.
create table tenant.task (
  district_id       int not null default tenant.current_district(),
  id                uuid not null,
  -- Owner; identity and organisation with which it was started.
  person_id         uuid not null,
  user_id           uuid not null,
  account_id        uuid not null,
  org_id            uuid not null,
  kind              text not null check (length(kind) between 1 and 60),
  title             text not null check (length(title) between 1 and 120),
  status            text not null default 'waiting' check (status in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled')),
  done              int not null default 0 check (done >= 0),
  total             int check (total >= 0),
  message           text not null default '' check (length(message) <= 300),
  -- Attempt number; a run with an older number has been replaced and may not write any more.
  attempt           int not null default 0,
  result_kind       text check (result_kind in ('file', 'page')),
  -- Id of a file, or a path of the application.
  result            text check (length(result) <= 500),
  stop_requested_at timestamptz,
  created_at        timestamptz not null,
  started_at        timestamptz,
  -- Last heartbeat of the worker.
  seen_at           timestamptz not null,
  ended_at          timestamptz,
  cleared_at        timestamptz,
  -- Phases of the task; between two phases it is paused until its owner continues.
  phases            text[] not null default '{}',
  phase             smallint not null default 0,
  -- Attempts of the current phase.
  tries             int not null default 0,
  -- The owner watches the task until then, so no notification is sent.
  watch_ends_at     timestamptz,
  primary key (district_id, id),
  constraint task_result check ((result is null) = (result_kind is null)),
  constraint task_ended check ((ended_at is not null) = (status in ('paused', 'done', 'failed', 'cancelled')))
);
-- tasks of a person, newest first
create index task_person on tenant.task (district_id, person_id, created_at desc);
-- open tasks of a person; cleanup of tasks whose worker is gone
create index task_open on tenant.task (district_id, person_id, seen_at) where ended_at is null;
-- cleanup of tasks that ended a week ago
create index task_ended_at on tenant.task (district_id, ended_at) where ended_at is not null;
alter table tenant.task enable row level security;
alter table tenant.task force row level security;
create policy own_district on tenant.task using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.task to portal_app;
