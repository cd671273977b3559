-- Encryption keys of a district, wrapped by the master key, which is not in the database. New values use the newest
-- version; old versions stay for decryption.
create table tenant.district_key (
  district_id int not null default tenant.current_district(),
  version     smallint not null check (version between 0 and 255),
  wrapped     bytea not null,
  created_at  timestamptz not null,
  -- When the version comes into use; all processes know it before. Version 0 is the index key of keyed hashes, which is
  -- never rotated.
  active_at   timestamptz not null default '-infinity',
  primary key (district_id, version)
);
alter table tenant.district_key enable row level security;
alter table tenant.district_key force row level security;
create policy own_district on tenant.district_key using (district_id = tenant.current_district());
grant select, insert on tenant.district_key to portal_app;
-- Re-wrapping with another master key changes the wrapped bytes, never the key.
grant update (wrapped) on tenant.district_key to portal_app;

-- Progress of re-encrypting a table with a new key version, to continue after an interruption.
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
