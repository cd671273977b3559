-- Who had a hidden number of somebody shown, which one, and why they said they needed it. One row a look, in its transaction.
create table tenant.reveal_log (
  district_id  int not null default tenant.current_district(),
  at           timestamptz not null,
  id           uuid not null,
  account_id   uuid not null,
  person_id    uuid not null,
  org_id       uuid not null,
  subject_kind text not null,
  subject_id   uuid not null,
  field        text not null,
  -- People write names and numbers into it.
  reason       bytea not null,
  request_id   uuid not null,
  primary key (district_id, at, id)
) partition by range (at);
-- who looked at somebody, and how much somebody has looked at today
create index reveal_log_subject on tenant.reveal_log (district_id, subject_id, at desc);
create index reveal_log_person on tenant.reveal_log (district_id, person_id, at desc);
alter table tenant.reveal_log enable row level security;
alter table tenant.reveal_log force row level security;
create policy own_district on tenant.reveal_log using (district_id = tenant.current_district());
grant select, insert on tenant.reveal_log to portal_app;

select tenant.ensure_month_partitions('reveal_log', '2026-11-01', 14);
