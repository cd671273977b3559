import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function findOrgPath(db: Db, orgId: string): Promise<string> {
  const { rows } = await sql<{ path: string }>`select path::text as path from v_org where id = ${orgId}`.execute(db)
  return rows[0]?.path ?? ''
}

export interface PupilOnDay {
  studentId: string
  name: string
  classId: string | null
}

/** These pupils with their class on a day. */
export async function listPupils(db: Db, studentIds: readonly string[], day: string): Promise<PupilOnDay[]> {
  const { rows } = await sql<PupilOnDay>`
    select s.id as "studentId", p.name, e.class_id as "classId"
    from v_student s join v_person p on p.id = s.person_id
    left join v_enrolment e on e.student_id = s.id and e.begins_on <= ${day}::date
      and (e.over_on is null or e.over_on > ${day}::date)
    where s.id = any(${studentIds}::uuid[])
  `.execute(db)
  return rows
}
