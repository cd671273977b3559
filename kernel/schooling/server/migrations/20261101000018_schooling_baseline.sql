-- A term, the same for all schools of the district; everything that belongs to a term refers to it.
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

-- Different term dates of a school.
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

-- Exceptions of the calendar, for the district (organisation of the bureau) or for one school; the nearest one applies.
-- The public holidays of the State Council are defined in code and take precedence.
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
  -- Empty: all grades.
  grade_ids   uuid[] not null default '{}',
  valid       daterange not null check (not isempty(valid)),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- period schemes of a school
create index period_scheme_org on tenant.period_scheme (district_id, org_id, begins_on);
alter table tenant.period_scheme enable row level security;
alter table tenant.period_scheme force row level security;
create policy own_district on tenant.period_scheme using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.period_scheme to portal_app;

-- A lesson period (第1节). Lessons refer to it, so it keeps its id when the time changes.
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
-- periods of a scheme in their order
create index lesson_period_scheme on tenant.lesson_period (district_id, scheme_id, sort);
alter table tenant.lesson_period enable row level security;
alter table tenant.lesson_period force row level security;
create policy own_district on tenant.lesson_period using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.lesson_period to portal_app;

-- A subject of the district, or (with an organisation) of one school.
create table tenant.subject (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid,
  name         text not null check (length(name) between 1 and 30),
  short_name   text not null default '' check (length(short_name) <= 4),
  kind         text not null check (kind in ('national', 'local', 'school', 'extended')),
  stages       smallint[] not null,
  is_exam      boolean not null default false,
  is_disabled boolean not null default false,
  sort         int not null default 0,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- names are unique in the district and in a school
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
  is_disabled boolean not null default false,
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

-- A grade: the pupils who entered in one year. It has no name: 七年级 is computed from the year, so nothing is renamed in
-- summer.
create table tenant.grade (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  -- 1 学前 2 小学 3 初中 4 普高 5 中职 6 特教
  stage       smallint not null check (stage between 1 and 6),
  start_year  smallint not null check (start_year between 1990 and 2100),
  years       smallint not null check (years between 1 and 9),
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint grade_once unique (district_id, org_id, stage, start_year)
);
alter table tenant.grade enable row level security;
alter table tenant.grade force row level security;
create policy own_district on tenant.grade using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.grade to portal_app;

create table tenant.grade_head (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  grade_id    uuid not null,
  user_id     uuid not null,
  valid       daterange not null check (not isempty(valid)),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id),
  constraint grade_head_no_overlap exclude using gist (district_id with =, grade_id with =, valid with &&)
);
-- grades of a grade head
create index grade_head_user on tenant.grade_head (district_id, user_id);
alter table tenant.grade_head enable row level security;
alter table tenant.grade_head force row level security;
create policy own_district on tenant.grade_head using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.grade_head to portal_app;

create table tenant.school_class (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  grade_id     uuid not null,
  -- 3班, 向日葵班; displayed after the name of the grade.
  name         text not null check (length(name) between 1 and 20),
  code         text not null default '' check (length(code) <= 20),
  profession   text not null default '' check (length(profession) <= 30),
  room_id      uuid,
  opened_on    date not null,
  -- The first day after a merge or a dissolution; graduation is computed from the grade.
  closed_on    date,
  successor_id uuid,
  sort         int not null default 0,
  version      int not null default 1,
  created_at   timestamptz not null,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, room_id) references tenant.room (district_id, id),
  foreign key (district_id, successor_id) references tenant.school_class (district_id, id)
);
create unique index school_class_name on tenant.school_class (district_id, grade_id, name) where closed_on is null;
-- classes of a school
create index school_class_org on tenant.school_class (district_id, org_id, grade_id, sort);
-- classes of a grade, including closed ones
create index school_class_grade on tenant.school_class (district_id, grade_id, sort);
alter table tenant.school_class enable row level security;
alter table tenant.school_class force row level security;
create policy own_district on tenant.school_class using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.school_class to portal_app;

create table tenant.class_teacher (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  class_id    uuid not null,
  user_id     uuid not null,
  role        text not null check (role in ('head', 'vice', 'life')),
  valid       daterange not null check (not isempty(valid)),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id),
  constraint class_teacher_no_overlap exclude using gist (
    district_id with =, class_id with =, role with =, user_id with =, valid with &&),
  -- a class has one head teacher at a time
  constraint class_teacher_one_head exclude using gist (district_id with =, class_id with =, valid with &&) where (role = 'head')
);
-- classes of a teacher
create index class_teacher_user on tenant.class_teacher (district_id, user_id);
create index class_teacher_class on tenant.class_teacher (district_id, class_id, begins_on);
alter table tenant.class_teacher enable row level security;
alter table tenant.class_teacher force row level security;
create policy own_district on tenant.class_teacher using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.class_teacher to portal_app;

-- Audience of lessons, exams and roll calls: a whole class in a subject and term (its pupils follow the class), or
-- individually chosen pupils. Other tables refer to groups, never to classes.
create table tenant.teaching_group (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  term_id     uuid not null,
  grade_id    uuid not null,
  subject_id  uuid not null,
  kind        text not null check (kind in ('class', 'free')),
  class_id    uuid,
  name        text not null default '' check (length(name) <= 30),
  capacity    int check (capacity > 0),
  version     int not null default 1,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  check ((kind = 'class') = (class_id is not null)),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, subject_id) references tenant.subject (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id)
);
create unique index teaching_group_class on tenant.teaching_group (district_id, term_id, class_id, subject_id) where kind = 'class';
-- free groups of a grade
create unique index teaching_group_free on tenant.teaching_group (district_id, term_id, grade_id, subject_id, name) where kind = 'free';
-- groups of a class
create index teaching_group_of_class on tenant.teaching_group (district_id, class_id);
alter table tenant.teaching_group enable row level security;
alter table tenant.teaching_group force row level security;
create policy own_district on tenant.teaching_group using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.teaching_group to portal_app;

create table tenant.teaching_assignment (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  group_id    uuid not null,
  user_id     uuid not null,
  role        text not null check (role in ('lead', 'assistant', 'cover')),
  week_hours  numeric(4, 1) not null default 0 check (week_hours >= 0),
  valid       daterange not null check (not isempty(valid)),
  -- First day, and first day after the end: under row-level security only plain columns can use an index.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id),
  constraint teaching_assignment_no_overlap exclude using gist (
    district_id with =, group_id with =, user_id with =, valid with &&)
);
-- assignments of a teacher
create index teaching_assignment_user on tenant.teaching_assignment (district_id, user_id);
create index teaching_assignment_group on tenant.teaching_assignment (district_id, group_id, begins_on);
alter table tenant.teaching_assignment enable row level security;
alter table tenant.teaching_assignment force row level security;
create policy own_district on tenant.teaching_assignment using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.teaching_assignment to portal_app;

-- Set-up progress of a new school that cannot be derived from its data: steps postponed, and set-up completed.
create table tenant.school_set_up (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  skipped     text[] not null default '{}',
  finished_at timestamptz,
  updated_at  timestamptz not null,
  primary key (district_id, org_id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.school_set_up enable row level security;
alter table tenant.school_set_up force row level security;
create policy own_district on tenant.school_set_up using (district_id = tenant.current_district());
grant select, insert, update on tenant.school_set_up to portal_app;

create view tenant.v_grade with (security_invoker = true) as
  select district_id, id, org_id, stage, start_year, years from tenant.grade;
grant select on tenant.v_grade to portal_app;

create view tenant.v_class with (security_invoker = true) as
  select c.district_id, c.id, c.org_id, c.grade_id, c.name, c.code, c.sort, c.opened_on, c.closed_on, c.successor_id,
         g.stage, g.start_year, g.years
  from tenant.school_class c
  join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id;
grant select on tenant.v_class to portal_app;

-- Staff of a class by date: the scope 任教班级. Assignments end with the class: when it is closed, and on September 1 after
-- its last year.
create view tenant.v_class_staff with (security_invoker = true) as
  select t.district_id, t.class_id, t.user_id, t.role, null::uuid as subject_id, t.begins_on,
         least(t.over_on, c.closed_on, make_date(y.start_year + y.years, 9, 1)) as over_on
  from tenant.class_teacher t
  join tenant.school_class c on c.district_id = t.district_id and c.id = t.class_id
  join tenant.grade y on y.district_id = c.district_id and y.id = c.grade_id
  union all
  select g.district_id, g.class_id, a.user_id, 'teaching', g.subject_id, a.begins_on,
         least(a.over_on, c.closed_on, make_date(y.start_year + y.years, 9, 1))
  from tenant.teaching_assignment a
  join tenant.teaching_group g on g.district_id = a.district_id and g.id = a.group_id
  join tenant.school_class c on c.district_id = g.district_id and c.id = g.class_id
  join tenant.grade y on y.district_id = c.district_id and y.id = c.grade_id
  union all
  select c.district_id, c.id, h.user_id, 'grade-head', null, h.begins_on,
         least(h.over_on, c.closed_on, make_date(y.start_year + y.years, 9, 1))
  from tenant.grade_head h
  join tenant.grade y on y.district_id = h.district_id and y.id = h.grade_id
  join tenant.school_class c on c.district_id = y.district_id and c.grade_id = y.id;
grant select on tenant.v_class_staff to portal_app;

-- Read by other modules.
create view tenant.v_teaching_group with (security_invoker = true) as
  select district_id, id, org_id, term_id, grade_id, subject_id, kind, class_id, name, capacity from tenant.teaching_group;
grant select on tenant.v_teaching_group to portal_app;

create view tenant.v_teaching_assignment with (security_invoker = true) as
  select district_id, id, group_id, user_id, role, begins_on, over_on from tenant.teaching_assignment;
grant select on tenant.v_teaching_assignment to portal_app;

-- Days on which a school was reminded to complete its set-up: at most once a day.
create table tenant.set_up_reminder (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  reminded_on date not null,
  -- Who sent the reminder.
  person_id   uuid not null,
  -- Number of people notified.
  people      int not null check (people > 0),
  created_at  timestamptz not null,
  primary key (district_id, org_id, reminded_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.set_up_reminder enable row level security;
alter table tenant.set_up_reminder force row level security;
create policy own_district on tenant.set_up_reminder using (district_id = tenant.current_district());
grant select, insert on tenant.set_up_reminder to portal_app;
