import { sql } from 'kysely'
import type { Db, DirectoryDb } from '#packages/db'

interface HostClaim {
  host: string
  districtId: number
  orgId: string
}

/** Serialises claims, because addresses of districts and of organisations are in two tables. */
export const lockHosts = (db: DirectoryDb) => sql`lock table directory.org_host in share row exclusive mode`.execute(db)

/** Whether another district or organisation has the address. */
export async function isHostTaken(db: DirectoryDb, { host, districtId, orgId }: HostClaim): Promise<boolean> {
  const { rows } = await sql<{ is: boolean }>`
    select exists (select from directory.district where host = ${host})
      or exists (select from directory.org_host where host = ${host} and (district_id, org_id) <> (${districtId}::int, ${orgId}::uuid)) as is
  `.execute(db)
  return rows[0]!.is
}

export const isHostOfOrganisation = async (db: DirectoryDb, host: string) =>
  (await db.selectFrom('org_host').select('host').where('host', '=', host).executeTakeFirst()) !== undefined

/** Whether somebody is giving this organisation an address at this moment. */
export const findPendingHost = (db: DirectoryDb, { districtId, orgId }: Omit<HostClaim, 'host'>, since: Date) =>
  db
    .selectFrom('org_host')
    .select('host')
    .where('district_id', '=', districtId)
    .where('org_id', '=', orgId)
    .where('status', '=', 'pending')
    .where('claimed_at', '>', since)
    .executeTakeFirst()

export const claimHost = (db: DirectoryDb, { host, districtId, orgId }: HostClaim, now: Date) =>
  db
    .insertInto('org_host')
    .values({ host, district_id: districtId, org_id: orgId, claimed_at: now })
    .onConflict((conflict) => conflict.column('host').doUpdateSet({ status: 'pending', claimed_at: now }))
    .execute()

/** Confirms the address that the organisation has, and releases its older claims. */
export async function confirmHosts(db: DirectoryDb, { host, districtId, orgId }: HostClaim, claimedBefore: Date) {
  await db
    .updateTable('org_host')
    .set({ status: 'active' })
    .where('district_id', '=', districtId)
    .where('org_id', '=', orgId)
    .where('host', '=', host)
    .execute()
  await db
    .deleteFrom('org_host')
    .where('district_id', '=', districtId)
    .where('org_id', '=', orgId)
    .where('host', '<>', host)
    .where('claimed_at', '<', claimedBefore)
    .execute()
}

/** Every cell has the list of addresses of districts. */
export const findDistrictByBureauHost = (db: Db, host: string) =>
  db.selectFrom('district').select('id').where('host', '=', host).executeTakeFirst()

export const findDistrictByHost = (db: DirectoryDb, host: string) =>
  db
    .selectFrom('org_host as h')
    .innerJoin('district as d', 'd.id', 'h.district_id')
    .select('d.id')
    .where('h.host', '=', host)
    .where('h.status', '=', 'active')
    .where('d.status', '=', 'active')
    .executeTakeFirst()

/** The address in the organisation's own row; a deleted organisation has none. */
export async function getHost(db: Db, orgId: string): Promise<string> {
  const row = await db
    .selectFrom('organisation')
    .select('host')
    .where('id', '=', orgId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.host ?? ''
}

export async function updateHost(db: Db, orgId: string, host: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('organisation')
    .set({ host, version: sql`version + 1`, updated_at: now })
    .where('id', '=', orgId)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
