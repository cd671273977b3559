import type { DayRange } from '#packages/contract'
import { dayOf, Refusal, startOfDay } from '#packages/core'
import { logDaysAtMost, tooManyDays } from '../contract-operations.ts'
import type { LogPeriod } from './operation-queries.ts'

const dayMs = 86_400_000
const usualDays = 7

/** The days of a search, both included, without days the last week: more than a month would read too many partitions. */
export function getSearchPeriod(now: Date, { from, to = dayOf(now) }: DayRange): LogPeriod {
  const end = new Date(startOfDay(to).getTime() + dayMs)
  const begin = from ? startOfDay(from) : new Date(end.getTime() - usualDays * dayMs)
  if (end.getTime() - begin.getTime() > logDaysAtMost * dayMs) throw new Refusal(tooManyDays)
  return { from: begin, to: end }
}

const hourMs = 3600_000

/** When a row with this id was written at the earliest and at the latest: its id has the time. */
export function getPeriodOfId(id: string): LogPeriod {
  const at = Number.parseInt(id.slice(0, 8) + id.slice(9, 13), 16)
  // An upload takes its time before the row is written; the row has the time of the request.
  return { from: new Date(at - 2 * hourMs), to: new Date(at + hourMs) }
}

/** All days, where another index than that of the time finds the rows. */
export const allTimes: LogPeriod = { from: new Date(0), to: new Date('2200-01-01T00:00:00Z') }

/** The rows of one request have its time, except those that were written later. */
export const getPeriodOfRequest = (at: Date): LogPeriod => ({
  from: new Date(at.getTime() - 60_000),
  to: new Date(at.getTime() + hourMs / 4),
})
