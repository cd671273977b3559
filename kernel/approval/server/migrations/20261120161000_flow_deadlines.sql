-- When the deadline of a task was acted upon: each counts once.
alter table tenant.flow_task add column due_checked_at timestamptz;
-- deadlines that have passed
create index flow_task_due on tenant.flow_task (district_id, due_at)
  where status = 'open' and due_at is not null and due_checked_at is null;
