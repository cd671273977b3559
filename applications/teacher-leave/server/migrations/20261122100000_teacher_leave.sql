-- Types of leave: of the district (no organisation) and of one school.
create table tenant.leave_type (
  district_id          int not null default tenant.current_district(),
  id                   uuid not null,
  org_id               uuid,
  name                 text not null check (length(name) between 1 and 20),
  kind                 text not null check (kind in ('personal', 'sick', 'annual', 'marriage', 'maternity', 'paternity',
    'parental', 'bereavement', 'family-visit', 'injury', 'official', 'time-off', 'nursing', 'other')),
  unit                 text not null check (unit in ('half-day', 'hour')),
  -- Hundredths of an hour.
  min_unit             int check (min_unit between 25 and 800),
  includes_holidays    boolean not null,
  is_paid              boolean not null,
  proof_after_days     int check (proof_after_days between 0 and 365),
  -- Hundredths of a day.
  max_days_per_year    int check (max_days_per_year between 0 and 36600),
  max_consecutive      int check (max_consecutive between 0 and 36600),
  sex_limit            text check (sex_limit in ('男', '女')),
  needs_balance        boolean not null,
  backdate_days        int check (backdate_days between 0 and 365),
  counts_in_attendance boolean not null,
  is_disabled          boolean not null,
  sort                 int not null default 0,
  version              int not null default 1,
  created_at           timestamptz not null,
  updated_at           timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint leave_type_name unique nulls not distinct (district_id, org_id, name)
);
-- types of an organisation and of the district
create index leave_type_org on tenant.leave_type (district_id, org_id, sort, name);
select tenant.wall('leave_type', 'select', 'insert', 'update', 'delete');

-- One request of one person. A change is a request of its own with the request before it as parent; the old one holds
-- until the change is approved.
create table tenant.leave_request (
  district_id     int not null default tenant.current_district(),
  id              uuid not null,
  org_id          uuid not null,
  person_id       uuid not null,
  member_id       uuid not null,
  type_id         uuid not null,
  starts_on       date not null,
  start_half      text not null check (start_half in ('am', 'pm')),
  ends_on         date not null,
  end_half        text not null check (end_half in ('am', 'pm')),
  start_time      text check (start_time ~ '^\d\d:\d\d$'),
  end_time        text check (end_time ~ '^\d\d:\d\d$'),
  -- Hundredths of a day, or of an hour for a type by the hour: the sum of its half-days.
  amount          int not null check (amount >= 0),
  calendar_days   int not null check (calendar_days >= 0),
  -- Reason, contact, destination: encrypted.
  reason          bytea not null,
  contact         bytea,
  destination     bytea,
  leaves_city     boolean not null default false,
  -- Decides the approvals of the applicant in the meantime.
  deputy_id       uuid,
  status          text not null check (status in ('draft', 'running', 'sent-back', 'approved', 'on-leave',
    'awaiting-return', 'closed', 'rejected', 'recalled', 'cancelled', 'changing', 'replaced', 'void')),
  proof           text not null default 'none' check (proof in ('none', 'due', 'given')),
  proof_due_on    date,
  parent_id       uuid,
  is_back_entered boolean not null default false,
  -- The first half-day at work again.
  returned_on     date,
  returned_half   text check (returned_half in ('am', 'pm')),
  -- Not back a working day after its end; the department head was told.
  is_late         boolean not null default false,
  -- Why it was cancelled or made void.
  note            text not null default '' check (length(note) <= 200),
  created_at      timestamptz not null,
  submitted_at    timestamptz,
  updated_at      timestamptz not null,
  primary key (district_id, id),
  check (starts_on < ends_on or (starts_on = ends_on and start_half <= end_half)),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, member_id) references tenant.membership (district_id, id),
  foreign key (district_id, deputy_id) references tenant.membership (district_id, id),
  foreign key (district_id, type_id) references tenant.leave_type (district_id, id),
  foreign key (district_id, parent_id) references tenant.leave_request (district_id, id)
);
-- 我的请假, newest first
create index leave_request_person on tenant.leave_request (district_id, person_id, starts_on desc, id desc);
-- 请假记录 of an organisation, newest first
create index leave_request_org on tenant.leave_request (district_id, org_id, starts_on desc, id desc);
-- what moves by date at night
create index leave_request_moving on tenant.leave_request (district_id, status, ends_on)
  where status in ('approved', 'on-leave', 'awaiting-return');
-- one change of a request at a time
create unique index leave_request_change on tenant.leave_request (district_id, parent_id)
  where status in ('draft', 'running', 'sent-back');
-- open requests of somebody whose membership ends, and what she deputises for
create index leave_request_member on tenant.leave_request (district_id, member_id)
  where status in ('draft', 'running', 'sent-back', 'approved', 'on-leave', 'awaiting-return', 'changing');
create index leave_request_deputy on tenant.leave_request (district_id, deputy_id) where deputy_id is not null;
select tenant.wall('leave_request', 'select', 'insert', 'update', 'delete');

-- Read by the lists. The name of the department is that of the membership today.
create view tenant.v_leave_request with (security_invoker = true) as
  select r.district_id, r.id, r.org_id, r.person_id, r.member_id, r.type_id, t.kind, t.unit, r.starts_on, r.start_half,
         r.ends_on, r.end_half, r.amount, r.calendar_days, r.status, r.proof, r.proof_due_on, r.is_back_entered,
         r.is_late, r.submitted_at, r.created_at, r.parent_id is not null as is_change, coalesce(d.name, '') as department_name
  from tenant.leave_request r
  join tenant.leave_type t on t.district_id = r.district_id and t.id = r.type_id
  join tenant.v_membership m on m.district_id = r.district_id and m.id = r.member_id
  left join tenant.v_org d on d.district_id = m.district_id and d.id = m.department_id;
grant select on tenant.v_leave_request to portal_app;
-- 请假记录 of administrators: a draft is nobody else's.
create view tenant.v_leave_record with (security_invoker = true) as
  select * from tenant.v_leave_request where status <> 'draft';
grant select on tenant.v_leave_record to portal_app;

-- One row for each half-day of a request, with the type of the day as it was known when it was counted: all sums come
-- from here. proposed: of a change that is not approved yet, beside the days of the request that it would replace.
create table tenant.leave_day (
  district_id int not null default tenant.current_district(),
  request_id  uuid not null,
  day         date not null,
  half        text not null check (half in ('am', 'pm')),
  person_id   uuid not null,
  -- Where the person worked on that day: a transfer in the middle of a leave splits it.
  org_id      uuid not null,
  type_id     uuid not null,
  day_type    text not null check (day_type in ('work', 'weekend', 'holiday', 'make-up', 'vacation', 'closed')),
  day_name    text not null default '' check (length(day_name) <= 60),
  -- Hundredths of a day, or of an hour.
  counted     int not null check (counted >= 0),
  -- A leave by the hour takes a part of the half-day only.
  is_whole    boolean not null default true,
  status      text not null check (status in ('proposed', 'requested', 'in-force', 'void')),
  primary key (district_id, request_id, day, half),
  foreign key (district_id, request_id) references tenant.leave_request (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, type_id) references tenant.leave_type (district_id, id)
);
-- nobody is on two leaves at once; overlaps and limits of a person
create unique index leave_day_once on tenant.leave_day (district_id, person_id, day, half)
  where status in ('requested', 'in-force') and is_whole;
-- limits of a year
create index leave_day_person on tenant.leave_day (district_id, person_id, day);
-- summary and calendar of an organisation
create index leave_day_org on tenant.leave_day (district_id, org_id, day) include (person_id, type_id, counted)
  where status in ('requested', 'in-force');
select tenant.wall('leave_day', 'select', 'insert', 'update', 'delete');

-- What is left of a type is the sum of its rows. Rows are never changed. A grant is a lot with its own expiry; what a
-- leave takes, gives back or lets expire names its lot.
create table tenant.leave_ledger (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  person_id   uuid not null,
  type_id     uuid not null,
  kind        text not null check (kind in ('grant', 'overtime', 'leave', 'give-back', 'expiry', 'manual')),
  -- Hundredths of a day, or of an hour.
  amount      int not null check (amount <> 0),
  -- Of a lot: the first day from which it counts, and the last day.
  begins_on   date,
  expires_on  date,
  -- The lot that this row belongs to; its own id for the row that opens it.
  lot_id      uuid not null,
  -- The request or the overtime that it comes from.
  ref_id      uuid,
  note        text not null default '' check (length(note) <= 100),
  by_id       uuid,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, type_id) references tenant.leave_type (district_id, id),
  foreign key (district_id, lot_id) references tenant.leave_ledger (district_id, id)
);
-- balance and history of a person
create index leave_ledger_person on tenant.leave_ledger (district_id, person_id, type_id, created_at desc, id desc)
  include (amount, lot_id);
-- lots that expire
create index leave_ledger_expiry on tenant.leave_ledger (district_id, expires_on) where expires_on is not null;
-- rows of a request
create index leave_ledger_ref on tenant.leave_ledger (district_id, ref_id) where ref_id is not null;
select tenant.wall('leave_ledger', 'select', 'insert');

create table tenant.leave_overtime (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  person_id   uuid not null,
  event       text not null check (length(event) between 1 and 60),
  worked_on   date not null,
  amount      int not null check (amount between 50 and 300),
  remark      bytea not null,
  status      text not null default 'waiting' check (status in ('waiting', 'approved', 'rejected', 'recalled')),
  expires_on  date,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id)
);
-- a day of overtime is credited once
create unique index leave_overtime_once on tenant.leave_overtime (district_id, person_id, worked_on)
  where status in ('waiting', 'approved');
-- overtime of an organisation, newest first
create index leave_overtime_org on tenant.leave_overtime (district_id, org_id, worked_on desc, id desc);
select tenant.wall('leave_overtime', 'select', 'insert', 'update');

-- When the attendance of a month was closed or, with a reason, opened again. Rows are never changed: the last one of a
-- month is its state, and a month without a row is open.
create table tenant.leave_month (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  -- Its first day.
  month       date not null check (extract(day from month) = 1),
  is_closed   boolean not null,
  by_id       uuid not null,
  at          timestamptz not null,
  reason      text not null default '' check (length(reason) <= 200),
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- state and history of a month
create index leave_month_org on tenant.leave_month (district_id, org_id, month, at desc, id desc);
select tenant.wall('leave_month', 'select', 'insert', 'update');
