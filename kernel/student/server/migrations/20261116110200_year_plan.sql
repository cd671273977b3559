-- A school goes into its next year: looked at first, then done in one go, and taken back to the byte within seven days.
create table tenant.year_plan (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  -- the one that begins
  school_year  smallint not null,
  status       text not null check (status in ('draft', 'applied', 'undone')),
  -- the day of leaving, classes of the new grade, decisions pupil by pupil
  wishes       jsonb not null,
  -- counts that were shown and done
  result       jsonb not null default '{}',
  by_person_id uuid not null,
  version      int not null default 1,
  created_at   timestamptz not null,
  applied_at   timestamptz,
  undone_at    timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
create unique index year_plan_once on tenant.year_plan (district_id, org_id, school_year) where status <> 'undone';
alter table tenant.year_plan enable row level security;
alter table tenant.year_plan force row level security;
create policy own_district on tenant.year_plan using (district_id = tenant.current_district());
grant select, insert, update on tenant.year_plan to portal_app;

-- What a row was before the plan, to the byte; null for one that the plan made.
create table tenant.year_plan_row (
  district_id int not null default tenant.current_district(),
  plan_id     uuid not null,
  kind        text not null check (kind in ('student', 'student-place', 'grade', 'class')),
  row_id      uuid not null,
  before      jsonb,
  -- by which it can be told whether somebody has changed it since; null for one that the plan removed
  after       jsonb,
  primary key (district_id, plan_id, kind, row_id),
  foreign key (district_id, plan_id) references tenant.year_plan (district_id, id)
);
alter table tenant.year_plan_row enable row level security;
alter table tenant.year_plan_row force row level security;
create policy own_district on tenant.year_plan_row using (district_id = tenant.current_district());
grant select, insert, delete on tenant.year_plan_row to portal_app;

