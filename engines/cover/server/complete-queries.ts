import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { CreditKind } from '../contract.ts'

export const completeLegs = (db: Db, ids: readonly string[], now: Date) =>
  sql`update cover_leg set completed_at = ${now} where id = any(${ids}::uuid[]) and completed_at is null`.execute(db)

export interface NewCredit {
  id: string
  orgId: string
  memberId: string
  personId: string
  legId: string
  day: string
  month: string
  kind: CreditKind
  hundredths: number
}

/** A leg counts once, however often it is tried. */
export async function insertCredits(db: Db, credits: readonly NewCredit[], now: Date) {
  if (credits.length === 0) return
  const rows = credits.map((one) => ({
    id: one.id,
    org_id: one.orgId,
    member_id: one.memberId,
    person_id: one.personId,
    leg_id: one.legId,
    day_on: one.day,
    month_on: one.month,
    kind: one.kind,
    hundredths: one.hundredths,
    created_at: now,
  }))
  await sql`
    insert into duty_credit (id, org_id, member_id, person_id, leg_id, day_on, month_on, kind, hundredths, created_at)
    select id, org_id, member_id, person_id, leg_id, day_on, month_on, kind, hundredths, created_at
    from jsonb_to_recordset(${JSON.stringify(rows)}::jsonb) as n (id uuid, org_id uuid, member_id uuid, person_id uuid,
      leg_id uuid, day_on date, month_on date, kind text, hundredths int, created_at timestamptz)
    on conflict do nothing
  `.execute(db)
}

/** School and month, as one text. */
export async function listSettledMonths(db: Db, orgIds: readonly string[]): Promise<Set<string>> {
  const { rows } = await sql<{ key: string }>`
    select org_id || ' ' || month_on as key from cover_month where org_id = any(${orgIds}::uuid[])
  `.execute(db)
  return new Set(rows.map(({ key }) => key))
}

/** Requests in force with a lesson that is over and not completed. */
export async function listGiven(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct l.request_id as id from cover_leg l
    where l.state = 'current' and l.completed_at is null and l.day_on <= (${now}::timestamptz at time zone 'Asia/Shanghai')::date
      and (coalesce(l.to_day_on, l.day_on) + coalesce(l.to_ends, l.ends)) at time zone 'Asia/Shanghai' <= ${now}
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}

/** Requests that wait, with a lesson that has begun. */
export async function listBegun(db: Db, now: Date, limit: number): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select distinct r.id from cover_request r join cover_leg l on l.request_id = r.id
    where r.status in ('open', 'asking', 'agreed', 'auditing')
      and least((l.day_on + l.begins) at time zone 'Asia/Shanghai',
        (l.to_day_on + l.to_begins) at time zone 'Asia/Shanghai') <= ${now}
    limit ${limit}
  `.execute(db)
  return rows.map(({ id }) => id)
}
