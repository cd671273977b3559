import { sql } from 'kysely'
import { orNotFound } from '#packages/core'
import type { Db } from '#packages/db'

/** The name of a member of staff and of the organisation, for the foot of a file. */
export async function findReaderNames(db: Db, userId: string): Promise<{ name: string; orgName: string }> {
  const { rows } = await sql<{ name: string; orgName: string }>`
    select p.name, o.name as "orgName"
    from v_membership m join v_person p on p.id = m.person_id join v_org o on o.id = m.org_id
    where m.id = ${userId}
  `.execute(db)
  return orNotFound(rows[0], '用户')
}
