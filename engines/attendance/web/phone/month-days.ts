import { addDays, getWeekday } from '#packages/core'
import type { AttendanceStatus, PupilDay } from '../../contract.ts'

/** A letter and a tint for each status: never by colour alone. */
export const statusMarks: Readonly<
  Record<AttendanceStatus, { letter: string; tint: 'success' | 'warning' | 'error' | 'info' | 'closed' }>
> = {
  present: { letter: '到', tint: 'success' },
  missing: { letter: '缺', tint: 'error' },
  truant: { letter: '旷', tint: 'error' },
  late: { letter: '迟', tint: 'warning' },
  early: { letter: '早', tint: 'warning' },
  sick: { letter: '病', tint: 'info' },
  private: { letter: '事', tint: 'info' },
  official: { letter: '公', tint: 'info' },
  unrecorded: { letter: '未', tint: 'closed' },
}

/** What a family has to know first. */
const bySeverity: readonly AttendanceStatus[] = [
  'truant',
  'missing',
  'late',
  'early',
  'sick',
  'private',
  'official',
  'present',
]

/**
 * The one status of a day. A day on which nobody has called a roll says nothing about the child: 未点, and before it is
 * over nothing at all.
 */
export function getDayStatus({ day, lessons, leave }: PupilDay, today: string): AttendanceStatus | undefined {
  const known = bySeverity.find((status) => lessons.some((lesson) => lesson.status === status))
  if (known) return known
  if (leave[0]) return leave[0].kind
  return day < today && lessons.length > 0 ? 'unrecorded' : undefined
}

/** The days of a month in rows of a week from Monday; null outside the month. */
export function listWeeks(month: string): (string | null)[][] {
  const first = `${month}-01`
  const weeks: (string | null)[][] = []
  for (let monday = addDays(first, 1 - getWeekday(first)); monday.slice(0, 7) <= month; monday = addDays(monday, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, at) => addDays(monday, at)).map((day) => (day.startsWith(month) ? day : null)),
    )
  return weeks
}

export const addMonths = (month: string, by: -1 | 1): string =>
  (by > 0 ? addDays(`${month}-01`, 31) : addDays(`${month}-01`, -1)).slice(0, 7)

export const formatMonth = (month: string) => `${Number(month.slice(0, 4))}年${Number(month.slice(5))}月`
const weekdays = ['周一', '周二', '周三', '周四', '周五', '周六', '周日'] as const
export const formatDayOfMonth = (day: string) =>
  `${Number(day.slice(5, 7))}月${Number(day.slice(8))}日 ${weekdays[getWeekday(day) - 1]}`
