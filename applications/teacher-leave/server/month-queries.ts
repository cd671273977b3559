import { sql } from 'kysely'
import type { Db } from '#packages/db'

const monthLock = (orgId: string) => sql`hashtextextended(${`leave months of ${orgId}`}, 0)`
/** Whoever changes days of an organisation waits for somebody who closes a month there. */
export const shareMonths = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock_shared(${monthLock(orgId)})`.execute(db)
export const lockMonths = (db: Db, orgId: string) => sql`select pg_advisory_xact_lock(${monthLock(orgId)})`.execute(db)

/** The closed ones of these months, each as its first day. */
export async function listClosedMonths(db: Db, orgId: string, months: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from leave_month where org_id = ${orgId} and is_closed and month = any(${months}::date[]) order by month
  `.execute(db)
  return rows.map(({ month }) => month)
}
