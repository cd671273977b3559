import { sql, type SqlBool } from 'kysely'
import type { Scope } from '#packages/core'
import { inScope, type Db } from '#packages/db'

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

/** Whether the person requested it, in any membership. */
const isRequestedBy = (personId: string) =>
  sql<boolean>`(e.person_id = ${personId} or exists (select from v_membership m where m.id = e.user_id and m.person_id = ${personId}))`

/** Pending requests that can still be decided. */
const isUndecided = (since: Date) => sql<boolean>`(e.state = 'waiting' and e.requested_at > ${since})`

export interface ExportReader {
  personId: string
  /** Older requests can no longer be approved. */
  openSince: Date
}

const isDecidable = ({ personId, openSince }: ExportReader) =>
  sql<boolean>`(${isUndecided(openSince)} and not ${isRequestedBy(personId)})`

/** The rows of `v_data_export` that the caller requested, may decide about, or may supervise. */
export function isInExportList(as: 'mine' | 'decide' | 'all', approval: Scope, { personId, openSince }: ExportReader) {
  if (as === 'mine') return sql<SqlBool>`t.person_id = ${personId}`
  const isWithinScope = inScope(approval, { org: 't.org_id' })
  if (as === 'all') return isWithinScope
  return sql<SqlBool>`${isWithinScope} and t.state = 'waiting' and t.requested_at > ${openSince} and t.person_id <> ${personId}`
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

interface ExportDecision {
  id: string
  isAgreed: boolean
  opinion: Buffer
  now: Date
}

/** Decides about a pending request: only one of two concurrent decisions succeeds. Never about an own request. */
export const decideExportRequest = (db: Db, reader: ExportReader, { id, isAgreed, opinion, now }: ExportDecision) =>
  db
    .updateTable('data_export as e')
    .set({
      state: isAgreed ? 'running' : 'refused',
      decider_id: reader.personId,
      opinion,
      decided_at: now,
      ended_at: isAgreed ? null : now,
    })
    .where('e.id', '=', id)
    .where(isDecidable(reader))
    .returning(requesterColumns)
    .executeTakeFirst()

const requesterColumns = [
  'id',
  'title',
  'count',
  'measure',
  'person_id as personId',
  'user_id as userId',
  'account_id as accountId',
  'org_id as orgId',
] as const

/** Cancels a pending request and returns whether it was pending. */
export async function cancelWaitingExport(db: Db, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable('data_export')
    .set({ state: 'cancelled', ended_at: now })
    .where('id', '=', id)
    .where('state', '=', 'waiting')
    .executeTakeFirst()
  return numUpdatedRows > 0n
}

/** Expires requests that were not decided in time. */
export const expireExportsBefore = (db: Db, since: Date, now: Date) =>
  db
    .updateTable('data_export')
    .set({ state: 'expired', ended_at: now })
    .where('state', '=', 'waiting')
    .where('requested_at', '<=', since)
    .returning(requesterColumns)
    .execute()

/** An export to be written, with its request data. */
export const findExportToWrite = (db: Db, id: string) =>
  db
    .selectFrom('data_export as e')
    .innerJoin('v_person as p', 'p.id', 'e.person_id')
    .innerJoin('organisation as o', 'o.id', 'e.org_id')
    .leftJoin('v_person as d', 'd.id', 'e.decider_id')
    .select([
      'e.id',
      'e.source',
      'e.title',
      'e.measure',
      'e.filter',
      'e.description',
      'e.columns',
      'e.is_whole as isWhole',
    ])
    .select(['e.reason', 'e.count', 'e.needs_approval as needsApproval', 'e.is_of_people as isOfPeople', 'e.state'])
    .select(['e.person_id as personId', 'e.user_id as userId', 'e.account_id as accountId', 'e.org_id as orgId'])
    .select(['e.file_id as fileId', 'e.row_count as rowCount'])
    .select(['p.name as byName', 'o.name as orgName', 'd.name as deciderName'])
    .where('e.id', '=', id)
    .executeTakeFirst()
export type ExportToWrite = NonNullable<Awaited<ReturnType<typeof findExportToWrite>>>

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
