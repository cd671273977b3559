-- When the holder of a task is reminded before its deadline, and when that happened: each deadline counts once.
alter table tenant.flow_task add column warn_at timestamptz, add column warned_at timestamptz;
