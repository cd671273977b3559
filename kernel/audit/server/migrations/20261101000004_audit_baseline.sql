-- Operation log: one row per write, inserted in the transaction of that write. Ids only; names are resolved on reading.
create table tenant.operation_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  account_id  uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  route       text not null,
  title       text not null,
  object_ids  uuid[] not null default '{}',
  request_id  uuid not null,
  -- The user's own organisation, while the user acts in another one.
  home_org_id uuid,
  -- Start of the transaction that wrote the row, by the clock of the database. `at` is the time of the event by the
  -- clock of the process and may be much earlier (a slow upload, rows buffered while the database was down). Seals
  -- cover ranges of logged_at, because only there it is certain that no more rows follow.
  logged_at   timestamptz not null default now(),
  -- Client address and session, to tell the owner of an account from somebody who stole it.
  address     text not null default '',
  session_id  uuid,
  primary key (district_id, at, id)
) partition by range (at);
-- 操作日志 of an organisation and of a user, newest first
create index operation_log_org on tenant.operation_log (district_id, org_id, at desc);
create index operation_log_user on tenant.operation_log (district_id, user_id, at desc);
-- rows of a time range in the order of the seal
create index operation_log_logged on tenant.operation_log (district_id, logged_at, id);
alter table tenant.operation_log enable row level security;
alter table tenant.operation_log force row level security;
create policy own_district on tenant.operation_log using (district_id = tenant.current_district());
-- No update and no delete: the log is append-only.
grant select, insert on tenant.operation_log to portal_app;
select tenant.ensure_month_partitions('operation_log', (current_date - interval '3 months')::date, 17);

-- Login log: one row per sign-in attempt of a known account, with its outcome.
create table tenant.login_log (
  district_id    int not null default tenant.current_district(),
  at             timestamptz not null,
  id             uuid not null,
  account_id     uuid not null,
  person_id      uuid,
  user_id        uuid,
  org_id         uuid,
  session_id     uuid,
  sign_in_method text not null,
  outcome        text not null,
  address        text not null,
  agent          text not null,
  request_id     uuid not null,
  logged_at      timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- 登录日志 of an organisation and of an account, newest first
create index login_log_org on tenant.login_log (district_id, org_id, at desc);
create index login_log_account on tenant.login_log (district_id, account_id, at desc);
create index login_log_logged on tenant.login_log (district_id, logged_at, id);
alter table tenant.login_log enable row level security;
alter table tenant.login_log force row level security;
create policy own_district on tenant.login_log using (district_id = tenant.current_district());
grant select, insert on tenant.login_log to portal_app;
select tenant.ensure_month_partitions('login_log', (current_date - interval '3 months')::date, 17);

-- Changes of credentials: password, phone, ID number, bindings, trusted devices. Stores the kind of change, never the
-- values.
create table tenant.identity_log (
  district_id   int not null default tenant.current_district(),
  at            timestamptz not null,
  id            uuid not null,
  account_id    uuid not null,
  person_id     uuid not null,
  org_id        uuid not null,
  kind          text not null,
  by_account_id uuid not null,
  address       text not null,
  request_id    uuid not null,
  logged_at     timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- 身份认证调整日志 of a person, newest first
create index identity_log_person on tenant.identity_log (district_id, person_id, at desc);
create index identity_log_logged on tenant.identity_log (district_id, logged_at, id);
alter table tenant.identity_log enable row level security;
alter table tenant.identity_log force row level security;
create policy own_district on tenant.identity_log using (district_id = tenant.current_district());
grant select, insert on tenant.identity_log to portal_app;
select tenant.ensure_month_partitions('identity_log', (current_date - interval '3 months')::date, 17);

-- Download log: one row for each file link that was used, whether or not the download succeeded.
create table tenant.download_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  person_id   uuid not null,
  org_id      uuid not null,
  file_id     uuid not null,
  kind        text not null check (kind in ('view', 'download')),
  address     text not null,
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- downloads of a file and of a person, newest first
create index download_log_file on tenant.download_log (district_id, file_id, at desc);
create index download_log_person on tenant.download_log (district_id, person_id, at desc);
create index download_log_logged on tenant.download_log (district_id, logged_at, id);
alter table tenant.download_log enable row level security;
alter table tenant.download_log force row level security;
create policy own_district on tenant.download_log using (district_id = tenant.current_district());
grant select, insert on tenant.download_log to portal_app;
select tenant.ensure_month_partitions('download_log', (current_date - interval '3 months')::date, 17);

-- Reveal log: who displayed a masked number of whom, which one, and for what reason. One row per reveal, in its
-- transaction.
create table tenant.reveal_log (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  account_id   uuid not null,
  person_id    uuid not null,
  org_id       uuid not null,
  subject_kind text not null,
  subject_id   uuid not null,
  field        text not null,
  -- Encrypted, because people write names and numbers into it.
  reason       bytea not null,
  request_id   uuid not null,
  logged_at    timestamptz not null default now(),
  address      text not null default '',
  session_id   uuid,
  primary key (district_id, at, id)
) partition by range (at);
-- reveals of a subject; reveals of a person, to count those of today
create index reveal_log_subject on tenant.reveal_log (district_id, subject_id, at desc);
create index reveal_log_person on tenant.reveal_log (district_id, person_id, at desc);
create index reveal_log_logged on tenant.reveal_log (district_id, logged_at, id);
alter table tenant.reveal_log enable row level security;
alter table tenant.reveal_log force row level security;
create policy own_district on tenant.reveal_log using (district_id = tenant.current_district());
grant select, insert on tenant.reveal_log to portal_app;
select tenant.ensure_month_partitions('reveal_log', (current_date - interval '3 months')::date, 17);

-- Signed seals over ranges of the logs; the signing key is not in the database. Each log of each district has a chain
-- without gaps in numbers and times.
create table tenant.log_seal (
  district_id int not null default tenant.current_district(),
  log         text not null check (log in
    ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event')),
  number      int not null check (number > 0),
  starts_at   timestamptz not null,
  ends_at     timestamptz not null check (ends_at > starts_at),
  row_count   int not null check (row_count >= 0),
  -- Hash over the rows, with the columns of this version.
  digest      bytea not null,
  version     int not null,
  made_at     timestamptz not null,
  -- Signature of the previous seal, and of this one over all columns above.
  previous    bytea not null,
  signature   bytea not null,
  -- finds the last seal of a log and a part of the chain
  primary key (district_id, log, number)
);
alter table tenant.log_seal enable row level security;
alter table tenant.log_seal force row level security;
create policy own_district on tenant.log_seal using (district_id = tenant.current_district());
grant select, insert on tenant.log_seal to portal_app;

-- Refused requests of signed-in users. Written outside the transaction of the request, because a refusal rolls that
-- back. At most two rows per minute for the same event: the first one and the sum of the others.
create table tenant.security_event (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  kind        text not null check (kind in ('forbidden', 'not-found', 'wrong-code', 'too-many', 'number-probe')),
  account_id  uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  session_id  uuid not null,
  address     text not null,
  -- Empty if the row sums up different routes.
  route       text not null,
  title       text not null,
  count       int not null check (count > 0),
  -- Of the first request.
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- 安全事件 of an organisation and of a person, newest first
create index security_event_org on tenant.security_event (district_id, org_id, at desc);
create index security_event_person on tenant.security_event (district_id, person_id, at desc);
-- rows of a time range in the order of the seal
create index security_event_logged on tenant.security_event (district_id, logged_at, id);
alter table tenant.security_event enable row level security;
alter table tenant.security_event force row level security;
create policy own_district on tenant.security_event using (district_id = tenant.current_district());
grant select, insert on tenant.security_event to portal_app;
select tenant.ensure_month_partitions('security_event', (current_date - interval '3 months')::date, 17);
