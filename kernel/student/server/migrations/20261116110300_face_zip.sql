-- A zip of photographs that somebody has uploaded, as far as it has been gone through. Its pieces lie sealed in the bucket
-- of the faces until then; what became of it can be read for seven days.
create table tenant.face_zip (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  person_id   uuid not null,
  bytes       int not null check (bytes > 0),
  -- null until all of it is there
  task_id     uuid,
  -- entries that are done with: whoever goes on after a crash begins behind them
  done        int not null default 0,
  accepted    int not null default 0,
  -- names of files are numbers of pupils: one encrypted text
  outcome     bytea,
  ended_at    timestamptz,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- what became of a task; what is old enough to go
create unique index face_zip_task on tenant.face_zip (district_id, task_id) where task_id is not null;
create index face_zip_age on tenant.face_zip (district_id, created_at);
alter table tenant.face_zip enable row level security;
alter table tenant.face_zip force row level security;
create policy own_district on tenant.face_zip using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.face_zip to portal_app;

-- photographs that lie in the bucket: what the nightly look compares
create index student_face_kept on tenant.student_face (district_id, object_key) where object_key is not null;
