import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'
import type { AttendanceRules } from './load-lessons.ts'

/** Which lessons need a roll at a school, and the moment by which they are over. */
export interface NeededLessons {
  lessons: AttendanceRules['lessons']
  today: string
  /** 08:50 */
  clock: string
}

/** `l` is the lesson and `g` its group. A class that joins another lesson is called there. */
function isNeeded({ lessons }: Pick<NeededLessons, 'lessons'>): RawBuilder<boolean> {
  const own = sql<boolean>`l.status <> 'cancelled' and not l.shares_duty`
  if (lessons === 'free') return sql`(${own} and g.kind = 'free')`
  if (lessons === 'all') return own
  // The first lesson of the grade in this half of the day.
  return sql`(${own} and not exists (
    select from v_lesson o join v_teaching_group og on og.id = o.group_id
    where o.org_id = l.org_id and o.day_on = l.day_on and og.grade_id = g.grade_id and o.begins < l.begins
      and o.status <> 'cancelled' and (o.begins < '12:00') = (l.begins < '12:00')))`
}

const isOver = ({ today, clock }: NeededLessons) =>
  sql`(l.day_on < ${today}::date or (l.day_on = ${today}::date and l.ends < ${clock}::time))`

const hasRoll = sql`exists (
  select from attendance_session s
  where s.kind = 'lesson' and s.ref = l.id and s.state <> 'open' and s.day_on = l.day_on and s.period_id = l.period_id)`

/** Lessons that are over, needed a roll, and have none: 漏点. */
export const missedLessons = (where: RawBuilder<unknown>, needed: NeededLessons) => sql`
  select l.id, l.org_id, l.group_id, l.day_on, l.period_id, l.begins, l.teacher_ids, g.kind, g.class_id, g.grade_id,
    g.subject_id
  from v_lesson l join v_teaching_group g on g.id = l.group_id
  where ${where} and ${isOver(needed)} and ${isNeeded(needed)} and not ${hasRoll}`

/** Of missed lessons (the table `missed`) the pupils of each, as they were on the day. */
export const missedPupils = sql`
  select d.group_id, d.day_on, e.class_id, e.student_id
  from (select distinct group_id, day_on, class_id from missed where class_id is not null) d
  join v_enrolment e on e.class_id = d.class_id and e.status = 'studying' and e.begins_on <= d.day_on
    and (e.over_on is null or e.over_on > d.day_on)
  union all
  select d.group_id, d.day_on, e.class_id, e.student_id
  from (select distinct group_id, day_on, org_id from missed where class_id is null) d
  join v_group_member m on m.group_id = d.group_id and m.begins_on <= d.day_on
    and (m.over_on is null or m.over_on > d.day_on)
  join v_enrolment e on e.student_id = m.student_id and e.org_id = d.org_id and e.status = 'studying'
    and e.begins_on <= d.day_on and (e.over_on is null or e.over_on > d.day_on)`

/** Which of these lessons need a roll. */
export async function listNeeded(
  db: Db,
  ids: readonly string[],
  needed: Pick<NeededLessons, 'lessons'>,
): Promise<Set<string>> {
  const { rows } = await sql<{ id: string }>`
    select l.id from v_lesson l join v_teaching_group g on g.id = l.group_id
    where l.id = any(${ids}::uuid[]) and ${isNeeded(needed)}
  `.execute(db)
  return new Set(rows.map(({ id }) => id))
}
