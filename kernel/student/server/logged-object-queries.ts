import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { ObjectTitle, WantedObjects } from '#kernel/audit/server/api.ts'

/** Pupils of schools of the scope for the logs, also former ones. */
export async function listLoggedStudents(db: Db, readerScope: Scope, wanted: WantedObjects): Promise<ObjectTitle[]> {
  const which = 'ids' in wanted ? sql`s.id = any(${wanted.ids}::uuid[])` : sql`p.name = ${wanted.name}`
  const { rows } = await sql<ObjectTitle>`
    select s.id, p.name as title from student s join v_person p on p.id = s.person_id
    where ${which} and ${inScope(readerScope, { org: 's.org_id' })} limit 200
  `.execute(db)
  return rows
}
