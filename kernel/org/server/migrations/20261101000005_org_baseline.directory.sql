-- A district (教育局) and the cell that holds its data. Pending until the cell has it too.
create table directory.district (
  id         int generated always as identity primary key,
  cell       int not null,
  name       text not null check (length(name) between 1 and 100),
  host       text unique check (host = lower(host)),
  org_id     uuid not null unique,
  status     text not null default 'pending' check (status in ('pending', 'active', 'closed')),
  created_at timestamptz not null
);
grant select, insert, update on directory.district to portal_directory;

-- Numbers the district lists that are published to the cells.
create sequence directory.district_list_version;
grant usage on sequence directory.district_list_version to portal_directory;

-- Host name of an organisation, unique on the platform. Pending until the organisation has it too.
create table directory.org_host (
  host        text primary key check (host = lower(host) and length(host) between 1 and 100),
  district_id int not null references directory.district (id),
  org_id      uuid not null,
  status      text not null default 'pending' check (status in ('pending', 'active')),
  claimed_at  timestamptz not null
);
-- host names of an organisation
create index org_host_of on directory.org_host (district_id, org_id);
grant select, insert, update, delete on directory.org_host to portal_directory;
