import { addDays, dayOf, getWeekday, startOfDay } from '#packages/core'
import type { FlowRules } from '../contract.ts'

/** Until the working calendar of the organisation is asked: Monday to Friday, these spans in minutes of the day. */
const spans = [
  { from: 8 * 60, to: 12 * 60 },
  { from: 13 * 60 + 30, to: 17 * 60 + 30 },
] as const

/** When so many hours are over, by the clock or in working time. The only place that knows working hours. */
export function addDueHours(from: Date, hours: number, mode: FlowRules['dueMode']): Date {
  if (mode === 'natural') return new Date(from.getTime() + hours * 3600_000)
  let left = hours * 60
  for (let day = dayOf(from); ; day = addDays(day, 1)) {
    if (getWeekday(day) > 5) continue
    const begin = startOfDay(day).getTime()
    for (const span of spans) {
      const start = Math.max(from.getTime(), begin + span.from * 60_000)
      const minutes = (begin + span.to * 60_000 - start) / 60_000
      if (minutes <= 0) continue
      if (left <= minutes) return new Date(start + left * 60_000)
      left -= minutes
    }
  }
}
