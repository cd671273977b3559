-- Accounts outside districts: platform administrators (is_platform) and developers. A developer signs in with own
-- identifiers (kind 'developer'), so that a teacher may also be a developer with the same phone number.
alter table directory.account add column is_developer boolean not null default false;
alter table directory.account add constraint account_one_kind check (not (is_platform and is_developer));
-- list of platform administrators and of developers
create index account_outside on directory.account (created_at) where is_platform or is_developer;

alter table directory.identifier drop constraint identifier_kind_check;
alter table directory.identifier add constraint identifier_kind_check
  check (kind in ('login-name', 'phone', 'dingtalk', 'pupil-number', 'developer'));

-- Name and phone number of an account outside districts, encrypted with the master key and bound to the account.
create table directory.account_profile (
  account_id uuid primary key references directory.account (id),
  sealed     text not null,
  changed_at timestamptz not null
);
grant select, insert, update, delete on directory.account_profile to portal_directory;

-- Sessions outside districts; those of a district are in its cell.
create table directory.session (
  id           uuid primary key,
  kind         text not null check (kind in ('platform', 'developer')),
  account_id   uuid not null references directory.account (id),
  token_hash   bytea not null,
  factors      text[] not null,
  created_at   timestamptz not null,
  seen_at      timestamptz not null,
  idle_seconds int not null,
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_by     text check (ended_by in ('logout', 'kicked', 'password', 'disabled', 'factors')),
  address      text not null,
  agent        text not null,
  constraint session_token unique (token_hash)
);
create index session_account on directory.session (account_id, created_at desc);
-- nightly cleanup
create index session_expires on directory.session (expires_at);
grant select, insert, update, delete on directory.session to portal_directory;

-- Sign-in attempts of accounts outside districts. No update and no delete: the log is append-only.
create table directory.sign_in_log (
  id         uuid primary key,
  at         timestamptz not null,
  kind       text not null check (kind in ('platform', 'developer')),
  account_id uuid not null references directory.account (id),
  session_id uuid,
  outcome    text not null check (outcome in ('signed-in', 'wrong-password', 'wrong-code', 'code-needed', 'locked')),
  address    text not null,
  agent      text not null,
  request_id uuid not null
);
create index sign_in_log_at on directory.sign_in_log (at desc);
create index sign_in_log_account on directory.sign_in_log (account_id, at desc);
grant select, insert on directory.sign_in_log to portal_directory;

-- Browsers on which a developer has proved the phone number: no code for 30 days.
create table directory.trusted_browser (
  account_id   uuid not null references directory.account (id),
  browser_hash bytea not null,
  expires_at   timestamptz not null,
  primary key (account_id, browser_hash)
);
create index trusted_browser_expires on directory.trusted_browser (expires_at);
grant select, insert, update, delete on directory.trusted_browser to portal_directory;
