-- Operations of callers outside districts: platform administrators and developers. One row for each write. No update
-- and no delete: the log is append-only.
create table directory.operation_log (
  id         uuid primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('platform', 'developer')),
  account_id uuid not null,
  session_id uuid not null,
  route      text not null,
  title      text not null,
  -- Ids of the request, and numbers of districts.
  object_ids text[] not null,
  address    text not null,
  request_id uuid not null,
  logged_at  timestamptz not null default now(),
  constraint operation_log_request unique (request_id)
);
create index operation_log_at on directory.operation_log (at desc, id);
create index operation_log_account on directory.operation_log (account_id, at desc);
grant select, insert on directory.operation_log to portal_directory;

-- The first response to each write with an Idempotency-Key of the last 24 hours, for callers outside districts.
create table directory.idempotency (
  account_id uuid not null,
  key        text not null check (length(key) between 8 and 64),
  route      text not null,
  body_hash  bytea not null,
  -- Encrypted with the master key; null for an answer with a secret.
  answer     text,
  is_pending boolean not null,
  at         timestamptz not null,
  primary key (account_id, key)
);
-- nightly cleanup
create index idempotency_at on directory.idempotency (at);
grant select, insert, update, delete on directory.idempotency to portal_directory;
