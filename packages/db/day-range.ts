import { sql } from 'kysely'
import type { DayRange } from '#packages/contract'
import { startOfDay } from '#packages/core'

const dayMs = 24 * 3600_000

/** Whether a moment is within these days in China, both included; a missing bound is open. */
export function isWithinDays(column: string, { from, to }: DayRange) {
  const at = sql.ref(column)
  const begins = from ? sql`${at} >= ${startOfDay(from)}` : sql`true`
  const ends = to ? sql`${at} < ${new Date(startOfDay(to).getTime() + dayMs)}` : sql`true`
  return sql<boolean>`(${begins} and ${ends})`
}
