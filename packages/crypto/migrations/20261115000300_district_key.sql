-- The keys that a district's personal data is encrypted with, each wrapped by the master key, which is not in the database.
-- A new version takes over for new values; the old ones stay readable.
create table tenant.district_key (
  district_id int not null default tenant.current_district(),
  version     smallint not null check (version between 1 and 255),
  wrapped     bytea not null,
  created_at  timestamptz not null,
  primary key (district_id, version)
);

alter table tenant.district_key enable row level security;
alter table tenant.district_key force row level security;
create policy own_district on tenant.district_key using (district_id = tenant.current_district());
grant select, insert on tenant.district_key to portal_app;
