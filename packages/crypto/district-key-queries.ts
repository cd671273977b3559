import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface DistrictKeyRow {
  version: number
  wrapped: Buffer
  isActive: boolean
}

export async function listDistrictKeys(db: Db): Promise<DistrictKeyRow[]> {
  const { rows } = await sql<DistrictKeyRow>`
    select version, wrapped, active_at <= clock_timestamp() as "isActive" from district_key order by version
  `.execute(db)
  return rows
}

interface NewKey {
  version: number
  wrapped: Buffer
  now: Date
  /** Seconds, by the database's clock, which all processes share. */
  activeIn: number
}

export const insertDistrictKey = (db: Db, { version, wrapped, now, activeIn }: NewKey) =>
  sql`
    insert into district_key (version, wrapped, created_at, active_at)
    values (${version}, ${wrapped}, ${now}, clock_timestamp() + make_interval(secs => ${activeIn}))
  `.execute(db)

export const updateWrappedKey = (db: Db, version: number, wrapped: Buffer) =>
  db.updateTable('district_key').set({ wrapped }).where('version', '=', version).execute()
