-- The request that made a change: the operation log has the same id. Null for changes from before this column.
alter table tenant.entity_change add column request_id uuid;
-- Start of the transaction that wrote the row: seals cover ranges of it, as in the logs.
alter table tenant.entity_change add column logged_at timestamptz not null default now();
-- rows of a time range in the order of the seal
create index entity_change_logged on tenant.entity_change (district_id, logged_at, id);
