-- An account that can sign in, in any number of districts. Personal data is stored in the districts only.
create table directory.account (
  id                   uuid primary key,
  password_hash        text,
  status               text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  is_platform          boolean not null default false,
  created_at           timestamptz not null,
  password_changed_at  timestamptz,
  -- Set when an administrator has set the password: the owner must choose a new one at the next sign-in.
  must_change_password boolean not null default false
);
grant select, insert, update on directory.account to portal_directory;

-- Identifiers of an account: keyed hash of a login name, phone number, DingTalk id or pupil number.
create table directory.identifier (
  hash        bytea primary key,
  kind        text not null check (kind in ('login-name', 'phone', 'dingtalk', 'pupil-number')),
  account_id  uuid not null references directory.account (id),
  -- The account that had the identifier before a merge, so that the merge can be undone.
  merged_from uuid references directory.account (id)
);
create index identifier_account on directory.identifier (account_id);
create index identifier_merged on directory.identifier (merged_from) where merged_from is not null;
grant select, insert, update, delete on directory.identifier to portal_directory;

-- Districts in which an account has an identity.
create table directory.account_district (
  account_id  uuid not null references directory.account (id),
  district_id int not null references directory.district (id),
  used_at     timestamptz not null,
  primary key (account_id, district_id)
);
grant select, insert, update, delete on directory.account_district to portal_directory;

-- Invitations of platform administrators; those of a district are in its cell.
create table directory.platform_invitation (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  account_id uuid references directory.account (id),
  created_at timestamptz not null
);
grant select, insert, update on directory.platform_invitation to portal_directory;

-- Rate limit counters with a time window: always for SMS per phone; for sign-in attempts only while Redis is down.
create table directory.limit_counter (
  key     bytea primary key,
  count   int not null,
  ends_at timestamptz not null
);
-- cleanup of expired counters
create index limit_counter_ends on directory.limit_counter (ends_at);
grant select, insert, update, delete on directory.limit_counter to portal_directory;

-- District of a DingTalk company or of the key in /DDLogin/{ddId}; looked up before sign-in.
create table directory.workplace_key (
  key         text primary key,
  district_id int not null references directory.district (id)
);
grant select, insert, update, delete on directory.workplace_key to portal_directory;

-- TOTP secret of an account, encrypted with the master key and bound to the account. Each code is valid once: last_step
-- is the last 30-second step used.
create table directory.account_totp (
  account_id   uuid primary key references directory.account (id),
  secret       text not null,
  last_step    int not null,
  confirmed_at timestamptz not null
);
grant select, insert, update, delete on directory.account_totp to portal_directory;

-- Public key of a passkey. It is valid for the host on which it was registered.
create table directory.account_passkey (
  id            uuid primary key,
  account_id    uuid not null references directory.account (id),
  host          text not null,
  credential_id bytea not null,
  public_key    bytea not null,
  counter       bigint not null,
  transports    text[] not null,
  name          text not null,
  created_at    timestamptz not null,
  last_used_at  timestamptz,
  constraint account_passkey_credential unique (credential_id)
);
create index account_passkey_account on directory.account_passkey (account_id);
grant select, insert, update, delete on directory.account_passkey to portal_directory;

-- Test value of the index key: a process with another index key would find no identifiers and therefore does not start.
create table directory.index_key_mark (
  is_only boolean primary key default true check (is_only),
  mark    bytea not null
);
grant select, insert on directory.index_key_mark to portal_directory;
