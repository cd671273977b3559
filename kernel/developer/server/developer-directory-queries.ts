import { sql } from 'kysely'
import type { DayRange, PageQuery } from '#packages/contract'
import { isWithinDays, onConstraint, readPage, toLikePattern, type DirectoryDb } from '#packages/db'
import type { DeveloperStatus, MemberRole } from '../contract-developers.ts'

export interface DeveloperRow {
  id: string
  company: string
  creditCode: string
  /** Encrypted. */
  contact: string
  /** Encrypted. */
  phone: string
  status: DeveloperStatus
  reason: string
  agreement: number
  createdAt: Date
  version: number
}

const developerColumns = sql<DeveloperRow>`
  d.id, d.company, d.credit_code as "creditCode", d.contact, d.phone, d.status, d.reason, d.agreement,
  d.created_at as "createdAt", d.version`

export const findDeveloper = async (db: DirectoryDb, id: string) =>
  (await sql<DeveloperRow>`select ${developerColumns} from directory.developer d where d.id = ${id}`.execute(db))
    .rows[0]

export interface MemberRow {
  accountId: string
  name: string
  role: MemberRole
  isOwner: boolean
}

/** The company of an account, with what the account may do there. */
export const findDeveloperOfAccount = async (db: DirectoryDb, accountId: string) =>
  (
    await sql<DeveloperRow & MemberRow>`
      select ${developerColumns}, m.account_id as "accountId", m.name, m.role, m.is_owner as "isOwner"
      from directory.developer_member m join directory.developer d on d.id = m.developer_id
      where m.account_id = ${accountId}`.execute(db)
  ).rows[0]

interface NewDeveloper {
  id: string
  company: string
  credit_code: string
  contact: string
  phone: string
  agreement: number
}

export const insertDeveloper = (db: DirectoryDb, row: NewDeveloper, now: Date) =>
  db
    .insertInto('developer')
    .values({ ...row, created_at: now })
    .execute()
    .catch(onConstraint('developer_credit_code_key', '该企业已登记，请联系企业管理员添加成员'))

/** A changed profile waits for verification again. */
export async function updateDeveloper(
  db: DirectoryDb,
  { id, version }: { id: string; version: number },
  row: Omit<NewDeveloper, 'id' | 'agreement'> & { status: DeveloperStatus },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('developer')
    .set({ ...row, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
    .catch(onConstraint('developer_credit_code_key', '该企业已登记，请联系企业管理员添加成员'))
  return numUpdatedRows === 1n
}

export const updateDeveloperPhone = (db: DirectoryDb, id: string, phone: string) =>
  db.updateTable('developer').set({ phone }).where('id', '=', id).execute()

interface DeveloperDecision {
  status: DeveloperStatus
  reason: string
  by: string
}

export async function storeDeveloperDecision(
  db: DirectoryDb,
  { id, version }: { id: string; version: number },
  { status, reason, by }: DeveloperDecision,
  now: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('developer')
    .set({ status, reason, decided_at: now, decided_by: by, version: version + 1 })
    .where('id', '=', id)
    .where('version', '=', version)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

export interface DeveloperFilter extends PageQuery, DayRange {
  keyword: string
  status?: number | undefined
}

export const listDeveloperPage = (db: DirectoryDb, { keyword, status, from, to, ...page }: DeveloperFilter) => {
  let query = db
    .selectFrom('developer as d')
    .select(['d.id', 'd.company', 'd.credit_code as creditCode', 'd.contact', 'd.phone', 'd.status', 'd.reason'])
    .select(['d.agreement', 'd.created_at as createdAt', 'd.version'])
    .select(
      sql<number>`(select count(*)::int from directory.developer_district x where x.developer_id = d.id)`.as(
        'districts',
      ),
    )
    .where(isWithinDays('d.created_at', { from, to }))
    .orderBy('d.created_at', 'desc')
    .orderBy('d.id', 'desc')
  if (status !== undefined) query = query.where('d.status', '=', status as DeveloperStatus)
  if (keyword !== '')
    query = query.where(({ or, eb }) =>
      or([eb('d.company', 'ilike', toLikePattern(keyword)), eb('d.credit_code', '=', keyword.toUpperCase())]),
    )
  return readPage(db, query, page)
}

/** A person works for one company at a time. */
export const insertMember = (
  db: DirectoryDb,
  row: { account_id: string; developer_id: string; name: string; role: MemberRole; is_owner: boolean },
  now: Date,
) =>
  db
    .insertInto('developer_member')
    .values({ ...row, created_at: now })
    .execute()
    .catch(onConstraint('developer_member_pkey', '该手机号已属于一家企业，请直接登录'))

export const listMembers = (db: DirectoryDb, developerId: string) =>
  db
    .selectFrom('developer_member as m')
    .leftJoin('account_profile as p', 'p.account_id', 'm.account_id')
    .select(['m.account_id as accountId', 'm.name', 'm.role', 'm.is_owner as isOwner', 'p.sealed as profile'])
    .where('m.developer_id', '=', developerId)
    .orderBy('m.created_at')
    .execute()

export async function updateMember(
  db: DirectoryDb,
  { developerId, accountId }: { developerId: string; accountId: string },
  row: { name: string; role: MemberRole },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('developer_member')
    .set(row)
    .where('developer_id', '=', developerId)
    .where('account_id', '=', accountId)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}

/** The owner stays. */
export async function deleteMember(db: DirectoryDb, developerId: string, accountId: string): Promise<boolean> {
  const { numDeletedRows } = await db
    .deleteFrom('developer_member')
    .where('developer_id', '=', developerId)
    .where('account_id', '=', accountId)
    .where('is_owner', '=', false)
    .executeTakeFirstOrThrow()
  return numDeletedRows === 1n
}

export const insertDeveloperDistrict = (db: DirectoryDb, developerId: string, districtId: number, now: Date) =>
  db
    .insertInto('developer_district')
    .values(({ selectFrom }) => ({
      developer_id: developerId,
      district_id: districtId,
      created_at: now,
      // The district gets its copy after this.
      copied_revision: selectFrom('developer').select('revision').where('id', '=', developerId),
    }))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** The company or its members changed: its districts are behind until they have a copy. */
export const markChanged = (db: DirectoryDb, id: string) =>
  db
    .updateTable('developer')
    .set(({ eb }) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', id)
    .execute()

/** A district has this state of the company. */
export const markCopied = (db: DirectoryDb, { id, districtId, revision }: CompanyCopy) =>
  db
    .updateTable('developer_district')
    .set({ copied_revision: revision })
    .where('developer_id', '=', id)
    .where('district_id', '=', districtId)
    .where('copied_revision', '<', revision)
    .execute()

export interface CompanyCopy {
  id: string
  districtId: number
  revision: number
}

/** The copies that are older than the last change of their company. */
export const listOldCopies = (db: DirectoryDb, developerId?: string): Promise<CompanyCopy[]> =>
  db
    .selectFrom('developer_district as x')
    .innerJoin('developer as c', 'c.id', 'x.developer_id')
    .innerJoin('district as d', 'd.id', 'x.district_id')
    .select(['c.id', 'd.id as districtId', 'c.revision'])
    .where('d.status', '=', 'active')
    .whereRef('x.copied_revision', '<', 'c.revision')
    .$if(developerId !== undefined, (query) => query.where('c.id', '=', developerId!))
    .execute()

/** The districts in which a company has or wants applications. */
export const listDistrictsOfDeveloper = (db: DirectoryDb, developerId: string) =>
  db
    .selectFrom('developer_district as x')
    .innerJoin('district as d', 'd.id', 'x.district_id')
    .select(['d.id', 'd.name'])
    .where('x.developer_id', '=', developerId)
    .where('d.status', '=', 'active')
    .orderBy('d.id')
    .execute()

/** Also those that are disabled now. */
export const listDistrictIdsOfDeveloper = async (db: DirectoryDb, developerId: string) =>
  (
    await db
      .selectFrom('developer_district')
      .select('district_id as id')
      .where('developer_id', '=', developerId)
      .orderBy('district_id')
      .execute()
  ).map(({ id }) => id)

/**
 * The decisions of platform administrators that a district has not carried out, and those since a moment: an application
 * that was being saved meanwhile is concerned, too.
 */
export const listOpenDecisions = (db: DirectoryDb, since: Date) =>
  db
    .selectFrom('developer_district as x')
    .innerJoin('developer as d', 'd.id', 'x.developer_id')
    .select(['d.id', 'x.district_id as districtId', 'd.status', 'd.reason', 'd.decided_at as decidedAt'])
    .where('d.decided_at', 'is not', null)
    .where((or) => or.or([or('d.decided_at', '>=', since), sql<boolean>`x.carried_out is distinct from d.decided_at`]))
    .execute()

export const markCarriedOut = (db: DirectoryDb, developerId: string, districtId: number, decidedAt: Date) =>
  db
    .updateTable('developer_district')
    .set({ carried_out: decidedAt })
    .where('developer_id', '=', developerId)
    .where('district_id', '=', districtId)
    .execute()

/** The districts that companies may apply to. */
export const listActiveDistricts = (db: DirectoryDb) =>
  db.selectFrom('district').select(['id', 'name']).where('status', '=', 'active').orderBy('name').execute()

export const listDevelopersAfter = (db: DirectoryDb, id: string, limit: number) =>
  db
    .selectFrom('developer')
    .select(['id', 'contact', 'phone'])
    .where('id', '>', id)
    .orderBy('id')
    .limit(limit)
    .execute()

/** Unless the profile was changed meanwhile. */
export async function replaceSealedContact(
  db: DirectoryDb,
  from: { id: string; contact: string; phone: string },
  to: { contact: string; phone: string },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('developer')
    .set(to)
    .where('id', '=', from.id)
    .where('contact', '=', from.contact)
    .where('phone', '=', from.phone)
    .executeTakeFirstOrThrow()
  return numUpdatedRows === 1n
}
