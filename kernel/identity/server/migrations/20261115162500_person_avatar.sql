-- Whether there is a picture to ask for; where it lies is nobody else's business.
create or replace view tenant.v_person with (security_invoker = true) as
  select district_id, id, account_id, name, pinyin, pinyin_initials, sex, avatar_key is not null as has_avatar
  from tenant.person;
