import { invalid } from './refusal.ts'

const shanghai = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short' })

/**
 * The calendar day in China at that moment, as 2026-11-15. Times are stored in UTC; days are those of Asia/Shanghai.
 */
export const dayOf = (moment: Date) => shanghai.format(moment)

/** The moment at which a day begins in China. */
export const startOfDay = (day: string) => new Date(`${day}T00:00:00+08:00`)

const dayMs = 86_400_000
const maxDays = 366

/**
 * The period of a log query, both days included. A year at most, because logs are partitioned by month and every
 * partition is read.
 */
export function getLogPeriod(
  now: Date,
  { from, to = dayOf(now) }: { from?: string | undefined; to?: string | undefined },
) {
  const end = startOfDay(to).getTime() + dayMs
  const begin = from ? startOfDay(from).getTime() : end - maxDays * dayMs
  if (end - begin > maxDays * dayMs) throw invalid([{ field: 'from', msg: '时间范围不超过一年' }])
  return { from: new Date(begin), to: new Date(end) }
}
