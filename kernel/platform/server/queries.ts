import { sql } from 'kysely'
import type { DayRange } from '#packages/contract'
import { isWithinDays, readPage, toLikePattern, type Db, type DirectoryDb } from '#packages/db'

interface PageQuery {
  pageNumber: number
  pageSize: number
}

export function listDistrictPage(db: DirectoryDb, { keyword, ...page }: PageQuery & { keyword: string }) {
  const rows = db
    .selectFrom('district')
    .select(['id', 'name', 'cell', 'host', 'status', 'created_at as createdAt'])
    .$if(keyword !== '', (query) => query.where('name', 'like', toLikePattern(keyword)))
    .orderBy('id')
  return readPage(db, rows, page)
}

export const countDistrictsByCell = (db: DirectoryDb) =>
  db
    .selectFrom('district')
    .select(['cell', (of) => of.fn.countAll<number>().as('districts')])
    .groupBy('cell')
    .execute()

/** Numbers of one district, by its own indexes: schools, staff as counted by the nightly job, pupils. */
export async function countDistrict(db: Db) {
  const { rows } = await sql<{ schools: number; staff: number; pupils: number }>`
    select
      (select count(*)::int from organisation
       where deleted_at is null and type in ('school', 'kindergarten', 'other-school')) as schools,
      (select coalesce(sum(user_count), 0)::int from organisation where deleted_at is null and parent_id is null) as staff,
      (select count(*)::int from student where status in ('studying', 'suspended')) as pupils
  `.execute(db)
  return rows[0]!
}

export const listAdministratorRows = (db: DirectoryDb) =>
  db
    .selectFrom('account as a')
    .leftJoin('account_profile as p', 'p.account_id', 'a.id')
    .leftJoin('account_totp as t', 't.account_id', 'a.id')
    .select(['a.id', 'a.status', 'a.created_at as createdAt', 'p.sealed as profile'])
    .select(sql<boolean>`t.account_id is not null`.as('hasTotp'))
    .select((of) =>
      of
        .selectFrom('session as s')
        .select(({ fn }) => fn.max('s.created_at').as('at'))
        .whereRef('s.account_id', '=', 'a.id')
        .as('signedInAt'),
    )
    .where('a.is_platform', '=', true)
    .where('a.status', '<>', 'pending')
    .orderBy('a.created_at')
    .execute()

/** Locks all platform administrators, so that two of them cannot disable each other at once. */
export const lockAdministrators = (db: DirectoryDb) =>
  db
    .selectFrom('account')
    .select(['id', 'status'])
    .where('is_platform', '=', true)
    .where('status', '<>', 'pending')
    .orderBy('id')
    .forUpdate()
    .execute()

export const updateAdministratorStatus = (db: DirectoryDb, id: string, status: 'active' | 'disabled') =>
  db.updateTable('account').set({ status }).where('id', '=', id).where('is_platform', '=', true).execute()

export function listOperationPage(
  db: DirectoryDb,
  { from, to, district, ...page }: PageQuery & DayRange & { district?: number | undefined },
) {
  const rows = db
    .selectFrom('operation_log as o')
    .leftJoin('account_profile as p', 'p.account_id', 'o.account_id')
    .select(['o.id', 'o.at', 'o.kind', 'o.title', 'o.address', 'o.object_ids as objects'])
    .select(['o.account_id as accountId', 'p.sealed as profile'])
    .where(isWithinDays('o.at', { from, to }))
    .$if(district !== undefined, (query) => query.where(sql<boolean>`${String(district)} = any(o.object_ids)`))
    .orderBy('o.at', 'desc')
    .orderBy('o.id')
  return readPage(db, rows, page)
}
