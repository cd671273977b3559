-- The directory shows organisations in the order of the tree, and finds them by their pinyin.
create or replace view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_forbidden, child_count, user_count, own_user_count, phone,
    sort, pinyin, pinyin_initials
  from tenant.organisation
  where deleted_at is null;
