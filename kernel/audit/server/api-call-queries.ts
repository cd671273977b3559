import { sql } from 'kysely'
import type { Db } from '#packages/db'
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
