-- Which door it came by, and for the session of an application the one it belongs to: they end together.
alter table tenant.session
  add column door text not null default 'password',
  add column parent_id uuid,
  add column app text,
  add column pending text[] not null default '{}',
  add column place text not null default '',
  -- more than a password was shown: a code, a phone, a trusted device
  add column is_proved boolean not null default false,
  -- replaced by another one; until then other tabs can still be told
  add column dies_at timestamptz;
create index session_parent on tenant.session (district_id, parent_id) where parent_id is not null;
-- the identity that was used last
create index session_last on tenant.session (district_id, account_id, created_at desc);

-- Something that is good for one use within minutes: a code by SMS, the hand-over to an application, a binding.
-- The word itself is not kept, only its hash; a code neither.
create table tenant.ticket (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  kind         text not null check (kind in ('second-step', 'sms-login', 'reset', 'action', 'open-app', 'bind', 'transfer')),
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
-- the sweep takes those that are over
create index ticket_expires on tenant.ticket (district_id, expires_at);
alter table tenant.ticket enable row level security;
alter table tenant.ticket force row level security;
create policy own_district on tenant.ticket using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.ticket to portal_app;

-- A browser that told a code from this network: it is not asked again for a while.
create table tenant.trusted_device (
  district_id   int not null default tenant.current_district(),
  account_id    uuid not null,
  browser_hash  bytea not null,
  place         text not null,
  ends_at timestamptz not null,
  created_at    timestamptz not null,
  primary key (district_id, account_id, browser_hash, place)
);
create index trusted_device_ends on tenant.trusted_device (district_id, ends_at);
alter table tenant.trusted_device enable row level security;
alter table tenant.trusted_device force row level security;
create policy own_district on tenant.trusted_device using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.trusted_device to portal_app;
