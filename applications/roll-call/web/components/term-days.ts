import { addDays, getMonday, getWeekday } from '#packages/core'
import type { AttendanceStatus, PupilDay } from '#engines/attendance/contract.ts'
import { findWorst } from './mark-text.ts'

export interface TermWeek {
  monday: string
  /** Monday first; undefined for days without lessons. */
  days: readonly (PupilDay | undefined)[]
}

/** The days of a term week by week, also weeks without lessons. */
export function listTermWeeks(days: readonly PupilDay[], from: string, to: string): TermWeek[] {
  const byDay = new Map(days.map((one) => [one.day, one]))
  const weeks: TermWeek[] = []
  for (let monday = getMonday(from); monday <= to; monday = addDays(monday, 7))
    weeks.push({ monday, days: Array.from({ length: 7 }, (_, at) => byDay.get(addDays(monday, at))) })
  return weeks
}

/** How many days of the week are shown: five, unless there are lessons at a weekend. */
export const countWeekdays = (days: readonly PupilDay[]) => Math.max(5, ...days.map(({ day }) => getWeekday(day)))

/** The mark of a day: the worst of its lessons. */
export const markOfDay = ({ lessons }: PupilDay): AttendanceStatus | undefined =>
  findWorst(lessons.map(({ status }) => status))

/** Every lesson in which the pupil was not simply there, the last first. */
export const listExceptions = (days: readonly PupilDay[]) =>
  days
    .flatMap(({ day, lessons }) =>
      lessons.flatMap((lesson) =>
        lesson.status === 'present' || lesson.status === 'unrecorded' ? [] : [{ ...lesson, day }],
      ),
    )
    .sort((one, other) => other.day.localeCompare(one.day) || other.begins.localeCompare(one.begins))
