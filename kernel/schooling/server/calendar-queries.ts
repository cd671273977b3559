import { sql } from 'kysely'
import type { Db } from '#packages/db'
import type { DayKind } from '../contract-time.ts'

export interface CalendarDayRow {
  day: string
  kind: DayKind
  asWeekday: number | null
  name: string
  /** True for an entry of the district, false for one of the school. */
  isDistrict: boolean
}

/** The entries of the district and of the school for these days. */
export async function listSetDays(
  db: Db,
  orgId: string,
  bureauId: string,
  from: string,
  to: string,
): Promise<CalendarDayRow[]> {
  const { rows } = await sql<CalendarDayRow>`
    select day_on as day, kind, as_weekday as "asWeekday", name, org_id = ${bureauId}::uuid as "isDistrict"
    from calendar_day
    where org_id = any(${[orgId, bureauId]}::uuid[]) and day_on >= ${from}::date and day_on <= ${to}::date
  `.execute(db)
  return rows
}

/** The entries of several organisations. */
export async function listSetDaysOf(db: Db, orgIds: readonly string[], from: string, to: string) {
  const { rows } = await sql<Pick<CalendarDayRow, 'day' | 'kind' | 'name'> & { orgId: string }>`
    select org_id as "orgId", day_on as day, kind, name from calendar_day
    where org_id = any(${orgIds}::uuid[]) and day_on >= ${from}::date and day_on <= ${to}::date
  `.execute(db)
  return rows
}

interface DaysToSet {
  orgId: string
  from: string
  to: string
  kind: DayKind
  asWeekday: number | null
  name: string
}

export async function upsertDays(db: Db, { orgId, from, to, kind, asWeekday, name }: DaysToSet, now: Date) {
  const { numAffectedRows } = await sql`
    insert into calendar_day (org_id, day_on, kind, as_weekday, name, updated_at)
    select ${orgId}::uuid, day::date, ${kind}, ${asWeekday}::smallint, ${name}, ${now}::timestamptz
    from generate_series(${from}::date, ${to}::date, interval '1 day') as day
    on conflict (district_id, org_id, day_on) do update
      set kind = excluded.kind, as_weekday = excluded.as_weekday, name = excluded.name, updated_at = excluded.updated_at
  `.execute(db)
  return Number(numAffectedRows ?? 0n)
}

export async function deleteDays(db: Db, orgId: string, from: string, to: string) {
  const { numDeletedRows } = await db
    .deleteFrom('calendar_day')
    .where('org_id', '=', orgId)
    .where('day_on', '>=', from)
    .where('day_on', '<=', to)
    .executeTakeFirst()
  return Number(numDeletedRows)
}
