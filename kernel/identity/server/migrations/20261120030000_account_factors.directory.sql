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
