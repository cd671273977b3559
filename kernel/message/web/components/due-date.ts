import { formatClock, formatDate, parseTime, formatWeekday, type TimeValue } from '#packages/web/core/format/time.ts'

export interface DueDate {
  tone: 'error' | 'warning' | 'plain'
  label: string
}

const dayMs = 24 * 3600_000

/** The due date as text: overdue and today are highlighted. */
export function getDueDate(dueAt: TimeValue, now: Date): DueDate | undefined {
  const due = parseTime(dueAt)
  if (!due) return undefined
  const late = now.getTime() - due.getTime()
  if (late >= dayMs) return { tone: 'error', label: `逾期 ${Math.floor(late / dayMs)} 天` }
  if (late > 0) return { tone: 'error', label: '已逾期' }
  if (formatDate(due) === formatDate(now)) return { tone: 'warning', label: `今天 ${formatClock(due)}` }
  const day = formatWeekday(due)
  return { tone: 'plain', label: day.slice(0, 4) === formatDate(now).slice(0, 4) ? day.slice(5) : day }
}

/** Sorts by due date; undated ones keep their order. */
export const compareByDueDate = (one: { dueAt: string | null }, other: { dueAt: string | null }) =>
  getDueTime(one) - getDueTime(other) || 0

const getDueTime = ({ dueAt }: { dueAt: string | null }) =>
  dueAt === null ? Number.MAX_SAFE_INTEGER : Date.parse(dueAt)
