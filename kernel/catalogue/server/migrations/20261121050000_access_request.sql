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
