-- The roll of one lesson, begun by the first save. Who was expected is frozen here; who was plainly there has no row in
-- attendance_mark. A lesson without a submitted session says nothing about anybody.
create table tenant.attendance_session (
  district_id    int not null default tenant.current_district(),
  id             uuid not null,
  org_id         uuid not null,
  term_id        uuid not null,
  kind           text not null check (kind in ('lesson', 'care', 'dorm', 'activity', 'exam')),
  -- The lesson; its row may be written anew when a timetable is published, so its facts are kept here.
  ref            uuid not null,
  group_id       uuid not null,
  -- Of an ordinary class; null for a free group.
  class_id       uuid,
  grade_id       uuid not null,
  subject_id     uuid not null,
  day_on         date not null,
  period_id      uuid not null,
  begins         time not null,
  ends           time not null,
  -- Who gave the lesson when the roll was called: the substitute.
  teacher_id     uuid,
  teacher_person_id uuid,
  expected       uuid[] not null,
  mode           text not null default 'absent' check (mode in ('absent', 'each', 'scan', 'card', 'face')),
  state          text not null check (state in ('open', 'submitted', 'locked')),
  is_backfilled  boolean not null default false,
  opened_at      timestamptz not null,
  -- When the roll was made, by the clock of the device; and when the server had it.
  made_at        timestamptz,
  submitted_at   timestamptz,
  submitted_by   uuid,
  locked_at      timestamptz,
  updated_at     timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, term_id) references tenant.term (district_id, id),
  foreign key (district_id, group_id) references tenant.teaching_group (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, subject_id) references tenant.subject (district_id, id),
  foreign key (district_id, teacher_id) references tenant.membership (district_id, id),
  foreign key (district_id, teacher_person_id) references tenant.person (district_id, id),
  foreign key (district_id, submitted_by) references tenant.person (district_id, id),
  constraint attendance_session_once unique (district_id, kind, ref),
  check ((state = 'open') = (submitted_at is null))
);
-- sessions of a school by day: records, statistics, lessons without a roll
create index attendance_session_day on tenant.attendance_session (district_id, org_id, day_on desc, id);
-- sessions that have to be locked
create index attendance_session_unlocked on tenant.attendance_session (district_id, day_on) where state <> 'locked';
-- rolls of a teacher, and foreign key checks
create index attendance_session_teacher on tenant.attendance_session (district_id, teacher_id, day_on);
create index attendance_session_teacher_person on tenant.attendance_session (district_id, teacher_person_id);
create index attendance_session_submitter on tenant.attendance_session (district_id, submitted_by);
create index attendance_session_group on tenant.attendance_session (district_id, group_id, day_on);
create index attendance_session_of_class on tenant.attendance_session (district_id, class_id, day_on) where class_id is not null;
create index attendance_session_term on tenant.attendance_session (district_id, term_id);
create index attendance_session_subject on tenant.attendance_session (district_id, subject_id);
select tenant.wall('attendance_session', 'select', 'insert', 'update');

-- The classes whose pupils a session expects, with their number: a lesson of a free group is in the day of each of them.
-- Under row-level security an array column could not be searched by an index.
create table tenant.attendance_session_class (
  district_id int not null default tenant.current_district(),
  session_id  uuid not null,
  class_id    uuid not null,
  day_on      date not null,
  expected    int not null check (expected > 0),
  primary key (district_id, session_id, class_id),
  foreign key (district_id, session_id) references tenant.attendance_session (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id)
);
-- the day and the term of a class
create index attendance_session_class_day on tenant.attendance_session_class (district_id, class_id, day_on, session_id);
select tenant.wall('attendance_session_class', 'select', 'insert', 'update');

-- A pupil who was not plainly there, or was tapped back to present: the time of the last tap decides between two devices.
create table tenant.attendance_mark (
  district_id int not null default tenant.current_district(),
  session_id  uuid not null,
  student_id  uuid not null,
  org_id      uuid not null,
  -- The class of the pupil on that day.
  class_id    uuid,
  day_on      date not null,
  status      text not null check (status in ('present', 'missing', 'late', 'early', 'sick', 'private', 'official', 'truant')),
  minutes     int check (minutes between 0 and 240),
  source      text not null check (source in ('correction', 'class-teacher', 'office', 'teacher', 'leave', 'device')),
  leave_id    uuid,
  -- A device saw the pupil that day before the lesson.
  differs     boolean not null default false,
  -- Encrypted: it may say that somebody is ill.
  remark      bytea,
  -- By the clock of the device, corrected; whose device, and who tapped.
  marked_at   timestamptz not null,
  device      text check (length(device) between 8 and 40),
  marked_by   uuid,
  -- The tap of another device that lost: { status, minutes, at, by }.
  conflict    jsonb,
  updated_at  timestamptz not null,
  primary key (district_id, session_id, student_id),
  foreign key (district_id, session_id) references tenant.attendance_session (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, marked_by) references tenant.person (district_id, id)
);
-- the days of a pupil
create index attendance_mark_student on tenant.attendance_mark (district_id, student_id, day_on);
-- the term of a class
create index attendance_mark_class on tenant.attendance_mark (district_id, class_id, day_on) where class_id is not null;
-- the figures of a school
create index attendance_mark_day on tenant.attendance_mark (district_id, org_id, day_on);
-- marks that a leave filled
create index attendance_mark_leave on tenant.attendance_mark (district_id, leave_id) where leave_id is not null;
-- foreign key checks
create index attendance_mark_marked_by on tenant.attendance_mark (district_id, marked_by) where marked_by is not null;
select tenant.wall('attendance_mark', 'select', 'insert', 'update');

-- Every change of a submitted mark.
create table tenant.attendance_amendment (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  session_id  uuid not null,
  student_id  uuid not null,
  before      jsonb not null,
  after       jsonb not null,
  source      text not null check (source in ('correction', 'class-teacher', 'office', 'teacher', 'leave')),
  -- Encrypted.
  reason      bytea,
  person_id   uuid,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, session_id) references tenant.attendance_session (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
-- the changes of a session, of a pupil, by somebody
create index attendance_amendment_session on tenant.attendance_amendment (district_id, session_id, created_at);
create index attendance_amendment_student on tenant.attendance_amendment (district_id, student_id, created_at);
create index attendance_amendment_person on tenant.attendance_amendment (district_id, person_id) where person_id is not null;
select tenant.wall('attendance_amendment', 'select', 'insert');

-- What a terminal saw. Written in batches; the same event sent twice is one row.
create table tenant.attendance_pass (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  org_id      uuid not null,
  student_id  uuid not null,
  direction   text not null check (direction in ('in', 'out')),
  device      text not null check (length(device) between 1 and 60),
  place       text not null default '' check (length(place) <= 60),
  primary key (district_id, at, id)
) partition by range (at);
-- when a pupil was first seen on a day
create index attendance_pass_student on tenant.attendance_pass (district_id, student_id, at);
select tenant.wall('attendance_pass', 'select', 'insert');
select tenant.ensure_month_partitions('attendance_pass', (current_date - interval '3 months')::date, 17);

-- Leave of a pupil: half-days, or some periods of one day.
create table tenant.pupil_leave (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  student_id  uuid not null,
  -- The class on the first day: its head teacher decides.
  class_id    uuid,
  kind        text not null check (kind in ('sick', 'private', 'official')),
  starts_on   date not null,
  start_half  text not null check (start_half in ('am', 'pm')),
  ends_on     date not null,
  end_half    text not null check (end_half in ('am', 'pm')),
  period_ids  uuid[] not null default '{}',
  -- Encrypted: reason and symptoms.
  reason      bytea,
  symptoms    bytea,
  status      text not null check (status in ('running', 'approved', 'rejected', 'recalled', 'revoked')),
  -- guardian: asked on the family's home · class-teacher, office: entered for the family
  source      text not null check (source in ('guardian', 'class-teacher', 'office')),
  asked_by    uuid not null,
  decided_by  uuid,
  decided_at  timestamptz,
  -- Why it was not approved, or revoked.
  note        text not null default '' check (length(note) <= 200),
  -- The pupil was there again before the end.
  returned_at timestamptz,
  created_at  timestamptz not null,
  updated_at  timestamptz not null,
  primary key (district_id, id),
  check (starts_on < ends_on or (starts_on = ends_on and start_half <= end_half)),
  check (cardinality(period_ids) = 0 or starts_on = ends_on),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, asked_by) references tenant.person (district_id, id),
  foreign key (district_id, decided_by) references tenant.person (district_id, id)
);
-- leave of a pupil: long leave begins long before
create index pupil_leave_student on tenant.pupil_leave (district_id, student_id, ends_on);
-- leave of a school and of a class
create index pupil_leave_org on tenant.pupil_leave (district_id, org_id, ends_on);
create index pupil_leave_class on tenant.pupil_leave (district_id, class_id, ends_on) where class_id is not null;
-- foreign key checks
create index pupil_leave_asked_by on tenant.pupil_leave (district_id, asked_by);
create index pupil_leave_decided_by on tenant.pupil_leave (district_id, decided_by) where decided_by is not null;
select tenant.wall('pupil_leave', 'select', 'insert', 'update');

-- A child who is neither there nor excused: one case a day. The ladder of notifications is an alert with the same id.
create table tenant.absence_case (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  student_id   uuid not null,
  class_id     uuid,
  day_on       date not null,
  -- The first session in which the child was missing.
  session_id   uuid not null,
  status       text not null check (status in ('open', 'contacted', 'settled')),
  outcome      text check (outcome in ('school', 'late', 'leave', 'home', 'elsewhere', 'reported', 'mistake')),
  -- Encrypted.
  note         bytea,
  opened_at    timestamptz not null,
  contacted_at timestamptz,
  contacted_by uuid,
  settled_at   timestamptz,
  settled_by   uuid,
  updated_at   timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, student_id) references tenant.student (district_id, id),
  foreign key (district_id, class_id) references tenant.school_class (district_id, id),
  foreign key (district_id, session_id) references tenant.attendance_session (district_id, id),
  foreign key (district_id, contacted_by) references tenant.person (district_id, id),
  foreign key (district_id, settled_by) references tenant.person (district_id, id),
  constraint absence_case_once unique (district_id, student_id, day_on),
  check ((status = 'settled') = (outcome is not null))
);
-- the board of a school, and its history
create index absence_case_day on tenant.absence_case (district_id, org_id, day_on desc, id);
create index absence_case_open on tenant.absence_case (district_id, org_id, opened_at) where status <> 'settled';
-- foreign key checks
create index absence_case_class on tenant.absence_case (district_id, class_id) where class_id is not null;
create index absence_case_session on tenant.absence_case (district_id, session_id);
create index absence_case_contacted_by on tenant.absence_case (district_id, contacted_by) where contacted_by is not null;
create index absence_case_settled_by on tenant.absence_case (district_id, settled_by) where settled_by is not null;
select tenant.wall('absence_case', 'select', 'insert', 'update');
