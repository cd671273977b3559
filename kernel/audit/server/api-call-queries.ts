import { sql } from 'kysely'
import type { PageQuery } from '#packages/contract'
import { isWithinDays, readPage, type Db } from '#packages/db'
import type { ApiCallOutcome } from '../contract.ts'

export interface ApiCallEntry {
  id: string
  at: Date
  app_key: string
  interface: string
  path: string
  org_count: number
  row_count: number
  http_status: number
  ret: number
  outcome: ApiCallOutcome
  ms: number
  bytes: number
  address: string
  quota_left: number | null
  request_id: string
}
export const insertApiCalls = (db: Db, rows: readonly ApiCallEntry[]) =>
  db.insertInto('api_call_log').values(rows).execute()

/** The minutes between two moments that had calls, oldest first. */
export async function countApiMinutes(db: Db, from: Date, to: Date, appKey: string | undefined) {
  const { rows } = await sql<{ at: Date; calls: number; errors: number; p95: number }>`
    select date_trunc('minute', at) as at, count(*)::int as calls,
      (count(*) filter (where outcome = 'failed'))::int as errors,
      percentile_disc(0.95) within group (order by ms)::int as p95
    from api_call_log where at >= ${from} and at < ${to} ${appKey ? sql`and app_key = ${appKey}` : sql``}
    group by 1 order by 1
  `.execute(db)
  return rows
}

interface CallFilter {
  from: string
  to: string
  httpStatus?: number | undefined
}

/** The calls of one application, newest first. */
export const listCallPage = (db: Db, appKey: string, { from, to, httpStatus }: CallFilter, page: PageQuery) =>
  readPage(
    db,
    db
      .selectFrom('api_call_log')
      .select(['id', 'at', 'interface', 'outcome', 'http_status as httpStatus', 'ret', 'ms'])
      .select(['row_count as rowCount', 'address', 'request_id as requestId'])
      .where('app_key', '=', appKey)
      .where(isWithinDays('at', { from, to }))
      .$if(httpStatus !== undefined, (query) => query.where('http_status', '=', httpStatus!))
      .orderBy('at', 'desc')
      .orderBy('id', 'desc'),
    page,
  )

/** How often an application called each interface since then, and how often in vain. Calls that count for a quota. */
export async function countCallsSince(db: Db, appKey: string, since: Date) {
  const { rows } = await sql<{ name: string; calls: number; errors: number }>`
    select interface as name, (count(*) filter (where http_status < 500 and http_status <> 429))::int as calls,
      (count(*) filter (where outcome <> 'done'))::int as errors
    from api_call_log where app_key = ${appKey} and at >= ${since}
    group by 1 order by 2 desc, 1
  `.execute(db)
  return rows
}
