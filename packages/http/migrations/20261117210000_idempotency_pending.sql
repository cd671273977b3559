-- A write with transactions of its own claims its key before them; until it has its answer, the key is pending.
alter table tenant.idempotency add column is_pending boolean not null default false;
