import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** A member of an organisation in scope, also one who left: what she gave is paid. */
export async function findMemberInScope(db: Db, scope: Scope, id: string): Promise<{ id: string } | undefined> {
  const { rows } = await sql<{ id: string }>`
    select m.id from v_membership as m join v_org as o on o.id = m.org_id
    where m.id = ${id} and ${inScope(scope, { org: 'm.org_id', orgPath: 'o.path' })}
  `.execute(db)
  return rows[0]
}
