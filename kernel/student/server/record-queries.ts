import { sql } from 'kysely'
import type { Db } from '#packages/db'
import { isOn } from './place-queries.ts'

export interface RecordRow {
  name: string
  orgId: string
  orgName: string
  classId: string | null
}

/** Where a pupil belongs on a day: whoever is nowhere then, to a school and to no class. The same that `idsWithin` goes by. */
export async function recordOf(db: Db, id: string, day: string): Promise<RecordRow | undefined> {
  const { rows } = await sql<RecordRow>`
    select n.name, coalesce(p.org_id, s.org_id) as "orgId", coalesce(o.name, '') as "orgName", p.class_id as "classId"
    from student s join v_person n on n.id = s.person_id
    left join student_place p on p.student_id = s.id and ${isOn(day)}
    left join v_org o on o.id = coalesce(p.org_id, s.org_id)
    where s.id = ${id}
  `.execute(db)
  return rows[0]
}
