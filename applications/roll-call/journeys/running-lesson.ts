import { queryCell } from '#entry/e2e/databases.ts'
import { rollPeople, type RollPerson } from '#entry/e2e/test-schools.ts'

interface LessonTimes {
  /** How many minutes ago it began, and in how many it ends; never on another day. */
  since: number
  until: number
}

const ofTeacher = `l.teacher_ids = (
  select array_agg(m.id) from tenant.membership m
    join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
  where p.name = $1)`

/** The only lesson of a teacher on this day, and it goes on now, whatever the time is. */
export async function createRunningLesson(who: RollPerson, { since, until }: LessonTimes): Promise<string> {
  const teacher = rollPeople[who]
  // Those of the preparation and of a first try.
  await queryCell(`update tenant.lesson l set day_on = l.day_on - 1 where ${ofTeacher}`, [teacher])
  const [lesson] = await queryCell<{ id: string }>(
    `with clock as (select date_trunc('minute', now() at time zone 'Asia/Shanghai') as moment)
     insert into tenant.lesson (district_id, id, org_id, timetable_id, slot_id, group_id, day_on, slot_on, period_id,
       begins, ends, room_id, teacher_ids, status, changed_by, remark, updated_at)
     select l.district_id, gen_random_uuid(), l.org_id, l.timetable_id, null, l.group_id, c.moment::date,
       c.moment::date, gen_random_uuid(),
       greatest(c.moment - make_interval(mins => $2), date_trunc('day', c.moment))::time,
       case when c.moment::date < (c.moment + make_interval(mins => $3))::date then '24:00'
         else (c.moment + make_interval(mins => $3))::time end,
       l.room_id, l.teacher_ids, l.status, l.changed_by, l.remark, now()
     from tenant.lesson l, clock c where l.slot_id is not null and ${ofTeacher}
     returning id`,
    [teacher, since, until],
  )
  return lesson!.id
}
