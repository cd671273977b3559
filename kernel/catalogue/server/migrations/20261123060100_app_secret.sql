-- Secrets of an application: one that is valid, and during a grace period the one before it. Older ones are kept as
-- history, without their key.
create table tenant.app_secret (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  app_key      text not null,
  -- SHA-256 of the random secret: recognises it, and cannot sign.
  secret_hash  bytea not null,
  -- The secret, sealed under the key of the district, because signatures are computed with it. Null: void, or from
  -- before signatures.
  signing_key  bytea,
  state        text not null check (state in ('active', 'grace', 'void')),
  created_at   timestamptz not null,
  created_by   uuid,
  -- The end of the grace period, or when it became void.
  expires_at   timestamptz,
  last_used_at timestamptz,
  -- When its owners were last told that it is unused or too old.
  warned_at    timestamptz,
  primary key (district_id, id),
  foreign key (district_id, app_key) references tenant.application (district_id, key),
  constraint app_secret_end check (state = 'active' or expires_at is not null),
  constraint app_secret_void check (state <> 'void' or signing_key is null)
);
-- at most two usable ones; the secrets of an application
create unique index app_secret_usable on tenant.app_secret (district_id, app_key, state) where state <> 'void';
create index app_secret_app on tenant.app_secret (district_id, app_key, created_at desc);
-- The owner of the table sees no rows of any district while row-level security holds for it too.
alter table tenant.application no force row level security;
insert into tenant.app_secret (district_id, id, app_key, secret_hash, state, created_at, created_by)
select district_id, gen_random_uuid(), key, secret_hash, 'active', registered_at, registered_by
from tenant.application where secret_hash is not null;
insert into tenant.app_secret (district_id, id, app_key, secret_hash, state, created_at, created_by, expires_at)
select district_id, gen_random_uuid(), key, old_secret_hash, 'grace', registered_at, registered_by, old_secret_until_at
from tenant.application where old_secret_hash is not null and old_secret_until_at > now();
alter table tenant.application force row level security;
select tenant.wall('app_secret', 'select', 'insert', 'update');
alter table tenant.application drop column secret_hash, drop column old_secret_hash, drop column old_secret_until_at;
