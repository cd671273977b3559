-- What somebody noted about the figures of an organisation and day.
create table tenant.metric_issue (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  code        text not null check (length(code) between 1 and 60),
  org_id      uuid not null,
  day         date not null,
  type        text not null check (type in ('missing', 'outlier', 'late', 'definition')),
  text        text not null check (length(text) between 1 and 200),
  state       text not null default 'open' check (state in ('open', 'confirmed', 'fixed', 'explained')),
  -- Who noted it: a membership.
  user_id     uuid not null,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id)
);
-- those of an organisation, the latest day first
create index metric_issue_org on tenant.metric_issue (district_id, org_id, day desc);
-- by its membership, for merges of people
create index metric_issue_user on tenant.metric_issue (district_id, user_id);
select tenant.wall('metric_issue', 'select', 'insert', 'update');

-- Organisation, days and metric of a page, kept under a name by one user.
create table tenant.app_data_view (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  user_id     uuid not null,
  key         text not null check (length(key) between 1 and 64),
  name        text not null check (length(name) between 1 and 20),
  filters     jsonb not null,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id)
);
-- one name each
create unique index app_data_view_once on tenant.app_data_view (district_id, user_id, key, name);
select tenant.wall('app_data_view', 'select', 'insert', 'delete');

-- When an organisation was last reminded of a figure that is missing.
create table tenant.metric_reminder (
  district_id int not null default tenant.current_district(),
  code        text not null check (length(code) between 1 and 60),
  org_id      uuid not null,
  reminded_at timestamptz not null,
  primary key (district_id, org_id, code),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
select tenant.wall('metric_reminder', 'select', 'insert', 'update', 'delete');
