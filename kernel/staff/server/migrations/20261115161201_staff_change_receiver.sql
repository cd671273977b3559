-- Whoever asked speaks for the one that receives: when the other side has agreed, nobody else has to.
alter table tenant.staff_change add column is_received boolean not null default false;
