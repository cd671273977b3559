import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The people who lead a class on a day. */
export async function listClassHeads(db: Db, classId: string, day: string): Promise<string[]> {
  const { rows } = await sql<{ personId: string }>`
    select distinct m.person_id as "personId" from v_class_staff as c join v_membership as m on m.id = c.user_id
    where c.class_id = ${classId} and c.role = 'head' and c.begins_on <= ${day}::date
      and (c.over_on is null or c.over_on > ${day}::date)
  `.execute(db)
  return rows.map(({ personId }) => personId)
}

export interface ExpiringSuspension {
  studentId: string
  name: string
  orgId: string
  gradeId: string
  /** The class before; a suspended pupil is in none. */
  classId: string | null
  beginsOn: string
  /** A year later. */
  endsOn: string
}

/** Suspensions (休学) that last a year on this day. */
export async function listSuspensionsEnding(db: Db, day: string): Promise<ExpiringSuspension[]> {
  const { rows } = await sql<ExpiringSuspension>`
    select p.student_id as "studentId", n.name, p.org_id as "orgId", p.grade_id as "gradeId", before.class_id as "classId",
      p.begins_on as "beginsOn", ${day} as "endsOn"
    from enrolment p join student s on s.id = p.student_id join v_person n on n.id = s.person_id
    left join lateral (
      select class_id from enrolment b where b.student_id = p.student_id and b.begins_on < p.begins_on
      order by b.begins_on desc limit 1) as before on true
    where p.status = 'suspended' and p.over_on is null and (p.begins_on + interval '1 year')::date = ${day}::date
    order by p.student_id
  `.execute(db)
  return rows
}
