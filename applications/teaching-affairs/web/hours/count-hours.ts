import type { Slot } from '#engines/timetable/contract.ts'
import { placeOf, type TimetableIndex } from '../timetable/timetable-views.ts'

/** How often a lesson takes place, in lessons a week: 0.5 in every second week. */
export function countWeekly({ weekRule, weeks }: Pick<Slot, 'weekRule' | 'weeks'>, termWeeks: number) {
  if (weekRule === 'every') return 1
  if (weekRule === 'listed') return termWeeks > 0 ? weeks.length / termWeeks : 0
  return 0.5
}

export interface TeacherHours {
  id: string
  name: string
  /** Lessons a week in the timetable. */
  placed: number
  /** Lessons a week by the assignments. */
  assigned: number
  /** 周三; empty without lessons. */
  busiestDay: number | null
  mostOnADay: number
}

/** The lessons of the teachers, the busiest first. */
export function countTeacherHours(index: TimetableIndex, termWeeks: number): TeacherHours[] {
  const { content } = index
  const byTeacher = new Map(
    content.teachers.map(({ id, name }) => [id, { id, name, placed: 0, assigned: 0, days: new Map<number, number>() }]),
  )
  for (const { teacherIds, weekHours } of content.groups)
    for (const id of teacherIds) {
      const row = byTeacher.get(id)
      if (row) row.assigned += weekHours
    }
  for (const slot of content.slots) {
    const place = placeOf(slot)
    if (!place) continue
    const count = countWeekly(slot, termWeeks)
    for (const id of slot.teacherIds) {
      const row = byTeacher.get(id)
      if (!row) continue
      row.placed += count
      row.days.set(place.weekday, (row.days.get(place.weekday) ?? 0) + count)
    }
  }
  return [...byTeacher.values()]
    .filter(({ placed, assigned }) => placed > 0 || assigned > 0)
    .map(({ days, ...row }) => {
      const [busiest] = [...days].sort((one, other) => other[1] - one[1] || one[0] - other[0])
      return { ...row, busiestDay: busiest?.[0] ?? null, mostOnADay: busiest?.[1] ?? 0 }
    })
    .sort((one, other) => other.placed - one.placed || one.name.localeCompare(other.name, 'zh'))
}

export interface GroupHours {
  placed: number
  assigned: number
}

export interface ClassHours {
  id: string
  label: string
  /** By subject. */
  subjects: ReadonlyMap<string, GroupHours>
  placed: number
  assigned: number
}

/** The lessons of classes by subject. Free groups are rows of their own, because their pupils are of several classes. */
export function countClassHours(index: TimetableIndex, termWeeks: number): ClassHours[] {
  const { content } = index
  const placed = new Map<string, number>()
  for (const slot of content.slots) {
    if (!placeOf(slot)) continue
    placed.set(slot.groupId, (placed.get(slot.groupId) ?? 0) + countWeekly(slot, termWeeks))
  }
  const rowOf = (id: string, label: string, groups: TimetableIndex['content']['groups']): ClassHours => {
    const subjects = new Map<string, GroupHours>()
    for (const group of groups) {
      const before = subjects.get(group.subjectId) ?? { placed: 0, assigned: 0 }
      subjects.set(group.subjectId, {
        placed: before.placed + (placed.get(group.id) ?? 0),
        assigned: before.assigned + group.weekHours,
      })
    }
    const total = (of: keyof GroupHours) => [...subjects.values()].reduce((sum, hours) => sum + hours[of], 0)
    return { id, label, subjects, placed: total('placed'), assigned: total('assigned') }
  }
  return [
    ...content.classes.map(({ id, label }) =>
      rowOf(
        id,
        label,
        content.groups.filter(({ classId }) => classId === id),
      ),
    ),
    ...content.groups.filter(({ kind }) => kind === 'free').map((group) => rowOf(group.id, group.label, [group])),
  ]
}

/** 12 or 12.5. */
export const formatHours = (hours: number) => String(Math.round(hours * 10) / 10)
