import { sql } from 'kysely'
import type { Db } from '#packages/db'

const monthLock = (orgId: string) => sql`hashtextextended(${`leave months of ${orgId}`}, 0)`
/** Whoever changes days of an organisation waits for somebody who closes a month there. */
export const shareMonths = (db: Db, orgId: string) =>
  sql`select pg_advisory_xact_lock_shared(${monthLock(orgId)})`.execute(db)
export const lockMonths = (db: Db, orgId: string) => sql`select pg_advisory_xact_lock(${monthLock(orgId)})`.execute(db)

export interface MonthChange {
  isClosed: boolean
  by: string
  at: Date
  reason: string
}

/** What happened to a month, the last first: that is its state. */
export async function listMonthChanges(db: Db, orgId: string, month: string): Promise<MonthChange[]> {
  const { rows } = await sql<MonthChange>`
    select c.is_closed as "isClosed", coalesce(n.name, '') as by, c.at, c.reason
    from leave_month c left join v_person n on n.id = c.by_id
    where c.org_id = ${orgId} and c.month = ${month}::date order by c.at desc, c.id desc limit 20
  `.execute(db)
  return rows
}

/** The closed ones of these months, each as its first day. */
export async function listClosedMonths(db: Db, orgId: string, months: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ month: string }>`
    select month from (
      select distinct on (month) month, is_closed from leave_month
      where org_id = ${orgId} and month = any(${months}::date[]) order by month, at desc, id desc
    ) as last
    where is_closed order by month
  `.execute(db)
  return rows.map(({ month }) => month)
}

interface NewMonthChange {
  id: string
  orgId: string
  month: string
  isClosed: boolean
  byId: string
  reason: string
}
export const insertMonthChange = (db: Db, { id, orgId, month, isClosed, byId, reason }: NewMonthChange, now: Date) =>
  sql`
    insert into leave_month (id, org_id, month, is_closed, by_id, at, reason)
    values (${id}, ${orgId}, ${month}::date, ${isClosed}, ${byId}, ${now}, ${reason})
  `.execute(db)

/** Requests with days of an organisation in a period that are still with their approvers, or whose person is not back. */
export async function countOpenRequests(db: Db, orgId: string, { from, to }: { from: string; to: string }) {
  const { rows } = await sql<{ count: number }>`
    select count(distinct r.id) as count from leave_day d join leave_request r on r.id = d.request_id
    where d.org_id = ${orgId} and d.day between ${from}::date and ${to}::date and d.status <> 'void'
      and r.status in ('running', 'sent-back', 'changing', 'awaiting-return')
  `.execute(db)
  return rows[0]!.count
}

/** Organisations with staff whose month has not been closed. */
export async function listOrgsToClose(db: Db, month: string, day: string): Promise<{ id: string; name: string }[]> {
  const { rows } = await sql<{ id: string; name: string }>`
    select o.id, o.name from v_org o
    where o.type <> 'department' and not o.is_disabled
      and exists (select from v_membership m where m.org_id = o.id and m.valid @> ${day}::date)
      and coalesce((select c.is_closed from leave_month c where c.org_id = o.id and c.month = ${month}::date
        order by c.at desc, c.id desc limit 1), false) = false
    order by o.id
  `.execute(db)
  return rows
}
