import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function findMemberOrg(db: Db, userId: string): Promise<string | undefined> {
  const { rows } = await sql<{ orgId: string }>`
    select org_id as "orgId" from v_membership where id = ${userId}
  `.execute(db)
  return rows[0]?.orgId
}
