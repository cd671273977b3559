import { sql, type SqlBool } from 'kysely'
import { Refusal, type Ctx, type Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

/** A request expires after three days without a decision, because its purpose may be over. */
export const approvalWaitHours = 72
export const getOpenSince = (now: Date) => new Date(now.getTime() - approvalWaitHours * 3600_000)

/** The paths of these organisations. */
export async function getPaths(db: Db, ids: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .selectFrom('v_org')
    .select(['id', sql<string>`path::text`.as('path')])
    .where(sql<boolean>`id = any(${ids}::uuid[])`)
    .execute()
  return new Map(rows.map(({ id, path }) => [id, path]))
}

/** A lock per person: two concurrent requests must not both see the daily limit unused. */
export const lockExportRequests = (db: Db, personId: string) =>
  sql`select pg_advisory_xact_lock(hashtextextended(${`exports of ${personId}`}, 0))`.execute(db)

/** The same request of the same person, while it is running. */
export const findOpenDuplicate = (db: Db, personId: string, hash: Buffer) =>
  db
    .selectFrom('data_export')
    .select(['id', 'task_id as taskId'])
    .where('person_id', '=', personId)
    .where('request_hash', '=', hash)
    .where('state', 'in', ['waiting', 'running'])
    .executeTakeFirst()

/**
 * The exports of people that a person requested since then: how often, and how many people without approval. Refused
 * requests do not count.
 */
export async function countExportsSince(
  db: Db,
  personId: string,
  since: Date,
): Promise<{ times: number; alone: number }> {
  const { rows } = await sql<{ times: number; alone: number }>`
    select count(*)::int as times, coalesce(sum(count) filter (where not needs_approval), 0)::int as alone
    from data_export
    where person_id = ${personId} and requested_at >= ${since} and is_of_people
      and state not in ('refused', 'cancelled', 'expired')
  `.execute(db)
  return rows[0]!
}

export interface NewExport {
  id: string
  person_id: string
  user_id: string
  account_id: string
  org_id: string
  source: string
  title: string
  measure: string
  is_of_people: boolean
  filter: Buffer
  description: Buffer
  columns: string[]
  column_titles: string[]
  is_whole: boolean
  request_hash: Buffer
  reason: Buffer
  count: number
  needs_approval: boolean
  state: 'waiting' | 'running'
  requested_at: Date
}

export const insertExport = (db: Db, row: NewExport) => db.insertInto('data_export').values(row).execute()

export const setExportTask = (db: Db, id: string, taskId: string) =>
  db.updateTable('data_export').set({ task_id: taskId }).where('id', '=', id).execute()

/** The rows of `v_data_export` that the caller requested, has to decide about, or may supervise. */
export function isInExportList(
  { actor, now }: Pick<Ctx, 'actor' | 'now'>,
  as: 'mine' | 'decide' | 'all',
  approval: Scope,
  waiting: readonly string[],
) {
  if (as === 'mine') return sql<SqlBool>`t.person_id = ${actor.personId}`
  const isWithinScope = inScope(approval, { org: 't.org_id' })
  if (as === 'all') return isWithinScope
  return sql<SqlBool>`${isWithinScope} and t.id = any(${waiting}::uuid[]) and t.state = 'waiting'
    and t.requested_at > ${getOpenSince(now)}`
}

const wholeExportsShown = 4

/** Exports with unmasked numbers in scope since a moment: the count and the last few. */
export async function listWholeExportsSince(db: Db, readerScope: Scope, since: Date) {
  const { rows } = await sql<{ title: string; by: string; orgName: string; rows: number; at: Date; total: number }>`
    select e.title, p.name as by, o.name as "orgName", e.count as rows, e.requested_at as at, count(*) over () as total
    from data_export e join v_person p on p.id = e.person_id join v_org o on o.id = e.org_id
    where e.requested_at >= ${since} and e.is_whole and e.state in ('waiting', 'running', 'done') and ${inScope(readerScope, { org: 'e.org_id' })}
    order by e.requested_at desc, e.id desc limit ${wholeExportsShown}
  `.execute(db)
  return { count: rows[0]?.total ?? 0, items: rows }
}

/** Ends the waiting of a request: it runs now, or it has ended. */
export async function leaveWaiting(
  db: Db,
  id: string,
  state: 'running' | 'refused' | 'cancelled' | 'expired',
  now: Date,
) {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set({ state, ended_at: state === 'running' ? null : now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  if (numUpdatedRows === 0n) throw new Refusal('该申请已处理')
}

/** Requests that were not decided in time. */
export const listExpiredExports = (db: Db, now: Date) =>
  db
    .selectFrom('data_export')
    .select('id')
    .where('state', '=', 'waiting')
    .where('requested_at', '<=', getOpenSince(now))
    .orderBy('requested_at')
    .execute()

/** An export with its request data. */
export const findExport = (db: Db, id: string) =>
  db
    .selectFrom('data_export as e')
    .innerJoin('v_person as p', 'p.id', 'e.person_id')
    .innerJoin('organisation as o', 'o.id', 'e.org_id')
    .select([
      'e.id',
      'e.source',
      'e.title',
      'e.measure',
      'e.filter',
      'e.description',
      'e.columns',
      'e.column_titles as columnTitles',
      'e.requested_at as requestedAt',
      'e.is_whole as isWhole',
    ])
    .select(['e.reason', 'e.count', 'e.needs_approval as needsApproval', 'e.is_of_people as isOfPeople', 'e.state'])
    .select(['e.person_id as personId', 'e.user_id as userId', 'e.account_id as accountId', 'e.org_id as orgId'])
    .select(['e.file_id as fileId', 'e.row_count as rowCount'])
    .select(['p.name as byName', 'o.name as orgName'])
    .where('e.id', '=', id)
    .executeTakeFirst()
export type StoredExport = NonNullable<Awaited<ReturnType<typeof findExport>>>

export const setExportFile = (db: Db, id: string, fileId: string) =>
  db.updateTable('data_export').set({ file_id: fileId }).where('id', '=', id).where('state', '=', 'running').execute()

/** Marks the export as done, in the transaction that makes the file readable. */
export async function finishExport(db: Db, id: string, rowCount: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set({ state: 'done', row_count: rowCount, ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'running')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Marks the export as cancelled or failed when its task ended so. */
export const abandonExport = (
  db: Db,
  taskId: string,
  { state, failure, now }: { state: 'cancelled' | 'failed'; failure: string; now: Date },
) =>
  db
    .updateTable('data_export')
    .set({ state, failure, ended_at: now })
    .where('task_id', '=', taskId)
    .where('state', '=', 'running')
    .execute()
