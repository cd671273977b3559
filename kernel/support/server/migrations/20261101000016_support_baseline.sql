-- A support ticket to the administrators of an organisation. Both texts are encrypted, because they may be about
-- people.
create table tenant.support_ticket (
  district_id  int not null default tenant.current_district(),
  id           uuid not null,
  org_id       uuid not null,
  requester_id uuid not null,
  person_id    uuid not null,
  title        text not null check (length(title) between 1 and 60),
  text         bytea not null,
  page         text not null check (length(page) <= 300),
  status       text not null default 'open' check (status in ('open', 'answered', 'withdrawn')),
  answer       bytea,
  answerer_id  uuid,
  created_at   timestamptz not null,
  answered_at  timestamptz,
  primary key (district_id, id),
  foreign key (district_id, org_id) references tenant.organisation (district_id, id),
  foreign key (district_id, person_id) references tenant.person (district_id, id),
  check ((status = 'answered') = (answer is not null and answerer_id is not null and answered_at is not null))
);
-- own tickets, newest first
create index support_ticket_requester on tenant.support_ticket (district_id, requester_id, created_at desc, id desc);
-- tickets of an organisation, newest first
create index support_ticket_org on tenant.support_ticket (district_id, org_id, created_at desc, id desc);
-- tickets of the district, newest first
create index support_ticket_created on tenant.support_ticket (district_id, created_at desc, id desc);
alter table tenant.support_ticket enable row level security;
alter table tenant.support_ticket force row level security;
create policy own_district on tenant.support_ticket using (district_id = tenant.current_district());
grant select, insert, update on tenant.support_ticket to portal_app;
