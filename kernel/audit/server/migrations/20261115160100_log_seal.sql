-- When the database took a row, by its own clock: the beginning of the transaction that wrote it. `at` is when the thing
-- happened by the clock of the process that saw it, and may be much earlier (a slow upload, lines that waited while the
-- database was away). Seals go by this one, because only of this one can be known that no more rows will come.
alter table tenant.operation_log add column logged_at timestamptz not null default now();
alter table tenant.login_log     add column logged_at timestamptz not null default now();
alter table tenant.identity_log  add column logged_at timestamptz not null default now();
alter table tenant.download_log  add column logged_at timestamptz not null default now();
alter table tenant.reveal_log    add column logged_at timestamptz not null default now();
-- the rows of a district between two moments, in the order of the seal
create index operation_log_logged on tenant.operation_log (district_id, logged_at, id);
create index login_log_logged on tenant.login_log (district_id, logged_at, id);
create index identity_log_logged on tenant.identity_log (district_id, logged_at, id);
create index download_log_logged on tenant.download_log (district_id, logged_at, id);
create index reveal_log_logged on tenant.reveal_log (district_id, logged_at, id);

-- What was in a log between two moments, under a signature whose key is not in the database: a chain for each log of each
-- district, without gaps in its numbers and in its times.
create table tenant.log_seal (
  district_id int not null default tenant.current_district(),
  log         text not null check (log in ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log')),
  number      int not null check (number > 0),
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  row_count   int not null check (row_count >= 0),
  -- Over the rows, in the columns of this version.
  digest      bytea not null,
  version     int not null,
  made_at     timestamptz not null,
  -- The signature of the seal before, and of this one over all of the above.
  previous    bytea not null,
  signature   bytea not null,
  -- the last seal of a log, and a stretch of the chain
  primary key (district_id, log, number)
);
alter table tenant.log_seal enable row level security;
alter table tenant.log_seal force row level security;
create policy own_district on tenant.log_seal using (district_id = tenant.current_district());
grant select, insert on tenant.log_seal to portal_app;
