-- Which stages a school has, and where it is: grades, terms and the set-up of a school go by it.
create or replace view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_forbidden, child_count, user_count, own_user_count, phone,
    sort, pinyin, pinyin_initials, stages, education_system, address
  from tenant.organisation
  where deleted_at is null;
