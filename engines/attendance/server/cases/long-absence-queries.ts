import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface AbsentDay {
  studentId: string
  name: string
  classId: string
  day: string
  /** The child was not there, and has no leave. */
  isAbsent: boolean
}

/**
 * The days with a roll of the class of each pupil who was absent without leave on the last of them, the latest first.
 * What is settled as there, late, a mistake or leave is no absence.
 */
export async function listAbsentDaysInScope(
  db: Db,
  scope: Scope,
  { orgId, from, to }: { orgId: string; from: string; to: string },
): Promise<AbsentDay[]> {
  const { rows } = await sql<AbsentDay>`
    with absent as (
      select c.student_id, c.class_id, c.day_on from absence_case c
      where c.org_id = ${orgId} and c.day_on between ${from}::date and ${to}::date and c.class_id is not null
        and (c.outcome is null or c.outcome in ('home', 'elsewhere', 'reported'))
        and ${inScope(scope, { org: 'c.org_id', class: 'c.class_id', day: to })}
    ),
    pupil as (select student_id, (array_agg(class_id order by day_on desc))[1] as class_id from absent group by student_id having count(*) >= 3),
    rolled as (
      select distinct k.class_id, k.day_on from attendance_session_class k join attendance_session s on s.id = k.session_id
      where k.class_id in (select class_id from pupil) and k.day_on between ${from}::date and ${to}::date and s.state <> 'open'
    )
    select u.student_id as "studentId", p.name, u.class_id as "classId", r.day_on::text as day,
      exists (select from absent a where a.student_id = u.student_id and a.day_on = r.day_on) as "isAbsent"
    from pupil u join rolled r on r.class_id = u.class_id
    join v_student t on t.id = u.student_id join v_person p on p.id = t.person_id
    order by p.pinyin collate "C", u.student_id, r.day_on desc
  `.execute(db)
  return rows
}

/** Schools with an unexplained child on a day. */
export async function listSchoolsWithCases(db: Db, day: string): Promise<string[]> {
  const { rows } = await sql<{ orgId: string }>`
    select distinct org_id as "orgId" from absence_case where day_on = ${day}::date
  `.execute(db)
  return rows.map(({ orgId }) => orgId)
}
