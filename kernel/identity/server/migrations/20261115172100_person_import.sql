-- An import that is taken back takes its people with it, and the links that were on their way to them.
grant delete on tenant.person to portal_app;
grant delete on tenant.invitation to portal_app;

-- Whether somebody has been written to since: an import that is taken back leaves what others have changed.
create or replace view tenant.v_staff_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, login_name, is_bound, merged_into, changed_at,
         phone, phone_hash, phone_tail_hash, id_card, id_card_hash, version
  from tenant.person;

-- whether anybody refers to somebody who is to be removed
create index merge_proposal_other on tenant.merge_proposal (district_id, other_person_id);
