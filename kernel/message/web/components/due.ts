import { clockOf, dateOf, momentOf, weekDay, type Moment } from '#packages/web/core/format/time.ts'

export interface Due {
  tone: 'error' | 'warning' | 'plain'
  words: string
}

const dayMs = 24 * 3600_000

/** When it should be done: what is late or due today stands out, the rest is a date. */
export function dueOf(dueAt: Moment, now: Date): Due | undefined {
  const due = momentOf(dueAt)
  if (!due) return undefined
  const late = now.getTime() - due.getTime()
  if (late >= dayMs) return { tone: 'error', words: `逾期 ${Math.floor(late / dayMs)} 天` }
  if (late > 0) return { tone: 'error', words: '已逾期' }
  if (dateOf(due) === dateOf(now)) return { tone: 'warning', words: `今天 ${clockOf(due)}` }
  const day = weekDay(due)
  return { tone: 'plain', words: day.slice(0, 4) === dateOf(now).slice(0, 4) ? day.slice(5) : day }
}

/** What is late first, then what is due soonest; what is not due at all as it came. */
export const byDue = (one: { dueAt: string | null }, other: { dueAt: string | null }) =>
  timeOf(one) - timeOf(other) || 0

const timeOf = ({ dueAt }: { dueAt: string | null }) => (dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt))
