import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

export interface StatOrg {
  id: string
  name: string
  type: string
  path: string
  /** How deep it is in the tree. */
  level: number
}

/** The organisations in scope, departments aside, in the order of the tree. */
export async function listStatOrgs(db: Db, scope: Scope): Promise<StatOrg[]> {
  const { rows } = await sql<StatOrg>`
    select o.id, o.name, o.type, o.path::text as path, nlevel(o.path) as level from v_org o
    where o.type <> 'department' and ${inScope(scope, { org: 'o.id', orgPath: 'o.path' })}
    order by nlevel(o.path), o.sort, o.id
  `.execute(db)
  return rows
}
