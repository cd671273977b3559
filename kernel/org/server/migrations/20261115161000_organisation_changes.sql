-- An organisation that went up in another one says in which.
alter table tenant.organisation add column merged_to uuid;
alter table tenant.organisation add constraint organisation_merged_to
  foreign key (district_id, merged_to) references tenant.organisation (district_id, id);
-- With a code people ask to join. It works like a password: only its keyed hash is kept, and not for ever.
alter table tenant.organisation add column join_code_hash bytea;
alter table tenant.organisation add column join_code_expires_at timestamptz;
alter table tenant.organisation add constraint organisation_join_code_whole
  check ((join_code_hash is null) = (join_code_expires_at is null));
-- who comes with a code: the organisation that gave it
create unique index organisation_join_code on tenant.organisation (district_id, join_code_hash) where join_code_hash is not null;

-- What an organisation was called and where it stood: for people, for as long as the organisation is there.
create table tenant.organisation_history (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  org_id      uuid not null,
  kind        text not null check (kind in ('created', 'renamed', 'moved', 'merged', 'absorbed', 'split', 'split-off', 'forbidden', 'opened', 'deleted')),
  before      text not null default '',
  after       text not null default '',
  person_id   uuid not null,
  at          timestamptz not null,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id)
);
-- 沿革 of one organisation, the latest first
create index organisation_history_of on tenant.organisation_history (district_id, org_id, at, id);

alter table tenant.organisation_history enable row level security;
alter table tenant.organisation_history force row level security;
create policy own_district on tenant.organisation_history using (district_id = tenant.current_district());
grant select, insert on tenant.organisation_history to portal_app;
