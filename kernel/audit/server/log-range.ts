import { dayOf, invalid, startOfDay } from '#packages/core'

const dayMs = 86_400_000
const maxDays = 31

interface Days {
  from: string | null
  to: string | null
}

/** The days of a log query, both included: at most 31, and the last 31 without a choice. */
export function getLogDays(now: Date, days: Days | undefined): { from: string; to: string } {
  const to = days?.to ?? dayOf(now)
  const last = startOfDay(to).getTime()
  const from = days?.from ?? dayOf(new Date(last - (maxDays - 1) * dayMs))
  if (last - startOfDay(from).getTime() >= maxDays * dayMs)
    throw invalid([{ field: 'createdAt', msg: `查询时间跨度不能超过${maxDays}天` }])
  return { from, to }
}
