-- An address that leads to one organisation, over the whole platform. Pending until the organisation itself has it.
create table directory.org_host (
  host        text primary key check (host = lower(host) and length(host) between 1 and 100),
  district_id int not null references directory.district (id),
  org_id      uuid not null,
  status      text not null default 'pending' check (status in ('pending', 'active')),
  claimed_at  timestamptz not null
);
-- giving back the addresses of an organisation
create index org_host_of on directory.org_host (district_id, org_id);
grant select, insert, update, delete on directory.org_host to portal_directory;
