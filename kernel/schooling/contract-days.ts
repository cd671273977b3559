/** Calculations with days without a time: 2026-11-15. */

const dayLength = 24 * 3600_000
const toTimestamp = (day: string) => Date.parse(`${day}T00:00:00Z`)

export const addDays = (day: string, days: number) =>
  new Date(toTimestamp(day) + days * dayLength).toISOString().slice(0, 10)

/** Number of days between two days: 1 from today to tomorrow. */
export const daysBetween = (from: string, to: string) => Math.round((toTimestamp(to) - toTimestamp(from)) / dayLength)

/** 1 for Monday to 7 for Sunday. */
export const getWeekday = (day: string) => new Date(toTimestamp(day)).getUTCDay() || 7

export const getMonday = (day: string) => addDays(day, 1 - getWeekday(day))

export const listDays = (from: string, to: string) =>
  Array.from({ length: Math.max(0, daysBetween(from, to) + 1) }, (_, at) => addDays(from, at))
