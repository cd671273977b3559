import type { TaughtGroup } from '#kernel/schooling/server/api.ts'
import type { ModelSlot } from './model.ts'
import { isInWeek } from './week-rules.ts'

/** A day of the school calendar. */
export interface SchoolDay {
  day: string
  /** The weekday whose lessons take place; null without lessons. */
  asWeekday: number | null
  /** The week of the term. */
  week: number | null
}

export interface PublishedTimetable {
  id: string
  effectiveOn: string
  slots: readonly Omit<ModelSlot, 'isLocked'>[]
}

interface PeriodTime {
  slotId: string
  begins: string
  ends: string
}

export interface LessonSources {
  days: readonly SchoolDay[]
  /** The published versions of one term. */
  timetables: readonly PublishedTimetable[]
  groups: readonly TaughtGroup[]
  /** The periods of a grade on a day. */
  findPeriods(gradeId: string, day: string): readonly PeriodTime[]
}

export interface PlannedLesson {
  slotId: string
  timetableId: string
  groupId: string
  day: string
  periodId: string
  begins: string
  ends: string
  roomId: string | null
  teacherIds: readonly string[]
}

/** The lessons of these days: the version in force, by the calendar, with the times and the teachers of each day. */
export function planLessons({ days, timetables, groups, findPeriods }: LessonSources): PlannedLesson[] {
  const inOrder = timetables.toSorted((a, b) => (a.effectiveOn < b.effectiveOn ? -1 : 1))
  const slotsOf = new Map(inOrder.map(({ id, slots }) => [id, Map.groupBy(slots, ({ weekday }) => weekday)]))
  const groupOf = new Map(groups.map((group) => [group.id, group]))
  const periodsOf = cachePeriods(findPeriods)
  return days.flatMap(({ day, asWeekday, week }) => {
    const timetable = inOrder.findLast(({ effectiveOn }) => effectiveOn <= day)
    if (!timetable || asWeekday === null || week === null) return []
    return (slotsOf.get(timetable.id)!.get(asWeekday) ?? []).flatMap((slot) => {
      const group = groupOf.get(slot.groupId)
      if (!group || !isInWeek(slot, week) || (group.closedOn !== null && group.closedOn <= day)) return []
      const period = periodsOf(group.gradeId, day).get(slot.periodId!)
      if (!period) return []
      const teacherIds = findTeachers(group, slot.teacherIds, day)
      const { id: slotId, groupId, roomId } = slot
      const { begins, ends } = period
      return {
        slotId,
        timetableId: timetable.id,
        groupId,
        day,
        periodId: slot.periodId!,
        begins,
        ends,
        teacherIds,
        roomId: roomId ?? group.roomId,
      }
    })
  })
}

function cachePeriods(findPeriods: LessonSources['findPeriods']) {
  const known = new Map<string, Map<string, PeriodTime>>()
  return (gradeId: string, day: string) => {
    const key = `${gradeId} ${day}`
    const there = known.get(key) ?? new Map(findPeriods(gradeId, day).map((period) => [period.slotId, period]))
    known.set(key, there)
    return there
  }
}

/**
 * Who teaches a group on a day. A long-term substitute takes the place of the lead teacher. The teachers that the lesson
 * names count only while they are assigned.
 */
export function findTeachers(
  { assignments }: Pick<TaughtGroup, 'assignments'>,
  named: readonly string[],
  day: string,
): string[] {
  const active = assignments.filter(({ from, overOn }) => from <= day && (overOn === null || overOn > day))
  const hasCover = active.some(({ role }) => role === 'cover')
  const teachers = active.filter(({ role }) => !hasCover || role !== 'lead').map(({ userId }) => userId)
  const chosen = teachers.filter((userId) => named.includes(userId))
  return [...new Set(chosen.length > 0 ? chosen : teachers)]
}
