-- What a period is across the schemes of one school: 第3节 of the summer and of the winter are one, with different times.
-- Lessons refer to it, so they move with the times when one scheme replaces another.
alter table tenant.lesson_period add column slot_id uuid;
-- Every existing period is one of its own. Row-level security would hide the rows of all districts here.
alter table tenant.lesson_period no force row level security;
update tenant.lesson_period set slot_id = id;
alter table tenant.lesson_period force row level security;
alter table tenant.lesson_period alter column slot_id set not null;
alter table tenant.lesson_period add constraint lesson_period_slot_once unique (district_id, scheme_id, slot_id);

-- Read by other modules.
create view tenant.v_lesson_period with (security_invoker = true) as
  select p.district_id, p.id, p.slot_id, p.scheme_id, s.org_id, p.name, p.begins, p.ends, p.kind, p.sort, s.grade_ids,
         s.begins_on, s.over_on
  from tenant.lesson_period p
  join tenant.period_scheme s on s.district_id = p.district_id and s.id = p.scheme_id;
grant select on tenant.v_lesson_period to portal_app;

create view tenant.v_room with (security_invoker = true) as
  select district_id, id, org_id, name, building, capacity, kind, is_disabled from tenant.room;
grant select on tenant.v_room to portal_app;

create or replace view tenant.v_teaching_assignment with (security_invoker = true) as
  select district_id, id, group_id, user_id, role, begins_on, over_on, week_hours from tenant.teaching_assignment;

create or replace view tenant.v_class with (security_invoker = true) as
  select c.district_id, c.id, c.org_id, c.grade_id, c.name, c.code, c.sort, c.opened_on, c.closed_on, c.successor_id,
         g.stage, g.start_year, g.years, c.room_id
  from tenant.school_class c
  join tenant.grade g on g.district_id = c.district_id and g.id = c.grade_id;

-- the groups of a school in a term, with its timetable
create index teaching_group_of_term on tenant.teaching_group (district_id, org_id, term_id);
