-- An application asks for fields of an interface; `granted` are those that were approved.
create table tenant.api_grant (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  app_key      text not null,
  api_code     text not null,
  fields       text[] not null default '{}',
  granted      text[] not null default '{}',
  -- Otherwise the organisations of api_grant_org.
  is_whole     boolean not null,
  purpose      text not null check (length(purpose) <= 500),
  starts_on    date not null,
  ends_on      date not null check (ends_on >= starts_on),
  day_quota    int not null,
  qps          int not null,
  status       text not null check (status in ('waiting', 'approved', 'returned', 'paused', 'expired', 'revoked')),
  requested_by uuid not null,
  created_at   timestamptz not null,
  decided_at   timestamptz,
  primary key (district_id, id),
  foreign key (district_id, requested_by) references tenant.person (district_id, id)
);
-- What an application has, and whether it already asked.
create index api_grant_app on tenant.api_grant (district_id, app_key, api_code);
create index api_grant_list on tenant.api_grant (district_id, created_at desc, id desc);
select tenant.wall('api_grant', 'select', 'insert', 'update');

create table tenant.api_grant_org (
  district_id int not null default tenant.current_district(),
  grant_id    uuid not null,
  org_id      uuid not null,
  primary key (district_id, grant_id, org_id),
  foreign key (district_id, grant_id) references tenant.api_grant (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
create index api_grant_org_org on tenant.api_grant_org (district_id, org_id);
select tenant.wall('api_grant_org', 'select', 'insert', 'delete');
