-- From where, and in which session: whether it was the owner of an account or somebody who had stolen it.
alter table tenant.operation_log add column address text not null default '';
alter table tenant.operation_log add column session_id uuid;
alter table tenant.reveal_log add column address text not null default '';
alter table tenant.reveal_log add column session_id uuid;

-- What somebody tried and was refused. Written outside the request, which a refusal rolls back; of the same thing in the
-- same minute there are at most two rows, the first and the sum of the others.
create table tenant.security_event (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  kind        text not null check (kind in ('forbidden', 'not-found', 'wrong-code', 'too-many', 'number-probe')),
  account_id  uuid not null,
  person_id   uuid not null,
  user_id     uuid not null,
  org_id      uuid not null,
  session_id  uuid not null,
  address     text not null,
  -- Empty for the sum of many different ones.
  route       text not null,
  title       text not null,
  count       int not null check (count > 0),
  -- Of the first of them.
  request_id  uuid not null,
  logged_at   timestamptz not null default now(),
  primary key (district_id, at, id)
) partition by range (at);
-- "安全事件" of a district, of an organisation and of one person, newest first
create index security_event_org on tenant.security_event (district_id, org_id, at desc);
create index security_event_person on tenant.security_event (district_id, person_id, at desc);
-- the rows of a district between two moments, in the order of the seal
create index security_event_logged on tenant.security_event (district_id, logged_at, id);
alter table tenant.security_event enable row level security;
alter table tenant.security_event force row level security;
create policy own_district on tenant.security_event using (district_id = tenant.current_district());
grant select, insert on tenant.security_event to portal_app;

select tenant.ensure_month_partitions('security_event', '2026-11-01', 14);

alter table tenant.log_seal drop constraint log_seal_log_check;
alter table tenant.log_seal add constraint log_seal_log_check check (log in
  ('operation_log', 'login_log', 'identity_log', 'download_log', 'reveal_log', 'security_event'));
