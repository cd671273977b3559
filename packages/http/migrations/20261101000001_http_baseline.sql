-- The first response to each write with an Idempotency-Key of the last 24 hours. A response is repeated only to the
-- same account in the same organisation and membership, because another one may see something else.
create table tenant.idempotency (
  district_id int not null default tenant.current_district(),
  account_id  uuid not null,
  key         text not null check (length(key) between 8 and 64),
  route       text not null,
  body_hash   bytea not null,
  answer      jsonb,
  at          timestamptz not null,
  org_id      uuid not null,
  user_id     uuid not null,
  primary key (district_id, account_id, org_id, user_id, key)
);
-- nightly cleanup
create index idempotency_at on tenant.idempotency (district_id, at);
alter table tenant.idempotency enable row level security;
alter table tenant.idempotency force row level security;
create policy own_district on tenant.idempotency using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.idempotency to portal_app;
