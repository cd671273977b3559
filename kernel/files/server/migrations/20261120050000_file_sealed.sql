-- What lies in the object store is sealed there under the district's key, in chunks; what was stored before is not.
alter table tenant.file add column is_sealed boolean not null default false;
-- A file with whole numbers: it goes when it was downloaded once, and at this moment in any case.
alter table tenant.file add column expires_at timestamptz;
-- the hourly sweep takes those whose moment has come
create index file_once on tenant.file (district_id, expires_at) where expires_at is not null;
