-- Something that somebody has to settle in time. While it is open, the ladder of its kind notifies more and more people.
create table tenant.alert (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  -- The kind, which a module declares: attendance.absence …
  code         text not null check (length(code) between 1 and 60),
  -- What it is about: raising the same again joins the open one.
  key          text not null check (length(key) between 1 and 120),
  level        text not null check (level in ('notice', 'warning', 'urgent')),
  subject_kind text not null check (length(subject_kind) between 1 and 60),
  subject_id   uuid not null,
  state        text not null check (state in ('open', 'acknowledged', 'closed', 'dismissed')),
  -- How many steps of the ladder are done, the moment from which their minutes count, and when the next one is due.
  step         smallint not null default 0,
  ladder_at    timestamptz not null,
  escalate_at  timestamptz,
  outcome      text check (length(outcome) between 1 and 40),
  -- Encrypted.
  note         bytea,
  opened_at    timestamptz not null,
  closed_at    timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  check ((closed_at is not null) = (state in ('closed', 'dismissed'))),
  check ((outcome is not null) = (state = 'closed')),
  check (closed_at is null or escalate_at is null)
);
-- the open one of a key
create unique index alert_open on tenant.alert (district_id, code, key) where closed_at is null;
-- steps that are due
create index alert_due on tenant.alert (district_id, escalate_at) where escalate_at is not null;
-- open and past alerts of a school
create index alert_org on tenant.alert (district_id, org_id, opened_at);
-- the alerts of a subject
create index alert_subject on tenant.alert (district_id, subject_kind, subject_id);
select tenant.wall('alert', 'select', 'insert', 'update');

-- Who was notified by which step. The key is the proof that nobody is notified twice of one step.
create table tenant.alert_step (
  district_id int not null default tenant.current_district(),
  alert_id    uuid not null,
  step        text not null check (length(step) between 1 and 40),
  person_id   uuid not null,
  notified_at timestamptz not null,
  primary key (district_id, alert_id, step, person_id),
  foreign key (district_id, alert_id) references tenant.alert (district_id, id)
);
select tenant.wall('alert_step', 'select', 'insert');

-- What happened to an alert. Ids only; the note is on the alert.
create table tenant.alert_log (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  alert_id    uuid not null,
  event       text not null check (event in ('raised', 'repeated', 'step', 'unreachable', 'acknowledged', 'closed', 'dismissed')),
  step        text check (length(step) between 1 and 40),
  -- Who did it; null: the ladder.
  person_id   uuid,
  created_at  timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, alert_id) references tenant.alert (district_id, id)
);
-- the story of an alert
create index alert_log_alert on tenant.alert_log (district_id, alert_id, created_at);
select tenant.wall('alert_log', 'select', 'insert');

-- The districts of a cell with a step that is due, in one statement for the job of every minute. It looks into one
-- district after the other with the rights of its caller, and returns nothing of what it sees there.
create function tenant.list_districts_with_due_alerts(in_cell int, moment timestamptz) returns setof int
  language plpgsql as $$
declare
  one int;
begin
  for one in select d.id from reference.district d where d.cell = in_cell order by d.id loop
    perform set_config('app.district_id', one::text, true);
    if exists (select from tenant.alert a where a.escalate_at <= moment) then
      return next one;
    end if;
  end loop;
  perform set_config('app.district_id', '', true);
end $$;
revoke all on function tenant.list_districts_with_due_alerts(int, timestamptz) from public;
grant execute on function tenant.list_districts_with_due_alerts(int, timestamptz) to portal_app;
