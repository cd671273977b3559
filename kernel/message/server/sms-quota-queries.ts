import { sql } from 'kysely'
import type { Db } from '#packages/db'

export async function countSmsUsed(db: Db, month: string): Promise<number> {
  const row = await db
    .selectFrom('message_sms_month')
    .select('used')
    .where(sql<boolean>`month_on = ${month}::date`)
    .executeTakeFirst()
  return row?.used ?? 0
}

/**
 * Takes up to this many from the rest of a month. The row stays locked until the transaction ends, so that concurrent
 * senders never take more than the quota.
 */
export async function takeSmsQuota(db: Db, month: string, wanted: number, quota: number) {
  await sql`insert into message_sms_month (month_on) values (${month}::date) on conflict do nothing`.execute(db)
  const { rows } = await sql<{ used: number; isWarned: boolean }>`
    select used, warned_at is not null as "isWarned" from message_sms_month where month_on = ${month}::date for update
  `.execute(db)
  const { used, isWarned } = rows[0]!
  const taken = Math.max(0, Math.min(wanted, quota - used))
  if (taken > 0)
    await sql`update message_sms_month set used = used + ${taken}::int where month_on = ${month}::date`.execute(db)
  return { taken, used: used + taken, isWarned }
}

/** Returns what was taken and not sent. */
export const returnSmsQuota = (db: Db, month: string, count: number) =>
  sql`
    update message_sms_month set used = greatest(0, used - ${count}::int) where month_on = ${month}::date
  `.execute(db)

/** Returns whether it is the first warning of the month. */
export async function markQuotaWarned(db: Db, month: string, now: Date): Promise<boolean> {
  const { numAffectedRows } = await sql`
    update message_sms_month set warned_at = ${now} where month_on = ${month}::date and warned_at is null
  `.execute(db)
  return numAffectedRows === 1n
}

/** What the platform allows the district in a month; undefined without a limit. */
export async function findSmsLimit(db: Db): Promise<number | undefined> {
  const row = await db.selectFrom('sms_limit').select('monthly').executeTakeFirst()
  return row?.monthly
}

export const saveSmsLimit = (db: Db, monthly: number, now: Date) =>
  db
    .insertInto('sms_limit')
    .values({ monthly, changed_at: now })
    .onConflict((on) => on.column('district_id').doUpdateSet({ monthly, changed_at: now }))
    .execute()

/** The bureau of the district, whose settings apply to all. */
export const findRootUnit = (db: Db) =>
  db.selectFrom('v_org').select(['id', 'path', 'name']).where('parent_id', 'is', null).executeTakeFirst()
