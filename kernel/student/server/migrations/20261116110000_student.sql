-- A pupil: a person of the district who learns at one of its schools. Where and since when stands in student_place.
create table tenant.student (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  person_id       uuid not null,
  -- the school now, or the last one
  org_id          uuid not null,
  status          text not null check (status in ('studying', 'suspended', 'transferred', 'graduated', 'completed',
                    'left-early', 'withdrawn', 'expelled', 'died')),
  -- 全国学籍号: G, L or J and the ID number, so it is as secret as that
  student_no      bytea,
  student_no_hash bytea,
  -- the last four places of the ID number or else of the 学籍号: people know them by heart
  tail_hash       bytea,
  -- 校内学号
  school_no       text not null default '' check (length(school_no) <= 30),
  id_kind         text not null default 'id-card' check (id_kind in ('id-card', 'passport', 'hong-kong-macao', 'taiwan', 'none')),
  nation          text not null default '' check (nation ~ '^(0[1-9]|[1-4]\d|5[0-6])?$'),
  entered_on      date,
  is_boarding     boolean not null default false,
  -- 随班就读
  is_special      boolean not null default false,
  -- birthday, household register, address, other papers: one encrypted text
  private         bytea,
  ic_card         bytea,
  version         int not null default 1,
  created_at      timestamptz not null,
  updated_at      timestamptz not null,
  -- the start of the transaction that changed it last
  changed_at      timestamptz not null default now(),
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  check ((student_no is null) = (student_no_hash is null))
);
-- one human is one pupil, whatever schools there were
create unique index student_person on tenant.student (district_id, person_id);
create unique index student_number on tenant.student (district_id, student_no_hash);
create unique index student_school_no on tenant.student (district_id, org_id, school_no) where school_no <> '';
-- searching by the last four places, and by how a 学号 begins (in the order of bytes: those ranges are leakproof)
create index student_tail on tenant.student (district_id, tail_hash);
create index student_by_school_no on tenant.student (district_id, school_no collate "C") where school_no <> '';
-- the list of a whole district by the day on which they came
create index student_entered on tenant.student (district_id, entered_on, id);
-- the few of a whole district of whom something special is asked
create index student_boarding on tenant.student (district_id, id) where is_boarding;
create index student_special on tenant.student (district_id, id) where is_special;
-- those who have left, in the order of their list
create index student_past on tenant.student (district_id, org_id, status, id) where status not in ('studying', 'suspended');
-- the pupils of a school, whether or not they are in a class
create index student_org on tenant.student (district_id, org_id, status);
alter table tenant.student enable row level security;
alter table tenant.student force row level security;
create policy own_district on tenant.student using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student to portal_app;

-- Where a pupil is, from a day until a day: school, grade, class. One row for each stay; never two on one day.
create table tenant.student_place (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  student_id  uuid not null,
  org_id      uuid not null,
  grade_id    uuid not null,
  -- null while nobody has put the pupil into a class, and during 休学
  class_id    uuid,
  status      text not null default 'studying' check (status in ('studying', 'suspended')),
  seat_no     smallint check (seat_no > 0),
  valid       daterange not null check (not isempty(valid)),
  -- The first day, and the first day when it is over: behind the wall an index is asked by plain columns only.
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, grade_id) references tenant.grade (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  constraint student_place_no_overlap exclude using gist (district_id with =, student_id with =, valid with &&)
);
-- the pupils of a class on a day, in the order of their seats
create index student_place_class on tenant.student_place (district_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- the pupils of a school on a day
create index student_place_org on tenant.student_place (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, status, begins_on, over_on);
-- who is on leave, in the order of the list
create index student_place_suspended on tenant.student_place (district_id, org_id, grade_id, class_id, seat_no, id)
  include (student_id, begins_on, over_on) where status = 'suspended';
-- who has left since yesterday
create index student_place_over on tenant.student_place (district_id, over_on) where over_on is not null;
-- where a pupil was
create index student_place_student on tenant.student_place (district_id, student_id, begins_on);
alter table tenant.student_place enable row level security;
alter table tenant.student_place force row level security;
create policy own_district on tenant.student_place using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_place to portal_app;

-- 学籍异动: what happened to a pupil on a day. The places follow from it.
create table tenant.student_change (
  district_id   int not null default tenant.current_district(),
  id            uuid not null,
  student_id    uuid not null,
  type          text not null check (type in ('enrol', 'transfer-in', 'transfer-out', 'suspend', 'resume', 'repeat', 'skip',
                  'move', 'merge', 'withdraw', 'expel', 'die', 'graduate', 'complete', 'leave-early')),
  happens_on    date not null,
  from_org_id   uuid,
  from_class_id uuid,
  to_org_id     uuid,
  to_class_id   uuid,
  -- people write names and illnesses into it
  reason        bytea,
  -- of a year change or a class merge: all of them together
  plan_id       uuid,
  by_person_id  uuid not null,
  created_at    timestamptz not null,
  undone_at     timestamptz,
  primary key (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id)
);
-- the history of one pupil
create index student_change_student on tenant.student_change (district_id, student_id, happens_on);
-- the list of a school: those that left it, those that came
create index student_change_from on tenant.student_change (district_id, from_org_id, created_at desc);
create index student_change_to on tenant.student_change (district_id, to_org_id, created_at desc);
create index student_change_list on tenant.student_change (district_id, created_at desc, id desc);
-- the list of a class teacher
create index student_change_from_class on tenant.student_change (district_id, from_class_id) where from_class_id is not null;
create index student_change_to_class on tenant.student_change (district_id, to_class_id) where to_class_id is not null;
create index student_change_plan on tenant.student_change (district_id, plan_id) where plan_id is not null;
alter table tenant.student_change enable row level security;
alter table tenant.student_change force row level security;
create policy own_district on tenant.student_change using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.student_change to portal_app;

-- A school asks for a pupil of another one; that one, or the district, agrees. Then the places change.
create table tenant.student_transfer (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  -- null where there is no such pupil: whoever asked sees the same in both cases
  student_id   uuid,
  from_org_id  uuid,
  -- the name as it was asked for
  asked_name   bytea not null,
  to_org_id    uuid not null,
  to_grade_id  uuid not null,
  to_class_id  uuid,
  happens_on   date not null,
  status       text not null check (status in ('asked', 'agreed', 'refused', 'withdrawn')),
  reason       bytea not null,
  opinion      bytea,
  by_person_id uuid not null,
  decided_by   uuid,
  created_at   timestamptz not null,
  decided_at   timestamptz,
  primary key (district_id, id),
  check ((student_id is null) = (from_org_id is null)),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, from_org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, to_org_id) references tenant.organisation (district_id, id)
);
-- one at a time for each pupil
create unique index student_transfer_open on tenant.student_transfer (district_id, student_id) where status = 'asked';
create index student_transfer_from on tenant.student_transfer (district_id, from_org_id, created_at desc);
create index student_transfer_to on tenant.student_transfer (district_id, to_org_id, created_at desc);
create index student_transfer_list on tenant.student_transfer (district_id, created_at desc, id desc);
alter table tenant.student_transfer enable row level security;
alter table tenant.student_transfer force row level security;
create policy own_district on tenant.student_transfer using (district_id = tenant.current_district());
grant select, insert, update on tenant.student_transfer to portal_app;

-- The pupils of a free teaching group; those of a class's group are the class's.
create table tenant.group_member (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  group_id    uuid not null,
  student_id  uuid not null,
  valid       daterange not null check (not isempty(valid)),
  begins_on   date not null generated always as (lower(valid)) stored,
  over_on     date generated always as (upper(valid)) stored,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  constraint group_member_no_overlap exclude using gist (district_id with =, group_id with =, student_id with =, valid with &&)
);
create index group_member_group on tenant.group_member (district_id, group_id, begins_on);
create index group_member_student on tenant.group_member (district_id, student_id);
alter table tenant.group_member enable row level security;
alter table tenant.group_member force row level security;
create policy own_district on tenant.group_member using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.group_member to portal_app;

create view tenant.v_student with (security_invoker = true) as
  select district_id, id, person_id, org_id, status, school_no from tenant.student;
grant select on tenant.v_student to portal_app;
create view tenant.v_student_place with (security_invoker = true) as
  select district_id, id, student_id, org_id, grade_id, class_id, status, seat_no, valid, begins_on, over_on from tenant.student_place;
grant select on tenant.v_student_place to portal_app;
