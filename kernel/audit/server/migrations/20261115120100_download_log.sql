-- Who looked at or took which file, and from where: one row for each link that was used, whatever came of it.
create table tenant.download_log (
  district_id int not null default tenant.current_district(),
  at          timestamptz not null,
  id          uuid not null,
  person_id   uuid not null,
  org_id      uuid not null,
  file_id     uuid not null,
  kind        text not null check (kind in ('view', 'download')),
  address     text not null,
  request_id  uuid not null,
  primary key (district_id, at, id)
) partition by range (at);
-- who has had a file, and what somebody has taken, newest first
create index download_log_file on tenant.download_log (district_id, file_id, at desc);
create index download_log_person on tenant.download_log (district_id, person_id, at desc);
alter table tenant.download_log enable row level security;
alter table tenant.download_log force row level security;
create policy own_district on tenant.download_log using (district_id = tenant.current_district());
grant select, insert on tenant.download_log to portal_app;

select tenant.ensure_month_partitions('download_log', '2026-11-01', 14);
