-- One of the two halves of a school year, the same for all schools of the district: everything that belongs to a term points here.
create table tenant.term (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  school_year smallint not null check (school_year between 2000 and 2100),
  number      smallint not null check (number in (1, 2)),
  starts_on   date not null,
  ends_on     date not null,
  is_sealed   boolean not null default false,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  check (starts_on < ends_on),
  constraint term_once unique (district_id, school_year, number),
  constraint term_no_overlap exclude using gist (district_id with =, daterange(starts_on, ends_on, '[]') with &&)
);
alter table tenant.term enable row level security;
alter table tenant.term force row level security;
create policy own_district on tenant.term using (district_id = tenant.current_district());
grant select, insert, update on tenant.term to portal_app;

-- A school that begins or ends a term on other days than its district.
create table tenant.term_difference (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  term_id     uuid not null,
  starts_on   date not null,
  ends_on     date not null,
  version     int not null default 1,
  updated_at  timestamptz not null,
  primary key (district_id, org_id, term_id),
  check (starts_on < ends_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  constraint term_difference_no_overlap exclude using gist (
    district_id with =, org_id with =, daterange(starts_on, ends_on, '[]') with &&)
);
alter table tenant.term_difference enable row level security;
alter table tenant.term_difference force row level security;
create policy own_district on tenant.term_difference using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.term_difference to portal_app;

-- What is different about a day, for the whole district (the bureau's node) or one school. The nearest counts; above all
-- stand the holidays of the State Council, which are a table in the house.
create table tenant.calendar_day (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  day_on      date not null,
  kind        text not null check (kind in ('class', 'rest', 'make-up', 'activity', 'closed')),
  as_weekday  smallint check (as_weekday between 1 and 7),
  name        text not null default '' check (length(name) <= 30),
  updated_at  timestamptz not null,
  primary key (district_id, org_id, day_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  check (kind <> 'make-up' or as_weekday is not null)
);
alter table tenant.calendar_day enable row level security;
alter table tenant.calendar_day force row level security;
create policy own_district on tenant.calendar_day using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.calendar_day to portal_app;

create table tenant.period_scheme (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  name        text not null check (length(name) between 1 and 30),
  -- empty: all grades
  grade_ids   uuid[] not null default '{}',
  valid       daterange not null check (not isempty(valid)),
  -- The first day, and the first day when it is over: behind the wall an index is asked by plain columns only.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- the schemes of a school
create index period_scheme_org on tenant.period_scheme (district_id, org_id, begins_on);
alter table tenant.period_scheme enable row level security;
alter table tenant.period_scheme force row level security;
create policy own_district on tenant.period_scheme using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.period_scheme to portal_app;

-- 第1节. Lessons point at it, so it keeps its id when the hour changes.
create table tenant.lesson_period (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  scheme_id   uuid not null,
  name        text not null check (length(name) between 1 and 20),
  begins      time not null,
  ends        time not null,
  kind        text not null check (kind in ('reading', 'lesson', 'break', 'noon', 'care', 'evening')),
  sort        smallint not null,
  primary key (district_id, id),
  check (begins < ends),
  foreign key (district_id, scheme_id) references tenant.period_scheme (district_id, id)
);
-- the periods of a scheme, in their order
create index lesson_period_scheme on tenant.lesson_period (district_id, scheme_id, sort);
alter table tenant.lesson_period enable row level security;
alter table tenant.lesson_period force row level security;
create policy own_district on tenant.lesson_period using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.lesson_period to portal_app;

-- A subject of all schools of the district, or (with an organisation) of one school.
create table tenant.subject (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid,
  name         text not null check (length(name) between 1 and 30),
  short_name   text not null default '' check (length(short_name) <= 4),
  kind         text not null check (kind in ('national', 'local', 'school', 'extended')),
  stages       smallint[] not null,
  is_exam      boolean not null default false,
  is_forbidden boolean not null default false,
  sort         int not null default 0,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- one of a name for the district, and one of a name for a school
create unique index subject_name on tenant.subject
  (district_id, coalesce(org_id, '00000000-0000-0000-0000-000000000000'), name);
alter table tenant.subject enable row level security;
alter table tenant.subject force row level security;
create policy own_district on tenant.subject using (district_id = tenant.current_district());
grant select, insert, update on tenant.subject to portal_app;

create table tenant.room (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  name         text not null check (length(name) between 1 and 30),
  building     text not null default '' check (length(building) <= 30),
  kind         text not null,
  capacity     int check (capacity >= 0),
  is_forbidden boolean not null default false,
  sort         int not null default 0,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint room_name unique (district_id, org_id, building, name)
);
alter table tenant.room enable row level security;
alter table tenant.room force row level security;
create policy own_district on tenant.room using (district_id = tenant.current_district());
grant select, insert, update on tenant.room to portal_app;

create view tenant.v_term with (security_invoker = true) as
  select district_id, id, school_year, number, starts_on, ends_on from tenant.term;
grant select on tenant.v_term to portal_app;
create view tenant.v_subject with (security_invoker = true) as
  select district_id, id, org_id, name, short_name, stages, sort from tenant.subject;
grant select on tenant.v_subject to portal_app;
