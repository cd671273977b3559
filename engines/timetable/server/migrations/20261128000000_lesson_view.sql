-- Attendance reads which lessons are joined by another class: its pupils are called up there.
create or replace view tenant.v_lesson with (security_invoker = true) as
  select district_id, id, org_id, group_id, day_on, period_id, begins, ends, room_id, teacher_ids, status, remark,
         shares_duty
  from tenant.lesson;
