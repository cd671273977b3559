-- The keys that a district's personal data is encrypted with, each wrapped by the master key, which is not in the database.
-- A new version takes over for new values; the old ones stay readable.
create table tenant.district_key (
  district_id int not null default tenant.current_district(),
  version     smallint not null check (version between 0 and 255),
  wrapped     bytea not null,
  created_at  timestamptz not null,
  -- A version is known to every process before anybody writes with it. Version 0 is no encryption key but the one that
  -- numbers are found by, which is not replaced.
  active_at   timestamptz not null default '-infinity',
  primary key (district_id, version)
);
alter table tenant.district_key enable row level security;
alter table tenant.district_key force row level security;
create policy own_district on tenant.district_key using (district_id = tenant.current_district());
grant select, insert on tenant.district_key to portal_app;
-- Wrapping under another master key changes what is kept, never which key it is.
grant update (wrapped) on tenant.district_key to portal_app;

-- How far the values of a table were sealed anew under a version: whoever is stopped goes on from here.
create table tenant.key_renewal (
  district_id int not null default tenant.current_district(),
  version     smallint not null,
  table_name  text not null,
  cursor      text[],
  is_done     boolean not null default false,
  updated_at  timestamptz not null,
  primary key (district_id, version, table_name)
);
alter table tenant.key_renewal enable row level security;
alter table tenant.key_renewal force row level security;
create policy own_district on tenant.key_renewal using (district_id = tenant.current_district());
grant select, insert, update on tenant.key_renewal to portal_app;
