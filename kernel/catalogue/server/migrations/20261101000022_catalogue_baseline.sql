-- An application in this district. A built-in application has a row only where the district changed it (stopped, other
-- category, other grants); its name and address come from the code.
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
  -- New values that wait for approval while the published ones stay in use.
  wanted              jsonb,
  audit_reason        text not null default '',
  -- SHA-256 of a random secret; the previous secret stays valid for a limited time.
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

-- History of an application.
create table tenant.application_change (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  app_key     text not null,
  changed_at  timestamptz not null,
  changed_by  uuid,
  title       text not null,
  details     text not null default '',
  primary key (district_id, id)
);
-- history of an application, newest first
create index application_change_app on tenant.application_change (district_id, app_key, changed_at desc);
alter table tenant.application_change enable row level security;
alter table tenant.application_change force row level security;
create policy own_district on tenant.application_change using (district_id = tenant.current_district());
grant select, insert on tenant.application_change to portal_app;

-- Grants of applications. A refused organisation does not get what is granted to an organisation above it.
create table tenant.app_grant (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  app_key        text not null,
  object_kind    text not null check (object_kind in ('org', 'role', 'person')),
  object_id      uuid not null,
  includes_below boolean not null default false,
  is_refused     boolean not null default false,
  begins_on      date,
  -- The first day on which the grant is no longer valid.
  over_on        date,
  -- Membership of the granter: a grant made above cannot be changed below.
  granted_by     uuid,
  granted_at     timestamptz not null,
  -- When the administrators were notified that the grant ends soon.
  warned_at      timestamptz,
  primary key (district_id, id),
  constraint app_grant_once unique (district_id, app_key, object_kind, object_id),
  constraint app_grant_days check (over_on > begins_on),
  constraint app_grant_refusal check (not is_refused or object_kind = 'org')
);
-- grants of a user: by organisations above, by roles, by membership
create index app_grant_object on tenant.app_grant (district_id, object_kind, object_id);
-- grants that end soon
create index app_grant_over on tenant.app_grant (district_id, over_on) where over_on is not null;
alter table tenant.app_grant enable row level security;
alter table tenant.app_grant force row level security;
create policy own_district on tenant.app_grant using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.app_grant to portal_app;

-- Who administers a type of application in an organisation.
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
-- what a user administers
create index app_auditor_user on tenant.app_auditor (district_id, user_id);
alter table tenant.app_auditor enable row level security;
alter table tenant.app_auditor force row level security;
create policy own_district on tenant.app_auditor using (district_id = tenant.current_district());
grant select, insert, delete on tenant.app_auditor to portal_app;

-- Shortcuts of a user. A user who saved an empty list has one row with an empty key, which tells it from a list never
-- saved.
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

-- Openings of an application per user and day: the source of visits, active users and recently used applications.
create table tenant.app_opening (
  district_id int not null default tenant.current_district(),
  -- Start of the day.
  at          timestamptz not null,
  -- Derived from user, organisation and application, so that each day has one row.
  id          uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  app_key     text not null,
  times       int not null,
  last_at     timestamptz not null,
  primary key (district_id, at, id)
) partition by range (at);
-- recently used applications of a user
create index app_opening_user on tenant.app_opening (district_id, user_id, at);
-- visits and users of the applications of an organisation
create index app_opening_org on tenant.app_opening (district_id, org_id, at);
alter table tenant.app_opening enable row level security;
alter table tenant.app_opening force row level security;
create policy own_district on tenant.app_opening using (district_id = tenant.current_district());
grant select, insert, update on tenant.app_opening to portal_app;
select tenant.ensure_month_partitions('app_opening', (current_date - interval '3 months')::date, 17);

-- An organisation requests an application.
create table tenant.app_request (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  app_key      text not null,
  org_id       uuid not null,
  requested_by uuid not null,
  requested_at timestamptz not null,
  reason       text not null,
  status       text not null check (status in ('waiting', 'agreed', 'refused')),
  reply        text not null default '',
  decided_by   uuid,
  decided_at   timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one open request at a time
create unique index app_request_once on tenant.app_request (district_id, org_id, app_key) where status = 'waiting';
-- open requests, oldest first
create index app_request_status on tenant.app_request (district_id, status, requested_at);
alter table tenant.app_request enable row level security;
alter table tenant.app_request force row level security;
create policy own_district on tenant.app_request using (district_id = tenant.current_district());
grant select, insert, update on tenant.app_request to portal_app;

-- A user requests access to an application or to a page.
create table tenant.access_request (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  -- The organisation of the user's membership.
  org_id       uuid not null,
  user_id      uuid not null,
  requested_by uuid not null,
  kind         text not null check (kind in ('application', 'page')),
  -- Key of the application, or path of the page.
  target       text not null check (length(target) between 1 and 200),
  requested_at timestamptz not null,
  reason       text not null check (length(reason) <= 200),
  status       text not null check (status in ('waiting', 'agreed', 'refused')),
  reply        text not null default '',
  -- The granted role, if the request was answered with a role.
  role_id      uuid,
  decided_by   uuid,
  decided_at   timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one open request at a time
create unique index access_request_once on tenant.access_request (district_id, user_id, kind, target)
  where status = 'waiting';
-- open requests of an organisation, oldest first
create index access_request_org on tenant.access_request (district_id, org_id, status, requested_at);
alter table tenant.access_request enable row level security;
alter table tenant.access_request force row level security;
create policy own_district on tenant.access_request using (district_id = tenant.current_district());
grant select, insert, update on tenant.access_request to portal_app;
