-- How many stand below a node, on all levels: for summaries and for "其下 N 个机构", without walking the subtree.
-- Kept when one is added, corrected by the nightly count like the other numbers; until that has run once it is 0 here,
-- because a migration stands outside every district's wall and sees no rows.
alter table tenant.organisation add column descendant_count int not null default 0;

-- searching a district by a part of the name or of its pinyin: no index finds two characters in the middle of a word, so
-- all names are walked through, in the order of the list, without touching the rows themselves (a fifth of the pages)
-- (the id is only carried along: as a part of the key it would be taken for a way to find one row, and is none)
create index organisation_words on tenant.organisation (district_id, sort)
  include (id, type, is_forbidden, name, pinyin, pinyin_initials)
  where deleted_at is null;
-- one kind of organisation over the whole district, and counting the kinds: departments are nine of ten and left out
create index organisation_units on tenant.organisation (district_id, type, sort, id)
  include (is_forbidden)
  where deleted_at is null and type <> 'department';
-- counting what is closed: few are
create index organisation_forbidden on tenant.organisation (district_id, id) where deleted_at is null and is_forbidden;

-- Whom to ask: an office's address and phone are for everybody who works in the district.
create or replace view tenant.v_org with (security_invoker = true) as
  select district_id, id, parent_id, path, name, type, is_forbidden, child_count, user_count, own_user_count, phone
  from tenant.organisation
  where deleted_at is null;
