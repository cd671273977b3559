-- An answer is repeated only where it was given: the same person in another organisation, or in another place of hers,
-- may be shown something else. What was kept before belongs to no place and is thrown away; it lived for a day.
truncate tenant.idempotency;
alter table tenant.idempotency
  add column org_id  uuid not null,
  add column user_id uuid not null,
  drop constraint idempotency_pkey,
  add primary key (district_id, account_id, org_id, user_id, key);
