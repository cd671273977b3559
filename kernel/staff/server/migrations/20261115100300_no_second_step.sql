-- Spared the second step by an administrator: somebody without a phone of their own.
alter table tenant.membership add column no_second_step boolean not null default false;
