-- The name that the person types at the door, for those who run the place; the directory keeps only its hash.
alter table tenant.person add column login_name text not null default '';
-- When something changed that users/get tells: the start of the transaction that changed it.
alter table tenant.person add column changed_at timestamptz not null default now();
-- The person whom this one turned out to be; it has no place of its own any more.
alter table tenant.person add column merged_into uuid;
alter table tenant.person add constraint person_merged_into
  foreign key (district_id, merged_into) references tenant.person (district_id, id);

-- searching staff by a part of the name: no index finds two characters in the middle of a word, so all names are walked
-- through without touching the rows (the id is only carried along)
create index person_words on tenant.person (district_id) include (id, name, pinyin, pinyin_initials);
-- users/get: who changed since
create index person_changed on tenant.person (district_id, changed_at) include (id);
-- whether somebody is invited
create index invitation_person on tenant.invitation (district_id, person_id, expires_at desc);
-- the list of proposals, by state
create index merge_proposal_status on tenant.merge_proposal (district_id, status, created_at);

-- What kernel/staff reads of a person beyond the name: the numbers stay encrypted, kernel/identity opens them.
create view tenant.v_staff_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, login_name, is_bound, merged_into, changed_at,
         phone, phone_hash, phone_tail_hash, id_card, id_card_hash
  from tenant.person;
grant select on tenant.v_staff_person to portal_app;
