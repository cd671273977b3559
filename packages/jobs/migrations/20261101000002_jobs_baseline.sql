-- Domain events, written in the transaction that causes them. Each subscriber runs as a job.
create table tenant.event (
  district_id int not null default tenant.current_district(),
  id          uuid not null,
  name        text not null,
  ids         jsonb not null,
  at          timestamptz not null,
  primary key (district_id, id)
);
-- nightly cleanup
create index event_at on tenant.event (district_id, at);
alter table tenant.event enable row level security;
alter table tenant.event force row level security;
create policy own_district on tenant.event using (district_id = tenant.current_district());
grant select, insert, delete on tenant.event to portal_app;

-- Keys of completed effects: a job may run twice, its effect happens once.
create table tenant.effect (
  district_id int not null default tenant.current_district(),
  key         text not null,
  at          timestamptz not null,
  primary key (district_id, key)
);
-- nightly cleanup
create index effect_at on tenant.effect (district_id, at);
alter table tenant.effect enable row level security;
alter table tenant.effect force row level security;
create policy own_district on tenant.effect using (district_id = tenant.current_district());
grant select, insert, delete on tenant.effect to portal_app;
