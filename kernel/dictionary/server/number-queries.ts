import { sql } from 'kysely'
import type { Db } from '#packages/db'

export interface SeriesKey {
  orgId: string
  code: string
  year: number
}

/** The next number. Its row stays locked until the transaction ends. */
export async function incrementSeries(db: Db, { orgId, code, year }: SeriesKey): Promise<number> {
  const { rows } = await sql<{ number: number }>`
    insert into number_series (org_id, code, year, last_number)
    values (${orgId}, ${code}, ${year}, 1)
    on conflict (district_id, org_id, code, year) do update set last_number = number_series.last_number + 1
    returning last_number as number
  `.execute(db)
  return rows[0]!.number
}

interface IssuedNumber extends SeriesKey {
  number: number
  text: string
  recordId: string
  by: string
}

export const insertIssuedNumber = (db: Db, issued: IssuedNumber, now: Date) =>
  sql`
    insert into issued_number (org_id, code, year, number, text, record_id, issued_by, issued_at)
    values (${issued.orgId}, ${issued.code}, ${issued.year}, ${issued.number}, ${issued.text}, ${issued.recordId},
      ${issued.by}, ${now})
  `.execute(db)

interface Voiding {
  code: string
  recordId: string
  reason: string
  by: string
}

export async function voidIssuedNumber(db: Db, { code, recordId, reason, by }: Voiding, now: Date) {
  const { rows } = await sql<{ text: string }>`
    update issued_number set void_reason = ${reason}, voided_by = ${by}, voided_at = ${now}
    where code = ${code} and record_id = ${recordId} and voided_at is null
    returning text
  `.execute(db)
  return rows[0]?.text
}
