import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface OrgWithStages {
  id: string
  name: string
  type: string
  path: string
  stages: number[]
}

const columns = sql`id, name, type, path::text as path, stages`

/** A bureau or school; departments have no terms of their own. */
export async function findOrg(db: Db, id: string): Promise<OrgWithStages | undefined> {
  const { rows } = await sql<OrgWithStages>`
    select ${columns} from v_org where id = ${id} and type <> 'department'
  `.execute(db)
  return rows[0]
}

/** Those of these nodes that are bureaus or schools. */
export async function listOrgs(db: Db, ids: readonly string[]): Promise<OrgWithStages[]> {
  const { rows } = await sql<OrgWithStages>`
    select ${columns} from v_org where id = any(${ids}::uuid[]) and type <> 'department'
  `.execute(db)
  return rows
}

/** The root node, which stands for the whole district. */
export async function findBureau(db: Db): Promise<OrgWithStages | undefined> {
  const { rows } = await sql<OrgWithStages>`select ${columns} from v_org where parent_id is null`.execute(db)
  return rows[0]
}

/** Serialises changes of dates or periods, because overlaps span several rows and no constraint can refuse them. */
export const lockSchoolTime = (db: Db, of: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`school time of ${of}`}, 0))`.execute(db)
