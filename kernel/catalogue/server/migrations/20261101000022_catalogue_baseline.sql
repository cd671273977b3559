-- An application as this district has it. One that is built in has a row only where the district differs: stopped,
-- moved on its shelf, given to others; its name and address are the code's.
create table tenant.application (
  district_id         int not null default tenant.current_district(),
  key                 text not null check (length(key) between 1 and 64),
  kind                int not null check (kind between 1 and 5),
  name                text not null default '',
  edition             text not null default '',
  pinyin              text not null default '',
  initials            text not null default '',
  url                 text not null default '',
  logo                text not null default '',
  author              text not null default '',
  about               text not null default '',
  category            text not null,
  audience            text not null check (audience in ('public', 'org', 'role', 'person', 'teaching', 'families', 'administrators')),
  status              int not null check (status in (0, 1, 2, 3, 4, 5, 9)),
  sort                int not null default 0,
  manage_org_id       uuid,
  includes_below      boolean not null default true,
  ips                 text[] not null default '{}',
  api_reach           int not null default 0 check (api_reach between 0 and 3),
  main_app            text not null default '',
  -- What waits for an audit while the old version serves.
  wanted              jsonb,
  audit_reason        text not null default '',
  -- SHA-256 of a random secret; the one before it goes on until the day is over.
  secret_hash         bytea,
  old_secret_hash     bytea,
  old_secret_until_at timestamptz,
  registered_at       timestamptz not null,
  registered_by       uuid,
  audited_at          timestamptz,
  audited_by          uuid,
  version             int not null default 1,
  primary key (district_id, key),
  foreign key (district_id, manage_org_id) references tenant.organisation (district_id, id)
);
alter table tenant.application enable row level security;
alter table tenant.application force row level security;
create policy own_district on tenant.application using (district_id = tenant.current_district());
grant select, insert, update on tenant.application to portal_app;

-- What happened to an application.
create table tenant.application_change (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  app_key     text not null,
  changed_at  timestamptz not null,
  changed_by  uuid,
  title       text not null,
  words       text not null default '',
  primary key (district_id, id)
);
-- the story of an application, the latest first
create index application_change_app on tenant.application_change (district_id, app_key, changed_at desc);
alter table tenant.application_change enable row level security;
alter table tenant.application_change force row level security;
create policy own_district on tenant.application_change using (district_id = tenant.current_district());
grant select, insert on tenant.application_change to portal_app;

-- To whom applications are given. An organisation that is refused does not have what is given above it.
create table tenant.app_grant (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  app_key        text not null,
  object_kind    text not null check (object_kind in ('org', 'role', 'person')),
  object_id      uuid not null,
  includes_below boolean not null default false,
  is_refused     boolean not null default false,
  begins_on      date,
  -- the first day on which it no longer counts
  over_on        date,
  -- the place of whoever gave it: what was decided above is not changed below
  granted_by     uuid,
  granted_at     timestamptz not null,
  -- when those who decide about it were told that it ends soon
  warned_at      timestamptz,
  primary key (district_id, id),
  constraint app_grant_once unique (district_id, app_key, object_kind, object_id),
  constraint app_grant_days check (over_on > begins_on),
  constraint app_grant_refusal check (not is_refused or object_kind = 'org')
);
-- what somebody has, by the organisations above, the roles and the place
create index app_grant_object on tenant.app_grant (district_id, object_kind, object_id);
-- grants that end soon
create index app_grant_over on tenant.app_grant (district_id, over_on) where over_on is not null;
alter table tenant.app_grant enable row level security;
alter table tenant.app_grant force row level security;
create policy own_district on tenant.app_grant using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.app_grant to portal_app;

-- Who administers a kind of application in an organisation.
create table tenant.app_auditor (
  district_id  int not null default tenant.current_district(),
  auditor_type int not null check (auditor_type between 1 and 15),
  org_id       uuid not null,
  user_id      uuid not null,
  created_at   timestamptz not null,
  created_by   uuid,
  primary key (district_id, auditor_type, org_id, user_id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id)
);
-- what somebody administers
create index app_auditor_user on tenant.app_auditor (district_id, user_id);
alter table tenant.app_auditor enable row level security;
alter table tenant.app_auditor force row level security;
create policy own_district on tenant.app_auditor using (district_id = tenant.current_district());
grant select, insert, delete on tenant.app_auditor to portal_app;

-- Somebody's own shortcuts; whoever has saved none at all has a line with an empty key, so that an empty list stays empty.
create table tenant.app_shortcut (
  district_id int not null default tenant.current_district(),
  user_id     uuid not null,
  app_key     text not null,
  sort        int not null,
  saved_at    timestamptz not null,
  primary key (district_id, user_id, app_key)
);
alter table tenant.app_shortcut enable row level security;
alter table tenant.app_shortcut force row level security;
create policy own_district on tenant.app_shortcut using (district_id = tenant.current_district());
grant select, insert, delete on tenant.app_shortcut to portal_app;

-- How often somebody opened an application on a day: visits, active users and what was used last come from it.
create table tenant.app_opening (
  district_id int not null default tenant.current_district(),
  -- the beginning of the day
  at          timestamptz not null,
  -- made of whom, where and what, so that a day has one line of it
  id          uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  app_key     text not null,
  times       int not null,
  last_at     timestamptz not null,
  primary key (district_id, at, id)
) partition by range (at);
-- what somebody used last
create index app_opening_user on tenant.app_opening (district_id, user_id, at);
-- visits and users of an organisation's applications in a time
create index app_opening_org on tenant.app_opening (district_id, org_id, at);
alter table tenant.app_opening enable row level security;
alter table tenant.app_opening force row level security;
create policy own_district on tenant.app_opening using (district_id = tenant.current_district());
grant select, insert, update on tenant.app_opening to portal_app;
select tenant.ensure_month_partitions('app_opening', (current_date - interval '3 months')::date, 17);

-- An organisation asks for an application.
create table tenant.app_request (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  app_key     text not null,
  org_id      uuid not null,
  asked_by    uuid not null,
  asked_at    timestamptz not null,
  reason      text not null,
  status      text not null check (status in ('waiting', 'agreed', 'refused')),
  words       text not null default '',
  decided_by  uuid,
  decided_at  timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one at a time
create unique index app_request_once on tenant.app_request (district_id, org_id, app_key) where status = 'waiting';
-- what waits, the oldest first
create index app_request_status on tenant.app_request (district_id, status, asked_at);
alter table tenant.app_request enable row level security;
alter table tenant.app_request force row level security;
create policy own_district on tenant.app_request using (district_id = tenant.current_district());
grant select, insert, update on tenant.app_request to portal_app;

-- Somebody asks for an application, or for the right to a page, for her own place.
create table tenant.access_request (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  -- where the place is
  org_id      uuid not null,
  user_id     uuid not null,
  asked_by    uuid not null,
  kind        text not null check (kind in ('application', 'page')),
  -- the key of the application, or the address of the page
  target      text not null check (length(target) between 1 and 200),
  asked_at    timestamptz not null,
  reason      text not null check (length(reason) <= 200),
  status      text not null check (status in ('waiting', 'agreed', 'refused')),
  words       text not null default '',
  -- what was given, where that was a role
  role_id     uuid,
  decided_by  uuid,
  decided_at  timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one at a time
create unique index access_request_once on tenant.access_request (district_id, user_id, kind, target)
  where status = 'waiting';
-- what waits in an organisation, the oldest first
create index access_request_org on tenant.access_request (district_id, org_id, status, asked_at);
alter table tenant.access_request enable row level security;
alter table tenant.access_request force row level security;
create policy own_district on tenant.access_request using (district_id = tenant.current_district());
grant select, insert, update on tenant.access_request to portal_app;
