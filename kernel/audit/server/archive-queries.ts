import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { SealedLog } from './seal-queries.ts'

/** The record of one archive file. */
export interface ArchiveRow {
  log: SealedLog
  number: number
  month: string
  first_seal: number
  last_seal: number
  starts_at: Date
  ends_at: Date
  first_at: Date
  last_at: Date
  row_count: number
  object_key: string
  byte_count: number
  digest: Buffer
  made_at: Date
  seal: Buffer
  previous: Buffer
  signature: Buffer
}
const archiveColumns = [
  'log',
  'number',
  'month',
  'first_seal',
  'last_seal',
  'starts_at',
  'ends_at',
  'first_at',
  'last_at',
  'row_count',
  'object_key',
  'byte_count',
  'digest',
  'made_at',
  'seal',
  'previous',
  'signature',
] as const

const selectArchives = (db: Db, log: SealedLog) =>
  db.selectFrom('log_archive').select(archiveColumns).where('log', '=', log)

export const findLastArchive = (db: Db, log: SealedLog): Promise<ArchiveRow | undefined> =>
  selectArchives(db, log).orderBy('number', 'desc').limit(1).executeTakeFirst()

export const findArchive = (db: Db, log: SealedLog, number: number): Promise<ArchiveRow | undefined> =>
  selectArchives(db, log).where('number', '=', number).executeTakeFirst()

/** The archive files that cover any of these seals, oldest first. */
export const listArchivesOfSeals = (db: Db, log: SealedLog, first: number, last: number): Promise<ArchiveRow[]> =>
  selectArchives(db, log).where('last_seal', '>=', first).where('first_seal', '<=', last).orderBy('number').execute()

/** The archive files with rows of a period, newest first. */
export const listArchivesOfPeriod = (
  db: Db,
  log: SealedLog,
  { from, to }: { from: Date; to: Date },
  limit: number,
): Promise<ArchiveRow[]> =>
  selectArchives(db, log)
    .where('first_at', '<', to)
    .where('last_at', '>', from)
    .orderBy('number', 'desc')
    .limit(limit)
    .execute()

/** The archived months of a log, newest first. */
export async function listArchivedMonths(db: Db, log: SealedLog): Promise<string[]> {
  const rows = await db
    .selectFrom('log_archive')
    .select('month')
    .distinct()
    .where('log', '=', log)
    .orderBy('month', 'desc')
    .limit(120)
    .execute()
  return rows.map(({ month }) => month)
}

/** Records a file and deletes its rows from the log. The database refuses if they are not exactly the rows of the file. */
export async function replaceRowsByArchive(db: Db, archive: ArchiveRow) {
  await db.insertInto('log_archive').values(archive).execute()
  await sql`select tenant.delete_archived_rows(${archive.log}, ${archive.number})`.execute(db)
}

/** Drops the partitions whose rows are all archived; returns how many. */
export async function dropEmptyPartitions(db: Db, log: string): Promise<number> {
  const { rows } = await sql<{ dropped: number }>`
    select tenant.drop_empty_log_partitions(${log}) as dropped`.execute(db)
  return rows[0]!.dropped
}

export type SearchedLog = 'operation_log' | 'login_log'

interface ArchiveSearchRow {
  id: string
  log: SearchedLog
  person_id: string
  org_id: string
  from_on: string
  to_on: string
  keyword: string
  asked_at: Date
}

export const insertArchiveSearch = (db: Db, row: ArchiveSearchRow) =>
  db.insertInto('archive_search').values(row).execute()

/** The searches of the district that were asked since then and have not ended. */
export async function countRunningSearches(db: Db, since: Date): Promise<number> {
  const { count } = await db
    .selectFrom('archive_search')
    .select(({ fn }) => fn.countAll<string>().as('count'))
    .where('asked_at', '>', since)
    .where('ended_at', 'is', null)
    .executeTakeFirstOrThrow()
  return Number(count)
}

const selectSearches = (db: Db) =>
  db
    .selectFrom('archive_search')
    .select(['id', 'log', 'keyword', 'is_cut as isCut', 'lines', sql<boolean>`ended_at is not null`.as('isDone')])
    .select([sql<string>`from_on::text`.as('from'), sql<string>`to_on::text`.as('to')])

export type StoredSearch = Awaited<ReturnType<typeof findArchiveSearch>> & object

export const findArchiveSearch = (db: Db, id: string) => selectSearches(db).where('id', '=', id).executeTakeFirst()

/** A search that this person asked for. */
export const findOwnSearch = (db: Db, personId: string, log: SearchedLog, id: string) =>
  selectSearches(db).where('id', '=', id).where('person_id', '=', personId).where('log', '=', log).executeTakeFirst()

/** The searches of a person since then, newest first; those that did not end within an hour have failed. */
export const listOwnSearches = (
  db: Db,
  personId: string,
  log: SearchedLog,
  { since, runningSince }: { since: Date; runningSince: Date },
) =>
  db
    .selectFrom('archive_search')
    .select(['id', 'keyword', sql<boolean>`ended_at is not null`.as('isDone')])
    .select([sql<string>`from_on::text`.as('from'), sql<string>`to_on::text`.as('to')])
    .where('person_id', '=', personId)
    .where('log', '=', log)
    .where('asked_at', '>', since)
    .where((or) => or.or([or('ended_at', 'is not', null), or('asked_at', '>', runningSince)]))
    .orderBy('asked_at', 'desc')
    .limit(20)
    .execute()

export const saveFoundLines = (
  db: Db,
  id: string,
  { lines, isCut, now }: { lines: readonly string[]; isCut: boolean; now: Date },
) =>
  db
    .updateTable('archive_search')
    .set({ lines: [...lines], is_cut: isCut, ended_at: now })
    .where('id', '=', id)
    .execute()

export const deleteArchiveSearch = (db: Db, id: string) =>
  db.deleteFrom('archive_search').where('id', '=', id).execute()

export const deleteSearchesBefore = (db: Db, limit: Date) =>
  db.deleteFrom('archive_search').where('asked_at', '<', limit).execute()
