-- Who did what: one row a write, inserted in the transaction of that write. Ids only; names are looked up when it is read.
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
  -- While somebody visits another organisation, what they do there is logged with where they come from.
  home_org_id uuid,
  -- When the database took a row, by its own clock: the beginning of the transaction that wrote it. `at` is when the thing
  -- happened by the clock of the process that saw it, and may be much earlier (a slow upload, lines that waited while the
  -- database was away). Seals go by this one, because only of this one can be known that no more rows will come.
  logged_at   timestamptz not null default now(),
  -- From where, and in which session: whether it was the owner of an account or somebody who had stolen it.
  address     text not null default '',
  session_id  uuid,
  primary key (district_id, at, id)
) partition by range (at);
-- "操作日志" of an organisation, and of one person, newest first
create index operation_log_org on tenant.operation_log (district_id, org_id, at desc);
create index operation_log_user on tenant.operation_log (district_id, user_id, at desc);
-- the rows of a district between two moments, in the order of the seal
create index operation_log_logged on tenant.operation_log (district_id, logged_at, id);
alter table tenant.operation_log enable row level security;
alter table tenant.operation_log force row level security;
create policy own_district on tenant.operation_log using (district_id = tenant.current_district());
-- Nobody changes or removes what was logged.
grant select, insert on tenant.operation_log to portal_app;
select tenant.ensure_month_partitions('operation_log', (current_date - interval '3 months')::date, 17);

-- Who came in by which door, and who was turned away: one row a try of a known account.
create table tenant.login_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  account_id  uuid not null,
  person_id   uuid,
  user_id     uuid,
  org_id      uuid,
  session_id  uuid,
  door        text not null,
  outcome     text not null,
  address     text not null,
  agent       text not null,
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- "登录日志" of an organisation, and of one account, newest first
create index login_log_org on tenant.login_log (district_id, org_id, at desc);
create index login_log_account on tenant.login_log (district_id, account_id, at desc);
create index login_log_logged on tenant.login_log (district_id, logged_at, id);
alter table tenant.login_log enable row level security;
alter table tenant.login_log force row level security;
create policy own_district on tenant.login_log using (district_id = tenant.current_district());
grant select, insert on tenant.login_log to portal_app;
select tenant.ensure_month_partitions('login_log', (current_date - interval '3 months')::date, 17);

-- What changed about who somebody is: password, phone, ID number, bindings, trusted devices. Kinds, never values.
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
-- "身份认证调整日志" of one person, newest first
create index identity_log_person on tenant.identity_log (district_id, person_id, at desc);
create index identity_log_logged on tenant.identity_log (district_id, logged_at, id);
alter table tenant.identity_log enable row level security;
alter table tenant.identity_log force row level security;
create policy own_district on tenant.identity_log using (district_id = tenant.current_district());
grant select, insert on tenant.identity_log to portal_app;
select tenant.ensure_month_partitions('identity_log', (current_date - interval '3 months')::date, 17);

-- Who looked at or took which file, and from where: one row for each link that was used, whatever came of it.
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
-- who has had a file, and what somebody has taken, newest first
create index download_log_file on tenant.download_log (district_id, file_id, at desc);
create index download_log_person on tenant.download_log (district_id, person_id, at desc);
create index download_log_logged on tenant.download_log (district_id, logged_at, id);
alter table tenant.download_log enable row level security;
alter table tenant.download_log force row level security;
create policy own_district on tenant.download_log using (district_id = tenant.current_district());
grant select, insert on tenant.download_log to portal_app;
select tenant.ensure_month_partitions('download_log', (current_date - interval '3 months')::date, 17);

-- Who had a hidden number of somebody shown, which one, and why they said they needed it. One row a look, in its transaction.
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
  -- People write names and numbers into it.
  reason       bytea not null,
  request_id   uuid not null,
  logged_at    timestamptz not null default now(),
  address      text not null default '',
  session_id   uuid,
  primary key (district_id, at, id)
) partition by range (at);
-- who looked at somebody, and how much somebody has looked at today
create index reveal_log_subject on tenant.reveal_log (district_id, subject_id, at desc);
create index reveal_log_person on tenant.reveal_log (district_id, person_id, at desc);
create index reveal_log_logged on tenant.reveal_log (district_id, logged_at, id);
alter table tenant.reveal_log enable row level security;
alter table tenant.reveal_log force row level security;
create policy own_district on tenant.reveal_log using (district_id = tenant.current_district());
grant select, insert on tenant.reveal_log to portal_app;
select tenant.ensure_month_partitions('reveal_log', (current_date - interval '3 months')::date, 17);

-- What was in a log between two moments, under a signature whose key is not in the database: a chain for each log of each
-- district, without gaps in its numbers and in its times.
create table tenant.log_seal (
  district_id int not null default tenant.current_district(),
  log         text not null check (log in
    ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event')),
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

-- What somebody tried and was refused. Written outside the request, which a refusal rolls back; of the same thing in the
-- same minute there are at most two rows, the first and the sum of the others.
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
  -- Empty for the sum of many different ones.
  route       text not null,
  title       text not null,
  count       int not null check (count > 0),
  -- Of the first of them.
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- "安全事件" of a district, of an organisation and of one person, newest first
create index security_event_org on tenant.security_event (district_id, org_id, at desc);
create index security_event_person on tenant.security_event (district_id, person_id, at desc);
-- the rows of a district between two moments, in the order of the seal
create index security_event_logged on tenant.security_event (district_id, logged_at, id);
alter table tenant.security_event enable row level security;
alter table tenant.security_event force row level security;
create policy own_district on tenant.security_event using (district_id = tenant.current_district());
grant select, insert on tenant.security_event to portal_app;
select tenant.ensure_month_partitions('security_event', (current_date - interval '3 months')::date, 17);
