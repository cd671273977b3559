-- What an organisation has set for itself and all below it; the nearest one counts.
create table tenant.setting (
  district_id int not null default tenant.current_district(),
  org_id      uuid not null,
  key         text not null,
  value       jsonb not null,
  updated_at  timestamptz not null,
  primary key (district_id, org_id, key),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
alter table tenant.setting enable row level security;
alter table tenant.setting force row level security;
create policy own_district on tenant.setting using (district_id = tenant.current_district());
grant select, insert, update, delete on tenant.setting to portal_app;

-- looking for a school to switch to, by name or pinyin
create index organisation_switchable on tenant.organisation (district_id)
  where deleted_at is null and type in ('school', 'kindergarten', 'other-school');
