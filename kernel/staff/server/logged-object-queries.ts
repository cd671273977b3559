import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { ObjectTitle, WantedObjects } from '#kernel/audit/server/api.ts'

/** Members of staff of the scope for the logs, by membership, also former ones. */
export async function listLoggedStaff(db: Db, readerScope: Scope, wanted: WantedObjects): Promise<ObjectTitle[]> {
  const which = 'ids' in wanted ? sql`m.id = any(${wanted.ids}::uuid[])` : sql`p.name = ${wanted.name}`
  const { rows } = await sql<ObjectTitle>`
    select m.id, p.name as title from membership m join v_person p on p.id = m.person_id
    where ${which} and ${inScope(readerScope, { org: 'm.org_id' })} limit 200
  `.execute(db)
  return rows
}
