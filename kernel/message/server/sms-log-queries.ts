import { sql, type RawBuilder } from 'kysely'
import type { Page, PageQuery } from '#packages/contract'
import type { Scope } from '#packages/core'
import { inScope, toLikePattern, readSqlPage, type Db } from '#packages/db'
import type { DeliveryStatus } from '../contract.ts'

export interface SmsLogRow {
  id: string
  at: Date
  address: Buffer | null
  person: string
  title: string
  status: DeliveryStatus
  reason: string
  deliveredAt: Date | null
}

export interface SmsLogFilter {
  status?: DeliveryStatus | undefined
  keyword: string
  from: Date
  to: Date
}

/** The SMS of a month that concern the organisations in scope, newest first. */
export function listSmsLogPage(
  db: Db,
  scope: Scope,
  { status, keyword, from, to }: SmsLogFilter,
  page: PageQuery,
): Promise<Page<SmsLogRow>> {
  const like = toLikePattern(keyword)
  const conditions: RawBuilder<unknown>[] = [
    sql`d.channel = 'sms' and d.at >= ${from} and d.at < ${to}`,
    inScope(scope, { org: 'd.org_id' }),
  ]
  // `sending` is shown as waiting.
  if (status) conditions.push(sql`d.status = any(${status === 'waiting' ? ['waiting', 'sending'] : [status]}::text[])`)
  if (keyword) conditions.push(sql`(p.name ilike ${like} or b.title ilike ${like})`)
  const where = sql.join(conditions, sql` and `)
  const joins = sql`join message_batch b on b.at = d.at and b.id = d.batch_id left join v_person p on p.id = d.person_id`
  return readSqlPage<SmsLogRow>(
    db,
    {
      columns: sql`d.id, d.at, d.address, coalesce(p.name, '') as person, b.title,
        case d.status when 'sending' then 'waiting' else d.status end as status, d.reason, d.delivered_at as "deliveredAt"`,
      from: sql`message_delivery d ${keyword ? joins : sql``} where ${where}`,
      joined: { as: 'd', with: joins },
      orderBy: sql`d.at desc, d.id desc`,
    },
    page,
  )
}
