-- Roles may be an organisation's own, and take from a role of the district what they do not say themselves.
alter table tenant.role
  add column org_id     uuid,
  add column parent_id  uuid,
  add column remark     text not null default '' check (length(remark) <= 200),
  add column version    int not null default 1,
  add column updated_at timestamptz,
  add column updated_by uuid,
  add constraint role_org foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  add constraint role_parent foreign key (district_id, parent_id) references tenant.role (district_id, id),
  drop constraint role_title,
  add constraint role_title unique nulls not distinct (district_id, org_id, title);
grant delete on tenant.role to portal_app;

-- the roles of an organisation
create index role_org_id on tenant.role (district_id, org_id);
-- whether a role is somebody's parent
create index role_parent_id on tenant.role (district_id, parent_id) where parent_id is not null;

-- A role may be given for a time; who gave it is told to whoever asks why.
alter table tenant.membership_role
  add column begins_on  date,
  -- the first day on which it is no longer held
  add column over_on    date,
  add column granted_by uuid,
  add constraint membership_role_days check (over_on > begins_on);
grant update on tenant.membership_role to portal_app;

-- A role for everybody of an organisation, or for everybody of a post there.
create table tenant.role_audience (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  role_id        uuid not null,
  org_id         uuid not null,
  includes_below boolean not null,
  -- empty: everybody who works there
  post           text not null default '' check (length(post) <= 50),
  begins_on      date,
  over_on        date,
  granted_by     uuid,
  created_at     timestamptz not null,
  primary key (district_id, id),
  constraint role_audience_once unique (district_id, role_id, org_id, post),
  constraint role_audience_days check (over_on > begins_on),
  foreign key (district_id, role_id) references tenant.role (district_id, id) on delete cascade,
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- the roles of whoever works in an organisation
create index role_audience_org on tenant.role_audience (district_id, org_id);
alter table tenant.role_audience enable row level security;
alter table tenant.role_audience force row level security;
create policy own_district on tenant.role_audience using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.role_audience to portal_app;

-- What a role keeps from whoever has no other role that shows it.
create table tenant.role_hidden_field (
  district_id int not null default tenant.current_district(),
  role_id     uuid not null,
  field       text not null,
  primary key (district_id, role_id, field),
  foreign key (district_id, role_id) references tenant.role (district_id, id) on delete cascade
);
alter table tenant.role_hidden_field enable row level security;
alter table tenant.role_hidden_field force row level security;
create policy own_district on tenant.role_hidden_field using (district_id = tenant.current_district());
grant select, insert, delete on tenant.role_hidden_field to portal_app;

-- What was done to a role, with what it held before: for whoever asks, and to bring it back.
create table tenant.role_change (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  role_id     uuid not null,
  changed_at  timestamptz not null,
  changed_by  uuid,
  title       text not null,
  lines       text[] not null default '{}',
  -- name, remark, functions and fields before; null where nothing can be brought back
  before      jsonb,
  primary key (district_id, id)
);
-- the history of a role, the latest first
create index role_change_role on tenant.role_change (district_id, role_id, changed_at desc);
alter table tenant.role_change enable row level security;
alter table tenant.role_change force row level security;
create policy own_district on tenant.role_change using (district_id = tenant.current_district());
grant select, insert on tenant.role_change to portal_app;

-- Whether the district keeps its system, security and audit administrators apart: no row means not.
create table tenant.separation (
  district_id int not null default tenant.current_district(),
  since_at    timestamptz not null,
  primary key (district_id)
);
alter table tenant.separation enable row level security;
alter table tenant.separation force row level security;
create policy own_district on tenant.separation using (district_id = tenant.current_district());
grant select, insert, delete on tenant.separation to portal_app;
