-- Two persons were one human being. What was moved and put aside is remembered whole, so that it can be taken back.
create table tenant.person_merge (
  district_id      int not null default tenant.current_district(),
  id               uuid not null,
  keep_person_id   uuid not null,
  other_person_id  uuid not null,
  -- null when the other one had none
  other_account_id uuid,
  keep_account_id  uuid,
  proposal_id      uuid,
  -- asked: the directory is being changed; done; undone: taken back
  status           text not null check (status in ('asked', 'done', 'undone')),
  -- places and files as they were, by their ids: no names, no numbers
  moved            jsonb not null,
  reason           bytea not null,
  by_person_id     uuid not null,
  created_at       timestamptz not null,
  undone_at        timestamptz,
  primary key (district_id, id),
  foreign key (district_id, keep_person_id) references tenant.person (district_id, id),
  foreign key (district_id, other_person_id) references tenant.person (district_id, id),
  foreign key (district_id, proposal_id) references tenant.merge_proposal (district_id, id)
);
-- a person goes up in one other at a time; what became of a proposal
create unique index person_merge_other on tenant.person_merge (district_id, other_person_id) where status <> 'undone';
create index person_merge_proposal on tenant.person_merge (district_id, proposal_id);
alter table tenant.person_merge enable row level security;
alter table tenant.person_merge force row level security;
create policy own_district on tenant.person_merge using (district_id = tenant.current_district());
grant select, insert, update on tenant.person_merge to portal_app;
