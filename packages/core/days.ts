import { Refusal } from './refusal.ts'
import { Ret } from './ret.ts'

const dayLength = 24 * 3600_000
const toTimestamp = (day: string) => Date.parse(`${day}T00:00:00Z`)

/**
 * Adds days to a day such as 2026-11-15, without time zones. A day after the year 9999 is refused: it would be written
 * as +010000-01-01, which PostgreSQL reads as a time zone.
 */
export function addDays(day: string, days: number): string {
  const moved = new Date(toTimestamp(day) + days * dayLength)
  if (!(moved.getUTCFullYear() <= 9999)) throw new Refusal('日期超出范围', Ret.invalid, { errors: [] })
  return moved.toISOString().slice(0, 10)
}

/** Number of days between two days: 1 from today to tomorrow. */
export const daysBetween = (from: string, to: string) => Math.round((toTimestamp(to) - toTimestamp(from)) / dayLength)

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string) => new Date(toTimestamp(day)).getUTCDay() || 7

export const getMonday = (day: string) => addDays(day, 1 - getWeekday(day))

export const listDays = (from: string, to: string) =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at))
