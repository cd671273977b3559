-- Somebody who can sign in, in any number of districts. Who it is, only the districts know.
create table directory.account (
  id                   uuid primary key,
  password_hash        text,
  status               text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  is_platform          boolean not null default false,
  created_at           timestamptz not null,
  password_changed_at  timestamptz,
  -- An administrator has set the password, so its owner has to choose another one first.
  must_change_password boolean not null default false
);
grant select, insert, update on directory.account to portal_directory;

-- What an account is found by: a keyed hash of a login name, a phone number, a DingTalk id, a pupil's number.
create table directory.identifier (
  hash        bytea primary key,
  kind        text not null check (kind in ('login-name', 'phone', 'dingtalk', 'pupil-number')),
  account_id  uuid not null references directory.account (id),
  -- What an account was found by before it went up in another one: a merge of two persons can be taken back.
  merged_from uuid references directory.account (id)
);
create index identifier_account on directory.identifier (account_id);
create index identifier_merged on directory.identifier (merged_from) where merged_from is not null;
grant select, insert, update, delete on directory.identifier to portal_directory;

-- The districts an account has an identity in.
create table directory.account_district (
  account_id  uuid not null references directory.account (id),
  district_id int not null references directory.district (id),
  used_at     timestamptz not null,
  primary key (account_id, district_id)
);
grant select, insert, update, delete on directory.account_district to portal_directory;

-- The invitation of a platform administrator; those of a district are in its cell.
create table directory.platform_invitation (
  token_hash bytea primary key,
  expires_at timestamptz not null,
  account_id uuid references directory.account (id),
  created_at timestamptz not null
);
grant select, insert, update on directory.platform_invitation to portal_directory;

-- How often something was tried, each within a window: messages to one phone always, tries at a door while Redis is away.
create table directory.limit_counter (
  key     bytea primary key,
  count   int not null,
  ends_at timestamptz not null
);
-- the sweep takes those that are over
create index limit_counter_ends on directory.limit_counter (ends_at);
grant select, insert, update, delete on directory.limit_counter to portal_directory;

-- Which district a DingTalk company, or the key in /DDLogin/{ddId}, belongs to: asked before anybody is known.
create table directory.workplace_key (
  key         text primary key,
  district_id int not null references directory.district (id)
);
grant select, insert, update, delete on directory.workplace_key to portal_directory;

-- What an account shows besides its password. It belongs to the account, in all its districts.
-- The shared secret of an authenticator application, sealed with the master key and bound to its account. Each code
-- counts once: the 30 seconds that the last one stood for are written down.
create table directory.account_totp (
  account_id   uuid primary key references directory.account (id),
  secret       text not null,
  last_step    int not null,
  confirmed_at timestamptz not null
);
grant select, insert, update, delete on directory.account_totp to portal_directory;

-- A key pair of one of somebody's devices; here lies the public half. It is good at the address it was made for.
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

-- What the index key makes of a fixed word: a process with another key would find nobody, and does not start.
create table directory.index_key_mark (
  is_only boolean primary key default true check (is_only),
  mark    bytea not null
);
grant select, insert on directory.index_key_mark to portal_directory;
