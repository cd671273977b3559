-- Who has to be where when: every lesson, invigilation and watch of a member of staff is a row, whichever module books
-- it. The constraint is per person, so that somebody with two schools is not booked twice either. A duty that ended is
-- deleted: what was planned, covered or cancelled is the story of the lesson, and its owner keeps it.
-- Not partitioned: PostgreSQL 15 has no exclusion constraints over partitions.
create table tenant.duty (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  -- lesson …: the module that declares the kind owns what ref means.
  kind        text not null check (length(kind) between 1 and 40),
  ref         uuid not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  -- At most a day: whoever looks for the duties of a time need not read those of all the time before.
  constraint duty_span check (ends_at > starts_at and ends_at - starts_at <= interval '24 hours'),
  constraint duty_no_double_booking exclude using gist (
    district_id with =, person_id with =, tstzrange(starts_at, ends_at) with &&)
);
-- the day of somebody, and whether she is free: under row-level security ranges cannot use the index of the constraint
create index duty_person on tenant.duty (district_id, person_id, starts_at);
-- foreign key check when a membership is deleted
create index duty_user on tenant.duty (district_id, user_id);
-- the duties of a lesson, to move or end them
create index duty_ref on tenant.duty (district_id, kind, ref);
-- what an organisation has when it is merged or deleted
create index duty_org on tenant.duty (district_id, org_id);
select tenant.wall('duty', 'select', 'insert', 'update', 'delete');

-- When somebody is not there. No reason and no type of leave: whoever may read this knows no more than that she is away.
-- Two of them may overlap.
create table tenant.away (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  -- teacher-leave …, and its record
  source      text not null check (length(source) between 1 and 40),
  ref         uuid not null,
  starts_at   timestamptz not null,
  ends_at     timestamptz not null,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  foreign key (district_id, user_id) references tenant.membership (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  constraint away_span check (ends_at > starts_at)
);
-- whether somebody is away in a time; by the end, because a long leave begins long before
create index away_person on tenant.away (district_id, person_id, ends_at);
-- foreign key check when a membership is deleted
create index away_user on tenant.away (district_id, user_id);
-- the times of a record
create index away_ref on tenant.away (district_id, source, ref);
-- what an organisation has when it is merged or deleted
create index away_org on tenant.away (district_id, org_id);
select tenant.wall('away', 'select', 'insert', 'update', 'delete');
