import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { CooperationStatus } from '../contract-developers.ts'

/** A company as the district knows it. */
export interface DistrictDeveloper {
  id: string
  personId: string
  company: string
  creditCode: string
  /** Encrypted. */
  contact: Buffer
  /** Encrypted. */
  phone: Buffer
  status: CooperationStatus
  reason: string
  stoppedKeys: string[]
  createdAt: Date
  version: number
}

const columns = sql`
  d.id, d.person_id as "personId", d.company, d.credit_code as "creditCode", d.contact, d.phone, d.status, d.reason,
  d.stopped_keys as "stoppedKeys", d.created_at as "createdAt", d.version`

export const findDistrictDeveloper = async (db: Db, id: string) =>
  (await sql<DistrictDeveloper>`select ${columns} from developer d where d.id = ${id}`.execute(db)).rows[0]

/** Locks the company until the transaction ends, so that two decisions come one after the other. */
export const lockDistrictDeveloper = async (db: Db, id: string) =>
  (await sql<DistrictDeveloper>`select ${columns} from developer d where d.id = ${id} for no key update`.execute(db))
    .rows[0]

/** All companies of the district, newest first; there are some dozens. */
export const listDistrictDevelopers = async (db: Db) =>
  (await sql<DistrictDeveloper>`select ${columns} from developer d order by d.created_at desc, d.id desc`.execute(db))
    .rows

export interface CompanyFacts {
  company: string
  credit_code: string
  contact: Buffer
  phone: Buffer
  phone_hashes: Buffer[]
}

export const insertDistrictDeveloper = (
  db: Db,
  { id, personId, facts }: { id: string; personId: string; facts: CompanyFacts },
  now: Date,
) =>
  db
    .insertInto('developer')
    .values({ ...facts, id, person_id: personId, created_at: now })
    .execute()

export const updateDistrictDeveloper = (db: Db, id: string, facts: CompanyFacts) =>
  db.updateTable('developer').set(facts).where('id', '=', id).execute()

/** One registration of a company at a time. */
export const lockNewDeveloper = (db: Db, id: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended('developer ' || ${id}, tenant.current_district()))`.execute(db)

export async function storeCooperation(
  db: Db,
  { id, version }: { id: string; version: number },
  row: { status: CooperationStatus; reason: string; stopped_keys: string[] },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('developer')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** Whether this person has the phone number of a member of the company. */
export const isMemberOfCompany = async (db: Db, id: string, personId: string) =>
  (
    await sql`
      select from developer d join person p on p.phone_hash = any(d.phone_hashes)
      where d.id = ${id} and p.id = ${personId}`.execute(db)
  ).rows.length > 0

export const getBureauId = async (db: Db) =>
  (
    await sql<{ orgId: string }>`
      select org_id as "orgId" from reference.district where id = tenant.current_district()`.execute(db)
  ).rows[0]!.orgId
