import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'
import type { ObjectTitle, WantedObjects } from '#kernel/audit/server/api.ts'

/** Organisations of the scope for the logs, also deleted ones. */
export async function listLoggedOrganisations(
  db: Db,
  readerScope: Scope,
  wanted: WantedObjects,
): Promise<ObjectTitle[]> {
  const which = 'ids' in wanted ? sql`o.id = any(${wanted.ids}::uuid[])` : sql`o.name = ${wanted.name}`
  const { rows } = await sql<ObjectTitle>`
    select o.id, o.name as title from organisation o
    where ${which} and ${inScope(readerScope, { org: 'o.id', orgPath: 'o.path' })} limit 200
  `.execute(db)
  return rows
}
