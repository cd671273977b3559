-- One piece of work may have several phases: between two of them it is paused, until its owner goes on with it.
alter table tenant.task
  add column phases text[] not null default '{}',
  add column phase smallint not null default 0,
  -- how often the present phase was begun
  add column tries int not null default 0,
  -- its owner is looking at it until then: no message tells her what she sees
  add column watch_ends_at timestamptz;
alter table tenant.task drop constraint task_status_check;
alter table tenant.task add constraint task_status_check
  check (status in ('waiting', 'running', 'paused', 'done', 'failed', 'cancelled'));
alter table tenant.task drop constraint task_ended;
alter table tenant.task add constraint task_ended
  check ((ended_at is not null) = (status in ('paused', 'done', 'failed', 'cancelled')));
