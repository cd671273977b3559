-- A district (教育局) and the cell it lives in. Pending until its cell has it too.
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
