import { sql } from 'kysely'
import type { Scope } from '#packages/core'
import type { ChangedDays } from '#packages/crud'
import { inScope, isWithinDays, type Db } from '#packages/db'
import type { DeliveryStatus } from '../contract-sms.ts'

/** SMS to numbers with this end, in a list of `v_sms`. */
export const hasAddressTail = (tail: Buffer) => sql<boolean>`t.address_tail = ${tail}`

interface AccountSmsRow {
  id: string
  at: Date
  person_id: string | null
  title: string
  address: Buffer
  address_tail: Buffer
  status: 'sent' | 'failed'
  reason: string
  provider_id: string | null
}
export const insertAccountSms = (db: Db, row: AccountSmsRow) => db.insertInto('account_sms').values(row).execute()

interface SmsCount {
  orgId: string | null
  name: string
  status: DeliveryStatus
  count: number
}

/** The SMS of these days in scope, by organisation and status. */
export async function countSms(db: Db, scope: Scope, days: { from: string; to: string }): Promise<SmsCount[]> {
  const { rows } = await sql<SmsCount>`
    select t.org_id as "orgId", coalesce(o.name, '') as name, t.status, t.count from (
      select t.org_id, t.status, count(*)::int as count from v_sms t
      where ${isWithinDays('t.at', days)} and ${inScope(scope, { org: 't.org_id' })} group by 1, 2
    ) t left join v_org o on o.id = t.org_id
  `.execute(db)
  return rows
}

/** Of these the failed messages in scope since then. */
export async function listFailedSms(db: Db, scope: Scope, ids: readonly string[], since: Date): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select d.id from message_delivery d
    where d.at >= ${since} and d.id = any(${ids}::uuid[]) and d.channel = 'sms' and d.status = 'failed'
      and ${inScope(scope, { org: 'd.org_id' })}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** A message waits at most this long for its outcome; the partitions before are not read. */
const outcomeDays = 31

/** The SMS that are known since then to have arrived or failed, whenever they were written. */
export async function countSmsOutcomes(db: Db, since: Date): Promise<{ delivered: number; failed: number }> {
  const { rows } = await sql<{ delivered: number; failed: number }>`
    select (count(*) filter (where status = 'delivered'))::int as delivered,
      (count(*) filter (where status = 'failed'))::int as failed
    from message_delivery
    where channel = 'sms' and settled_at >= ${since} and at >= ${new Date(since.getTime() - outcomeDays * 86_400_000)}
  `.execute(db)
  return rows[0]!
}

/** The messages of one organisation and day that were given to the gateway, and how many of them were delivered. */
export async function countSmsOfDay(db: Db, orgId: string, day: string): Promise<{ sent: number; delivered: number }> {
  const { rows } = await sql<{ sent: number; delivered: number }>`
    select count(*)::int as sent, (count(*) filter (where status = 'delivered'))::int as delivered
    from message_delivery
    where channel = 'sms' and org_id = ${orgId} and ${isWithinDays('at', { from: day, to: day })}
      and status in ('sent', 'delivered', 'failed')
  `.execute(db)
  return rows[0]!
}

const sentDaysBack = 30

/** The organisations whose messages were given to the gateway, or whose receipts came, since a moment, and the days. */
export async function listSmsDays(db: Db, since: Date): Promise<ChangedDays[]> {
  const first = new Date(since.getTime() - sentDaysBack * 86_400_000)
  const changed = (column: 'sent_at' | 'settled_at') => sql`
    select org_id, at from message_delivery
    where channel = 'sms' and ${sql.ref(column)} >= ${since} and at >= ${first} and org_id is not null`
  const { rows } = await sql<ChangedDays>`
    select org_id as "orgId", array_agg(distinct ((at at time zone 'Asia/Shanghai')::date)::text) as days
    from (${changed('sent_at')} union all ${changed('settled_at')}) as changed group by 1
  `.execute(db)
  return rows
}
