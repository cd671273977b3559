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

/** All districts with a version: of two lists, the one with the higher version is not older. */
export async function listDistricts(db: DirectoryDb) {
  // The lock waits for running writes, so they are in this list or in a later one.
  await sql`lock table directory.district in share mode`.execute(db)
  const { rows } = await sql<{ version: number }>`select nextval('directory.district_list_version') as version`.execute(
    db,
  )
  const list = await db
    .selectFrom('district')
    .select(['id', 'cell', 'name', 'host', 'org_id as orgId', 'status'])
    .orderBy('id')
    .execute()
  return { version: rows[0]!.version, list }
}

export const publishDistricts = (db: Db, { list, version }: { list: readonly object[]; version: number }) =>
  sql`select reference.publish_districts(${JSON.stringify(list)}::jsonb, ${version}::bigint)`.execute(db)

/** A district whose creation was not finished; a second attempt continues it. */
export const findPendingDistrict = (db: DirectoryDb, { cell, name }: Pick<DistrictRow, 'cell' | 'name'>) =>
  db
    .selectFrom('district')
    .select(['id', 'org_id as orgId'])
    .where('cell', '=', cell)
    .where('name', '=', name)
    .where('status', '=', 'pending')
    .executeTakeFirst()

export const findDistrict = (db: DirectoryDb, id: number) =>
  db.selectFrom('district').select(['org_id as orgId', 'status']).where('id', '=', id).executeTakeFirst()

/** Disables or enables a district that was opened. */
export const updateDistrictState = (db: DirectoryDb, id: number, status: 'active' | 'closed') =>
  db.updateTable('district').set({ status }).where('id', '=', id).where('status', '<>', 'pending').execute()
