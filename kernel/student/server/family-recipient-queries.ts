import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { StudentStatus } from '../contract.ts'

export interface FamilyRow {
  studentId: string
  pupilPersonId: string
  name: string
  orgId: string
  status: StudentStatus
  /** Null: the pupil has no guardian at all. */
  linkStatus: 'listed' | 'pending' | 'active' | null
  guardianId: string | null
  /** The person as whom the guardian signs in: after a merge the remaining one. */
  personId: string | null
  /** A restriction on any link of this guardian, or of the same phone number, to this child counts. */
  isRestricted: boolean
}

/** The pupils with their guardians: the primary one first, then the others in their order, contacts last. */
export async function listFamilies(db: Db, studentIds: readonly string[]): Promise<FamilyRow[]> {
  const { rows } = await sql<FamilyRow>`
    select s.id as "studentId", s.person_id as "pupilPersonId", p.name, s.org_id as "orgId", s.status,
      l.status as "linkStatus", l.guardian_id as "guardianId", coalesce(u.merged_into, u.id) as "personId",
      l.id is not null and exists (
        select from guardian_link x where x.student_id = s.id and not x.may_see
          and (x.id = l.id or x.guardian_id = l.guardian_id or x.phone_hash in (l.phone_hash, g.phone_hash))
      ) as "isRestricted"
    from student s
    join v_person p on p.id = s.person_id
    left join guardian_link l on l.student_id = s.id and l.status <> 'ended'
    left join guardian g on g.id = l.guardian_id
    left join v_staff_person u on u.id = g.person_id
    where s.id = any(${studentIds}::uuid[])
    order by s.id, l.is_primary desc, (l.relation = 9), l.sort, l.id
  `.execute(db)
  return rows
}
