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

export interface ApiCallDay {
  appKey: string
  day: string
  interface: string
  calls: number
  counted: number
  errors: number
}

/** Adds to the days. In one order, so that two processes that write do not wait for each other in a circle. */
export const addCallDays = (db: Db, days: readonly ApiCallDay[]) =>
  sql`
    insert into api_call_day as d (app_key, day, interface, calls, counted, errors)
    select n."appKey", n.day, n.interface, n.calls, n.counted, n.errors
    from jsonb_to_recordset(${JSON.stringify(days)}::jsonb)
      as n ("appKey" text, day date, interface text, calls int, counted int, errors int)
    order by n."appKey", n.day, n.interface
    on conflict (district_id, app_key, day, interface) do update set calls = d.calls + excluded.calls,
      counted = d.counted + excluded.counted, errors = d.errors + excluded.errors
  `.execute(db)

/** The days of the calls that were logged since a moment. */
export async function listCallDays(db: Db, since: Date): Promise<string[]> {
  const { rows } = await sql<{ day: string }>`
    select distinct ((at at time zone 'Asia/Shanghai')::date)::text as day from api_call_log where logged_at >= ${since}
  `.execute(db)
  return rows.map(({ day }) => day)
}

/** How often an application called each interface on a day: those calls that count for its quota, and those in vain. */
export async function listCallsOfDay(db: Db, appKey: string, day: string) {
  const { rows } = await sql<{ name: string; calls: number; errors: number }>`
    select interface as name, counted as calls, errors from api_call_day
    where app_key = ${appKey} and day = ${day}::date and (counted > 0 or errors > 0)
    order by 2 desc, 1
  `.execute(db)
  return rows
}

/** The calls of each application on these days. */
export async function sumCallsByApp(db: Db, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ appKey: string; calls: number; errors: number }>`
    select app_key as "appKey", sum(calls)::int as calls, sum(errors)::int as errors from api_call_day
    where day between ${from}::date and ${to}::date group by app_key
  `.execute(db)
  return rows
}
