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
