-- A school asks for somebody of whom it has nothing but a name and an ID number; the one where the person works decides.
-- What was typed is kept, because until then it is all that the asker is shown. With whose number it was nobody is told
-- either: a request that leads to nobody is kept in the same way, without a person.
alter table tenant.staff_change
  alter column person_id drop not null,
  add column asked_name   text check (length(asked_name) <= 50),
  -- the index of the number, so that it is asked for once at a time
  add column asked_number bytea,
  -- what the person is to be there; encrypted
  add column asked_place  bytea,
  add constraint staff_change_is_about_somebody check (person_id is not null or asked_name is not null),
  add constraint staff_change_asked_whole check (num_nulls(asked_name, asked_number, asked_place) in (0, 3));

-- What a school asks in this way tells nothing about what else is asked for the same person.
drop index tenant.staff_change_open;
create unique index staff_change_open on tenant.staff_change (district_id, person_id, coalesce(membership_id, to_org_id))
  where status in (0, 4) and asked_number is null;
create unique index staff_change_asked on tenant.staff_change (district_id, to_org_id, asked_number)
  where status in (0, 4) and asked_number is not null;
