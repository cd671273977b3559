-- A sign-in that lasts. It lives in the cell, so signed-in people go on while the directory is away.
create table tenant.session (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  token_hash   bytea not null,
  kind         text not null check (kind in ('staff', 'pupil', 'guardian', 'developer', 'platform', 'device')),
  account_id   uuid not null,
  person_id    uuid not null,
  user_id      uuid not null,
  org_id       uuid not null,
  created_at   timestamptz not null,
  seen_at      timestamptz not null,
  idle_seconds int not null check (idle_seconds > 0),
  expires_at   timestamptz not null,
  ended_at     timestamptz,
  ended_by     text check (ended_by in ('logout', 'replaced', 'kicked', 'password', 'unbound', 'transferred', 'disabled')),
  address      text not null default '',
  agent        text not null default '',
  primary key (district_id, id),
  constraint session_ended_whole check ((ended_at is null) = (ended_by is null)),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);

-- each request finds its session by the hash of its token
create unique index session_token on tenant.session (district_id, token_hash);
-- ending all sessions of an account
create index session_account on tenant.session (district_id, account_id) where ended_at is null;
-- the nightly sweep takes the old ones
create index session_expires on tenant.session (district_id, expires_at);

alter table tenant.session enable row level security;
alter table tenant.session force row level security;
create policy own_district on tenant.session using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.session to portal_app;
