-- Times end in _at.
alter table tenant.metric_bookmark rename column until to reached_at;
