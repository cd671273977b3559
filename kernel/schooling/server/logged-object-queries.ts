import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** The classes of these that the scope covers by their school. */
export async function listLoggedClassIds(db: Db, readerScope: Scope, ids: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select c.id from school_class c where c.id = any(${ids}::uuid[]) and ${inScope(readerScope, { org: 'c.org_id' })}
  `.execute(db)
  return rows.map(({ id }) => id)
}
