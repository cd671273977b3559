-- Somebody who can sign in, in any number of districts. Who it is, only the districts know.
create table directory.account (
  id                  uuid primary key,
  password_hash       text,
  status              text not null default 'pending' check (status in ('pending', 'active', 'disabled')),
  is_platform         boolean not null default false,
  created_at          timestamptz not null,
  password_changed_at timestamptz
);
grant select, insert, update on directory.account to portal_directory;

-- What an account is found by: a keyed hash of a login name, a phone number, a DingTalk id, a pupil's number.
create table directory.identifier (
  hash       bytea primary key,
  kind       text not null check (kind in ('login-name', 'phone', 'dingtalk', 'pupil-number')),
  account_id uuid not null references directory.account (id)
);
create index identifier_account on directory.identifier (account_id);
grant select, insert, delete on directory.identifier to portal_directory;

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
