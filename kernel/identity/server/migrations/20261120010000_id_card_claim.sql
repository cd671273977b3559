-- An ID number that somebody has told of himself and nobody has looked at. It is kept and shown, but nobody is found by it,
-- and whoever is entered with the same number by a school is not kept from having it: then the two are proposed as one.
alter table tenant.person add column id_card_claim_hash bytea;
alter table tenant.person drop constraint person_id_card_whole;
alter table tenant.person add constraint person_id_card_whole check (
  num_nonnulls(id_card_hash, id_card_claim_hash) = case when id_card is null then 0 else 1 end
);
-- who has claimed a number that a school enters
create index person_id_card_claim on tenant.person (district_id, id_card_claim_hash) where id_card_claim_hash is not null;

-- Whether the number is only claimed: what is decided by it is decided without it.
create or replace view tenant.v_staff_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, login_name, is_bound, merged_into, changed_at,
         phone, phone_hash, phone_tail_hash, id_card, id_card_hash, version, id_card_claim_hash is not null as id_card_is_claim
  from tenant.person;
