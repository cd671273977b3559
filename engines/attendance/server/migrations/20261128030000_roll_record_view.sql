-- Marks and sessions for the modules above.
create view tenant.v_attendance_session with (security_invoker = true) as
  select district_id, id, org_id, term_id, kind, ref, group_id, class_id, grade_id, subject_id, day_on, period_id, begins, ends,
    teacher_id, teacher_person_id, cardinality(expected) as expected, expected as expected_ids, state, is_backfilled, opened_at, made_at, submitted_at
  from tenant.attendance_session;
grant select on tenant.v_attendance_session to portal_app;

create view tenant.v_attendance_mark with (security_invoker = true) as
  select district_id, session_id, student_id, org_id, class_id, day_on, status, minutes, source, differs
  from tenant.attendance_mark;
grant select on tenant.v_attendance_mark to portal_app;

-- Each lesson that has a roll or could have one, with the id of the lesson. Lessons that were cancelled, or planned
-- anew, are in it only with their roll; so is a class that joins another lesson.
create view tenant.v_roll_record with (security_invoker = true) as
  select s.district_id, s.ref as id, s.id as session_id, s.kind, s.org_id, s.term_id, s.group_id, s.class_id, s.grade_id,
    s.subject_id, s.day_on, s.period_id, s.begins, s.ends, s.teacher_person_id, s.state, s.is_backfilled,
    cardinality(s.expected) as expected, s.submitted_at, s.opened_at as created_at, g.name as group_name
  from tenant.attendance_session s
  left join tenant.v_teaching_group g on g.district_id = s.district_id and g.id = s.group_id
  union all
  select l.district_id, l.id, null, 'lesson', l.org_id, g.term_id, l.group_id, g.class_id, g.grade_id,
    g.subject_id, l.day_on, l.period_id, l.begins, l.ends, m.person_id, 'none', false,
    null, null, (l.day_on + l.begins) at time zone 'Asia/Shanghai', g.name
  from tenant.v_lesson l
  join tenant.v_teaching_group g on g.district_id = l.district_id and g.id = l.group_id
  left join tenant.v_membership m on m.district_id = l.district_id and m.id = l.teacher_ids[1]
  where l.status <> 'cancelled' and not l.shares_duty and not exists (
    select from tenant.attendance_session s where s.district_id = l.district_id and s.kind = 'lesson' and s.ref = l.id);
grant select on tenant.v_roll_record to portal_app;

-- The classes of each of these rows: those whose pupils were expected, and without a roll those of the group.
create view tenant.v_roll_class with (security_invoker = true) as
  select c.district_id, s.ref as row_id, c.class_id
  from tenant.attendance_session_class c
  join tenant.attendance_session s on s.district_id = c.district_id and s.id = c.session_id
  union all
  select l.district_id, l.id, g.class_id
  from tenant.v_teaching_group g
  join tenant.v_lesson l on l.district_id = g.district_id and l.group_id = g.id
  where g.class_id is not null
  union all
  select l.district_id, l.id, e.class_id
  from tenant.v_enrolment e
  join tenant.v_group_member m on m.district_id = e.district_id and m.student_id = e.student_id
  join tenant.v_lesson l on l.district_id = m.district_id and l.group_id = m.group_id
    and m.begins_on <= l.day_on and (m.over_on is null or m.over_on > l.day_on)
    and e.begins_on <= l.day_on and (e.over_on is null or e.over_on > l.day_on)
  where e.class_id is not null;
grant select on tenant.v_roll_class to portal_app;

create view tenant.v_pupil_leave with (security_invoker = true) as
  select district_id, id, org_id, student_id, class_id, kind, starts_on, start_half, ends_on, end_half, period_ids, status, returned_at
  from tenant.pupil_leave;
grant select on tenant.v_pupil_leave to portal_app;

create view tenant.v_absence_case with (security_invoker = true) as
  select district_id, id, org_id, student_id, class_id, day_on, session_id, status, outcome, opened_at, settled_at
  from tenant.absence_case;
grant select on tenant.v_absence_case to portal_app;
