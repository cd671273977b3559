import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** An organisation and those below it in scope, departments aside, in the order of the tree. */
export async function listOrgsBelow(db: Db, scope: Scope, path: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from v_org o
    where o.type <> 'department' and o.path <@ ${path}::ltree and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
    order by nlevel(o.path), o.sort, o.id
  `.execute(db)
  return rows
}
