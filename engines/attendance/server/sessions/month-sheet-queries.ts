import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { missedLessons, missedPupils, type NeededLessons } from './needed-lesson-queries.ts'

export interface ClassMember {
  studentId: string
  name: string
  seatNo: number | null
  begins: string
  /** The first day on which the pupil is not in the class any more. */
  over: string | null
}

/** Everybody who studied in a class in some days, in the order of the list. */
export async function listClassMembers(db: Db, classId: string, from: string, to: string): Promise<ClassMember[]> {
  const { rows } = await sql<ClassMember>`
    select e.student_id as "studentId", p.name, (array_agg(e.seat_no order by e.begins_on desc))[1] as "seatNo",
      min(e.begins_on) as begins, case when bool_or(e.over_on is null) then null else max(e.over_on) end as over
    from v_enrolment e join v_student s on s.id = e.student_id join v_person p on p.id = s.person_id
    where e.class_id = ${classId} and e.status = 'studying' and e.begins_on <= ${to}::date
      and (e.over_on is null or e.over_on > ${from}::date)
    group by e.student_id, p.name, p.pinyin
    order by "seatNo" nulls last, p.pinyin collate "C", e.student_id
  `.execute(db)
  return rows
}

/** The lessons without a roll of each pupil of a class and day. */
export async function listUnrecordedLessons(
  db: Db,
  { orgId, classId, from, to }: { orgId: string; classId: string; from: string; to: string },
  needed: NeededLessons,
): Promise<{ studentId: string; day: string; count: number }[]> {
  const isInMonth = sql`l.org_id = ${orgId} and l.day_on between ${from}::date and ${to}::date`
  const { rows } = await sql<{ studentId: string; day: string; count: number }>`
    with missed as materialized (${missedLessons(isInMonth, needed)}),
    pupils as materialized (select * from (${missedPupils}) x where x.class_id = ${classId})
    select p.student_id as "studentId", p.day_on as day, count(*) as count
    from missed l join pupils p on p.group_id = l.group_id and p.day_on = l.day_on
    group by 1, 2
  `.execute(db)
  return rows
}
