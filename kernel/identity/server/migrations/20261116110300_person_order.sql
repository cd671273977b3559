-- Pupils of a whole district are looked for by how a name begins, and listed by pinyin: ten times as many people as the staff,
-- too many to walk through `person_words`. Ranges of plain text in the order of its bytes are leakproof, so these indexes
-- answer behind the wall; `like` would not.
create index person_by_name on tenant.person (district_id, name collate "C", id);
create index person_by_pinyin on tenant.person (district_id, pinyin collate "C", id);
create index person_by_initials on tenant.person (district_id, pinyin_initials collate "C", id);
