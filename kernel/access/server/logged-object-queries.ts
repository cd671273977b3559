import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { ObjectTitle, WantedObjects } from '#kernel/audit/server/api.ts'

/** Roles of organisations of the scope for the logs; those of the district belong to the whole district. */
export async function listLoggedRoles(db: Db, readerScope: Scope, wanted: WantedObjects): Promise<ObjectTitle[]> {
  const which = 'ids' in wanted ? sql`r.id = any(${wanted.ids}::uuid[])` : sql`r.title = ${wanted.name}`
  const { rows } = await sql<ObjectTitle>`
    select r.id, r.title from role r where ${which} and ${inScope(readerScope, { org: 'r.org_id' })} limit 200
  `.execute(db)
  return rows
}
