import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

/**
 * What a seal is made of: every column of the row but `district_id`, which each signature names. A seal says which
 * version it was made with and is checked with that one for ever: whoever adds a column to a log adds a version here,
 * and leaves the older ones as they are.
 */
const sealedColumns = {
  operation_log: [
    'logged_at id at account_id person_id user_id org_id route title object_ids request_id home_org_id',
    'logged_at id at account_id person_id user_id org_id route title object_ids request_id home_org_id address session_id',
  ],
  login_log: ['logged_at id at account_id person_id user_id org_id session_id door outcome address agent request_id'],
  identity_log: ['logged_at id at account_id person_id org_id kind by_account_id address request_id'],
  download_log: ['logged_at id at person_id org_id file_id kind address request_id'],
  reveal_log: [
    'logged_at id at account_id person_id org_id subject_kind subject_id field reason request_id',
    'logged_at id at account_id person_id org_id subject_kind subject_id field reason request_id address session_id',
  ],
  security_event: [
    'logged_at id at kind account_id person_id user_id org_id session_id address route title count request_id',
  ],
} as const satisfies Record<string, readonly string[]>

export type SealedLog = keyof typeof sealedColumns
export const sealedLogs = Object.keys(sealedColumns) as SealedLog[]
export const getNewestSealVersion = (log: SealedLog) => sealedColumns[log].length

/** The columns that a seal of this version covers, if there is such a version. */
export const getSealedColumns = (log: SealedLog, version: number): readonly string[] | undefined =>
  sealedColumns[log][version - 1]?.split(' ')

/**
 * Over rows that are called `r`: a hash of the hashes of each, in their order. A row is hashed as PostgreSQL sends it to
 * clients in binary form: every value with its type and length, so no two rows look alike and no setting of anybody
 * shows in it; clients of many years depend on that form. As text it would take twice as long.
 */
function buildDigest(log: SealedLog, version: number): RawBuilder<Buffer> {
  const columns = getSealedColumns(log, version)
  if (!columns) throw new Error(`${log} has no version ${version}`)
  const hash = sql`sha256(record_send(row(${sql.join(columns.map((column) => sql.ref(`r.${column}`)))})))`
  return sql`sha256(coalesce(string_agg(${hash}, ''::bytea order by r.logged_at, r.id), ''::bytea))`
}

export interface SealRow {
  log: SealedLog
  number: number
  starts_at: Date
  ends_at: Date
  row_count: number
  digest: Buffer
  version: number
  made_at: Date
  previous: Buffer
  signature: Buffer
}
const sealColumns = [
  'log',
  'number',
  'starts_at',
  'ends_at',
  'row_count',
  'digest',
  'version',
  'made_at',
  'previous',
  'signature',
] as const

/** Windows begin at whole multiples of their length. Moments are cut in SQL: a Date would round the last microseconds. */
export const windowMinutes = 5
const windowStart = (moment: RawBuilder<unknown>) =>
  sql<Date>`date_bin(make_interval(mins => ${sql.lit(windowMinutes)}), ${moment}, to_timestamp(0))`

/**
 * Up to which window the rows of this cell are complete. A row carries the moment at which its transaction began, so
 * those of a moment are complete when no transaction that began before it is running. The statistics show us those of
 * our own role, and no other role writes logs. They are asked before the rows are read: a transaction shows its rows
 * before it leaves the list. The lag covers the instant in which one has begun and is not yet in the list, and a clock
 * that a failover sets back.
 */
export async function getCompleteUntil(db: Db, lagSeconds: number): Promise<Date> {
  const moment = sql`least(now() - make_interval(secs => ${lagSeconds}), min(xact_start))`
  const { rows } = await sql<{ until: Date; isTold: boolean }>`
    select ${windowStart(moment)} as until, current_setting('track_activities') = 'on' as "isTold"
    from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(db)
  // Without it we would take a cell in which much is going on for one that is quiet.
  if (!rows[0]!.isTold) throw new Error('track_activities is off: it is unknown which transactions are running')
  return rows[0]!.until
}

/** Lets nobody else make seals in this district until the transaction ends; false when somebody is at it. */
export async function tryLockSealing(db: Db): Promise<boolean> {
  const { rows } = await sql<{ held: boolean }>`
    select pg_try_advisory_xact_lock(${sql.lit(lockNumber)}, tenant.current_district()) as held`.execute(db)
  return rows[0]!.held
}
const lockNumber = 7_146_002

export const listDistrictsInCell = (db: Db, cell: number) =>
  db.selectFrom('district').select('id').where('cell', '=', cell).orderBy('id').execute()

export const findLastSeal = (db: Db, log: SealedLog): Promise<SealRow | undefined> =>
  db
    .selectFrom('log_seal')
    .select(sealColumns)
    .where('log', '=', log)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The window of the row that so many others lie before, between two moments. */
export async function findWindowOfRow(db: Db, log: SealedLog, from: Date, until: Date, others: number) {
  const row = await db
    .selectFrom(log)
    .select(windowStart(sql.ref('logged_at')).as('window'))
    .where('logged_at', '>=', from)
    .where('logged_at', '<', until)
    .orderBy('logged_at')
    .offset(others)
    .limit(1)
    .executeTakeFirst()
  return row?.window
}

export interface LogSummary {
  rowCount: number
  digest: Buffer
}

/** What the windows between two moments hold, oldest first; windows without rows are not among them. */
export async function listLogSummaries(db: Db, log: SealedLog, from: Date, until: Date) {
  const { rows } = await sql<LogSummary & { startsAt: Date }>`
    select ${windowStart(sql.ref('r.logged_at'))} as "startsAt", count(*) as "rowCount",
      ${buildDigest(log, getNewestSealVersion(log))} as digest
    from ${sql.table(log)} r where r.logged_at >= ${from} and r.logged_at < ${until}
    group by 1 order by 1`.execute(db)
  return rows
}

const insertedAtOnce = 1_000
export async function insertSeals(db: Db, seals: readonly SealRow[]) {
  for (let at = 0; at < seals.length; at += insertedAtOnce)
    await db
      .insertInto('log_seal')
      .values(seals.slice(at, at + insertedAtOnce))
      .execute()
}

/** The last seal whose time was over by then: where a check of what came after it begins. */
export const findLastSealBefore = (db: Db, log: SealedLog, moment: Date): Promise<SealRow | undefined> =>
  db
    .selectFrom('log_seal')
    .select(sealColumns)
    .where('log', '=', log)
    .where('ends_at', '<=', moment)
    .orderBy('number', 'desc')
    .limit(1)
    .executeTakeFirst()

export const listSealsAfter = (db: Db, log: SealedLog, number: number, limit: number): Promise<SealRow[]> =>
  db
    .selectFrom('log_seal')
    .select(sealColumns)
    .where('log', '=', log)
    .where('number', '>', number)
    .orderBy('number')
    .limit(limit)
    .execute()

/** Whether the database took a row between two moments. */
export const hasRows = async (db: Db, log: SealedLog, from: Date, until: Date): Promise<boolean> =>
  (await findWindowOfRow(db, log, from, until, 0)) !== undefined

/** What the log holds today in the time of each of these seals, which are of one version. */
export async function getCurrentSummaries(db: Db, log: SealedLog, version: number, seals: readonly SealRow[]) {
  const { rows } = await sql<LogSummary & { number: number }>`
    select s.number, today."rowCount", today.digest
    from unnest(${seals.map(({ number }) => number)}::int[], ${seals.map(({ starts_at: at }) => at)}::timestamptz[],
      ${seals.map(({ ends_at: at }) => at)}::timestamptz[]) s (number, starts_at, ends_at)
    cross join lateral (
      select count(*) as "rowCount", ${buildDigest(log, version)} as digest
      from ${sql.table(log)} r where r.logged_at >= s.starts_at and r.logged_at < s.ends_at
    ) today`.execute(db)
  return new Map(rows.map((row) => [row.number, row]))
}

/** For work that nobody waits for: a window with very many rows takes longer than a request may. */
export const setStatementTimeout = (db: Db, minutes: number) =>
  sql`set local statement_timeout = ${sql.lit(minutes * 60_000)}`.execute(db)
