-- A session. It is stored in the cell, so that signed-in users can work while the directory is down.
create table tenant.session (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  token_hash     bytea not null,
  kind           text not null check (kind in ('staff', 'pupil', 'guardian', 'developer', 'platform', 'device')),
  account_id     uuid not null,
  person_id      uuid not null,
  user_id        uuid not null,
  org_id         uuid not null,
  created_at     timestamptz not null,
  seen_at        timestamptz not null,
  idle_seconds   int not null check (idle_seconds > 0),
  expires_at     timestamptz not null,
  ended_at       timestamptz,
  ended_by       text check (ended_by in ('logout', 'replaced', 'kicked', 'password', 'unbound', 'transferred', 'disabled')),
  address        text not null default '',
  agent          text not null default '',
  -- Sign-in method. The session of an application has a parent session and ends with it.
  sign_in_method text not null default 'password',
  parent_id      uuid,
  app            text,
  pending        text[] not null default '{}',
  network        text not null default '',
  -- Replaced by another session; until then other tabs can still show the reason.
  grace_ends_at  timestamptz,
  -- The session that scanned the QR code; this session ends with it.
  scanned_by     uuid,
  -- Authentication factors shown at sign-in; the strength of the session depends on them only.
  factors        text[] not null default '{password}'
    check (factors <@ array['password', 'sms', 'totp', 'passkey', 'dingtalk', 'system', 'device', 'slip']),
  primary key (district_id, id),
  constraint session_ended_whole check ((ended_at is null) = (ended_by is null)),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- session of a request, by the hash of its token
create unique index session_token on tenant.session (district_id, token_hash);
-- open sessions of an account
create index session_account on tenant.session (district_id, account_id) where ended_at is null;
-- nightly cleanup
create index session_expires on tenant.session (district_id, expires_at);
create index session_parent on tenant.session (district_id, parent_id) where parent_id is not null;
-- the identity used last
create index session_last on tenant.session (district_id, account_id, created_at desc);
-- foreign key check when an organisation is deleted
create index session_org on tenant.session (district_id, org_id);
create index session_scanned_by on tenant.session (district_id, scanned_by) where scanned_by is not null;
alter table tenant.session enable row level security;
alter table tenant.session force row level security;
create policy own_district on tenant.session using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.session to portal_app;

-- One-time tokens valid for minutes: SMS codes, sign-in to an application, bindings. Only hashes of token and code are
-- stored.
create table tenant.ticket (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  kind         text not null check (kind in
    ('second-step', 'sms-login', 'family-login', 'reset', 'action', 'open-app', 'bind', 'transfer')),
  token_hash   bytea not null,
  account_id   uuid,
  user_id      uuid,
  session_id   uuid,
  browser_hash bytea,
  phone        bytea,
  code_hash    bytea,
  sent_at      timestamptz,
  tries        int not null default 0,
  facts        jsonb not null default '{}',
  created_at   timestamptz not null,
  expires_at   timestamptz not null,
  used_at      timestamptz,
  primary key (district_id, id),
  constraint ticket_token unique (district_id, token_hash)
);
-- cleanup of expired tickets
create index ticket_expires on tenant.ticket (district_id, expires_at);
alter table tenant.ticket enable row level security;
alter table tenant.ticket force row level security;
create policy own_district on tenant.ticket using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.ticket to portal_app;

-- A browser that has passed the second step from this network: it is not asked again for a while.
create table tenant.trusted_device (
  district_id  int not null default tenant.current_district(),
  account_id   uuid not null,
  browser_hash bytea not null,
  network      text not null,
  ends_at      timestamptz not null,
  created_at   timestamptz not null,
  primary key (district_id, account_id, browser_hash, network)
);
create index trusted_device_ends on tenant.trusted_device (district_id, ends_at);
alter table tenant.trusted_device enable row level security;
alter table tenant.trusted_device force row level security;
create policy own_district on tenant.trusted_device using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.trusted_device to portal_app;
