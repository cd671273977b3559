import { sql } from 'kysely'
import type { Db, DirectoryDb } from '#packages/db'

export interface DistrictRow {
  cell: number
  name: string
  host: string | null
  orgId: string
}

export async function insertDistrict(
  db: DirectoryDb,
  { cell, name, host, orgId }: DistrictRow,
  now: Date,
): Promise<number> {
  const { id } = await db
    .insertInto('district')
    .values({ cell, name, host, org_id: orgId, created_at: now })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

export const activateDistrict = (db: DirectoryDb, id: number) =>
  db.updateTable('district').set({ status: 'active' }).where('id', '=', id).where('status', '=', 'pending').execute()

export const allDistricts = (db: DirectoryDb) =>
  db.selectFrom('district').select(['id', 'cell', 'name', 'host', 'org_id as orgId', 'status']).orderBy('id').execute()

export const publishDistricts = (db: Db, list: readonly object[]) =>
  sql`select reference.publish_districts(${JSON.stringify(list)}::jsonb)`.execute(db)
