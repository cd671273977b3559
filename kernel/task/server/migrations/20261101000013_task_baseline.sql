-- Background work that somebody asked for and can watch. What it needs to know travels in its job; this is how it stands.
create table tenant.task (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  -- whose it is; where and as whom it was asked for
  person_id     uuid not null,
  user_id       uuid not null,
  account_id    uuid not null,
  org_id        uuid not null,
  kind          text not null check (length(kind) between 1 and 60),
  title         text not null check (length(title) between 1 and 120),
  status        text not null default 'waiting' check (status in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled')),
  done          int not null default 0 check (done >= 0),
  total         int check (total >= 0),
  words         text not null default '' check (length(words) <= 300),
  -- how often it was begun; what runs under an older number has been replaced and may write nothing any more
  attempt       int not null default 0,
  result_kind   text check (result_kind in ('file', 'page')),
  -- the id of a file, or a path of ours
  result        text check (length(result) <= 500),
  stop_asked_at timestamptz,
  created_at    timestamptz not null,
  started_at    timestamptz,
  -- the last sign of life of whoever works on it
  seen_at       timestamptz not null,
  ended_at      timestamptz,
  cleared_at    timestamptz,
  -- One piece of work may have several phases: between two of them it is paused, until its owner goes on with it.
  phases        text[] not null default '{}',
  phase         smallint not null default 0,
  -- how often the present phase was begun
  tries         int not null default 0,
  -- its owner is looking at it until then: no message tells her what she sees
  watch_ends_at timestamptz,
  primary key (district_id, id),
  constraint task_result check ((result is null) = (result_kind is null)),
  constraint task_ended
  check ((ended_at is not null) = (status in ('paused', 'done', 'failed', 'cancelled')))
);
-- the list of a person: what goes on first, then the newest
create index task_person on tenant.task (district_id, person_id, created_at desc);
-- how many of a person's wait or run; and the sweep for those that nobody works on any more
create index task_open on tenant.task (district_id, person_id, seen_at) where ended_at is null;
-- the sweep takes what ended a week ago
create index task_ended_at on tenant.task (district_id, ended_at) where ended_at is not null;
alter table tenant.task enable row level security;
alter table tenant.task force row level security;
create policy own_district on tenant.task using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.task to portal_app;
