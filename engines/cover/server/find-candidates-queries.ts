import { sql } from 'kysely'
import type { Db } from '#packages/db'

/** The staff of a school on a day. */
export async function listStaffAt(db: Db, orgId: string, day: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select m.id, p.name from v_membership m join v_person p on p.id = m.person_id
    where m.org_id = ${orgId} and m.valid @> ${day}::date and not m.is_suspended order by p.name, m.id
  `.execute(db)
  return rows
}
