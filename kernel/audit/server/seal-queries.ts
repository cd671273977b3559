import { sql, type RawBuilder } from 'kysely'
import type { Db } from '#packages/db'

/**
 * The sealed columns: every column except `district_id`, which each signature contains. A seal stores its version and
 * is always checked with it: a new column of a log needs a new version here, and the old ones stay.
 */
const sealedColumns = {
  operation_log: [
    'logged_at id at account_id person_id user_id org_id route title object_ids request_id home_org_id',
    'logged_at id at account_id person_id user_id org_id route title object_ids request_id home_org_id address session_id',
  ],
  login_log: [
    'logged_at id at account_id person_id user_id org_id session_id sign_in_method outcome address agent request_id',
  ],
  identity_log: [
    'logged_at id at account_id person_id org_id kind by_account_id address request_id',
    'logged_at id at account_id person_id org_id kind by_account_id address request_id before after way',
  ],
  download_log: ['logged_at id at person_id org_id file_id kind address request_id'],
  reveal_log: [
    'logged_at id at account_id person_id org_id subject_kind subject_id field reason request_id',
    'logged_at id at account_id person_id org_id subject_kind subject_id field reason request_id address session_id',
  ],
  security_event: [
    'logged_at id at kind account_id person_id user_id org_id session_id address route title count request_id',
  ],
  api_call_log: [
    'logged_at id at app_key interface path org_count row_count http_status ret outcome ms bytes address quota_left request_id',
  ],
  login_end: ['logged_at id at session_id account_id person_id org_id cause by_person_id reason'],
  entity_change: ['logged_at id at entity row_id field person_id before after request_id'],
} as const satisfies Record<string, readonly string[]>

export type SealedLog = keyof typeof sealedColumns
export const sealedLogs = Object.keys(sealedColumns) as SealedLog[]
export const getNewestSealVersion = (log: SealedLog) => sealedColumns[log].length

/** The columns of this version; undefined for an unknown version. */
export const getSealedColumns = (log: SealedLog, version: number): readonly string[] | undefined =>
  sealedColumns[log][version - 1]?.split(' ')

/**
 * A hash of the row hashes, in their order, over rows named `r`. A row is hashed in PostgreSQL's binary format: every
 * value with type and length, so no two rows look alike, no session setting affects it, and the format is stable. Text
 * would take twice as long.
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

/** Windows begin at multiples of their length. Times are cut in SQL, because a Date would lose the microseconds. */
export const windowMinutes = 5
export const windowMs = windowMinutes * 60_000
const windowStart = (moment: RawBuilder<unknown>) =>
  sql<Date>`date_bin(make_interval(mins => ${sql.lit(windowMinutes)}), ${moment}, to_timestamp(0))`

/**
 * Up to which window the rows of this cell are complete. A row has the start time of its transaction, so a moment is
 * complete when no transaction from before it is running. The statistics show those of our role, and no other role
 * writes logs. They are read before the rows, because a transaction shows its rows before it leaves the list. The lag
 * covers a transaction that has begun and is not listed yet, and a clock set back by a failover.
 */
export async function getCompleteUntil(db: Db, lagSeconds: number): Promise<Date> {
  const moment = sql`least(now() - make_interval(secs => ${lagSeconds}), min(xact_start))`
  const { rows } = await sql<{ until: Date; isTold: boolean }>`
    select ${windowStart(moment)} as until, current_setting('track_activities') = 'on' as "isTold"
    from pg_stat_activity
    where datname = current_database() and xact_start is not null and pid <> pg_backend_pid()`.execute(db)
  // Without activity tracking, a busy cell would look idle.
  if (!rows[0]!.isTold) throw new Error('track_activities is off: it is unknown which transactions are running')
  return rows[0]!.until
}

/** Locks the sealing of this district until the transaction ends; false when it is locked already. */
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

/** The window of the row at this offset between two moments. */
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

/** The summaries of the windows between two moments, oldest first, without empty windows. */
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

/** The last seal that ended by then, where a partial check begins. */
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

/** The seals after this one that have rows and ended by then, oldest first. */
export const listSealsWithRows = (
  db: Db,
  log: SealedLog,
  { after, until, limit }: { after: number; until: Date; limit: number },
): Promise<SealRow[]> =>
  db
    .selectFrom('log_seal')
    .select(sealColumns)
    .where('log', '=', log)
    .where('number', '>', after)
    .where('ends_at', '<=', until)
    .where('row_count', '>', 0)
    .orderBy('number')
    .limit(limit)
    .execute()

/** The summaries of rows from a file, by window. `lines` are rows as JSON. */
export async function summariseLines(db: Db, log: SealedLog, version: number, lines: readonly string[]) {
  const { rows } = await sql<LogSummary & { startsAt: Date; firstAt: Date; lastAt: Date }>`
    select ${windowStart(sql.ref('r.logged_at'))} as "startsAt", count(*) as "rowCount",
      ${buildDigest(log, version)} as digest,
      date_trunc('milliseconds', min(r.at)) as "firstAt",
      date_trunc('milliseconds', max(r.at)) + interval '1 millisecond' as "lastAt"
    from ${rowsOfLines(log, lines)} r
    where r.district_id = tenant.current_district() group by 1 order by 1`.execute(db)
  return rows
}

/** Rows of a log that were read from a file, with the types of its table. */
export const rowsOfLines = (log: SealedLog, lines: readonly string[]) =>
  sql`json_populate_recordset(null::${sql.table(log)}, ${`[${lines.join(',')}]`}::json)`

/** The rows of a period as JSON, in the order of the seals. */
export async function listLines(db: Db, log: SealedLog, from: Date, until: Date): Promise<string[]> {
  const { rows } = await sql<{ line: string }>`
    select row_to_json(r)::text as line from ${sql.table(log)} r
    where r.logged_at >= ${from} and r.logged_at < ${until} order by r.logged_at, r.id`.execute(db)
  return rows.map(({ line }) => line)
}

/** Whether a row was logged between two moments. */
export const hasRows = async (db: Db, log: SealedLog, from: Date, until: Date): Promise<boolean> =>
  (await findWindowOfRow(db, log, from, until, 0)) !== undefined

/** The current summaries of the periods of these seals, all of one version. */
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

export interface SealSummary {
  log: SealedLog
  seals: number
  rows: number
  sealedUntil: Date
  head: Buffer
}

/** The seals of windows that touch a period, summed up for each log, with the last signature. */
export async function listSealSummaries(db: Db, from: Date, to: Date): Promise<SealSummary[]> {
  const { rows } = await sql<SealSummary>`
    select log, count(*) as seals, coalesce(sum(row_count), 0)::int as rows, max(ends_at) as "sealedUntil",
      (array_agg(signature order by number desc))[1] as head
    from log_seal where ends_at > ${from} and starts_at < ${to} group by log`.execute(db)
  return rows
}
