import type { Cell, ModelGroup, ModelSlot, TimetableModel, WeekRule } from '../model.ts'
import { cellOf, keyOf, mayBeginDouble, rulesOf } from './grid.ts'

/** One lesson of a week, or a double one. */
export interface Lesson {
  group: ModelGroup
  /** In periods. */
  duration: number
  weekRule: WeekRule
  weeks: readonly number[]
  teacherIds: readonly string[]
  /** It is locked there, or a rule says where it is. */
  cell: Cell | null
  locked: ModelSlot | null
  /** One of these, so that it makes a double lesson with a locked one. */
  beside: readonly Cell[] | null
}

/** What takes one cell: a lesson, or two that take turns there in odd and even weeks. */
export type Unit = readonly [Lesson] | readonly [Lesson, Lesson]

/**
 * All lessons that the groups should have, the locked ones among them. Lessons of every second week are joined where a
 * rule pairs their subjects.
 */
export function listUnits(model: TimetableModel): Unit[] {
  const slotsOf = Map.groupBy(
    model.slots.filter((slot) => cellOf(slot) !== null),
    ({ groupId }) => groupId,
  )
  const lessons = [...model.groups.values()].flatMap((group) => listLessons(model, group, slotsOf.get(group.id) ?? []))
  return joinPairs(model, lessons)
}

/** A lesson of listed weeks counts as one. */
const hoursOf = ({ weekRule }: ModelSlot) => (weekRule === 'odd' || weekRule === 'even' ? 0.5 : 1)
export const sumHours = (slots: readonly ModelSlot[]) => slots.reduce((sum, slot) => sum + hoursOf(slot), 0)

function listLessons(model: TimetableModel, group: ModelGroup, slots: readonly ModelSlot[]): Lesson[] {
  const { teacherIds } = group
  const place = { cell: null, locked: null, beside: null }
  const lesson: Lesson = { group, duration: 1, weekRule: 'every', weeks: [], teacherIds, ...place }
  const lockedSlots = slots.filter(({ isLocked }) => isLocked)
  const locked = lockedSlots.map((slot): Lesson => {
    const teachers = slot.teacherIds.length > 0 ? slot.teacherIds : teacherIds
    const { weekRule, weeks } = slot
    return { ...lesson, weekRule, weeks, teacherIds: teachers, cell: cellOf(slot), locked: slot }
  })
  const left = Math.max(0, group.weekHours - sumHours(lockedSlots))
  const cells = listFixedCells(model, group).filter((cell) => !locked.some((one) => keyOf(one.cell!) === keyOf(cell)))
  const whole = Math.floor(left)
  const fixed = cells.slice(0, whole).map((cell): Lesson => ({ ...lesson, cell }))
  const most = countDoubles(model, group) - countPairs(model, lockedSlots)
  const free = whole - fixed.length
  const begun = listBegunDoubles(model, slots).slice(0, Math.max(0, Math.min(most, free)))
  const doubles = Math.max(0, Math.min(most - begun.length, Math.floor((free - begun.length) / 2)))
  // With one lesson left it can only be beside a locked one.
  const isOneMissing = most > begun.length + doubles && free > begun.length + doubles * 2
  const anywhere = isOneMissing ? listCellsBeside(model, lockedSlots) : []
  if (anywhere.length > 0) begun.push(anywhere)
  const single = free - begun.length - doubles * 2
  const half: Lesson[] = left - whole >= 0.5 ? [{ ...lesson, weekRule: 'odd', cell: cells[fixed.length] ?? null }] : []
  return [
    ...locked,
    ...fixed,
    ...begun.map((beside): Lesson => ({ ...lesson, beside })),
    ...Array.from({ length: doubles }, (): Lesson => ({ ...lesson, duration: 2 })),
    ...Array.from({ length: single }, (): Lesson => ({ ...lesson })),
    ...half,
  ]
}

/** Where the rules put lessons of this group. */
export function listFixedCells(model: TimetableModel, { subjectId, gradeId }: ModelGroup): Cell[] {
  const cells = rulesOf(model, 'subject-fixed')
    .filter((rule) => rule.subjectId === subjectId)
    .flatMap(({ gradeIds, cell }) => (gradeIds.length === 0 || gradeIds.includes(gradeId) ? cell : []))
  return [...new Map(cells.map((cell) => [keyOf(cell), cell])).values()]
}

/** How many double lessons the rules ask for. */
export const countDoubles = (model: TimetableModel, { subjectId }: ModelGroup): number =>
  Math.max(0, ...rulesOf(model, 'subject-double').flatMap((r) => (r.subjectIds.includes(subjectId) ? r.count : [])))

/** How many double lessons these make. */
export function countPairs(model: TimetableModel, slots: readonly ModelSlot[]): number {
  const taken = new Set(slots.filter(isEveryWeek).map((slot) => keyOf(cellOf(slot)!)))
  let count = 0
  for (const weekday of model.weekdays)
    for (let at = 0; at + 1 < model.periods.length; at++) {
      const isDouble = [at, at + 1].every((one) => taken.has(keyOf({ weekday, periodId: model.periods[one]!.id })))
      if (!isDouble || !mayBeginDouble(model, at)) continue
      count++
      at++ // each of the two is in one double only
    }
  return count
}

const isEveryWeek = ({ weekRule }: ModelSlot) => weekRule === 'every'

/** Of double lessons of the draft that are locked by half: the cells beside the locked half. */
function listBegunDoubles(model: TimetableModel, slots: readonly ModelSlot[]): Cell[][] {
  const whole = slots.filter(isEveryWeek)
  return whole
    .filter(({ isLocked }) => isLocked)
    .flatMap((locked) => {
      const cells = listCellsBeside(model, [locked])
      const neighbours = whole.filter((slot) => cells.some((cell) => keyOf(cell) === keyOf(cellOf(slot)!)))
      return neighbours.length > 0 && neighbours.every(({ isLocked }) => !isLocked) ? [cells] : []
    })
}

/** Where a lesson makes a double one with one of these. */
const listCellsBeside = (model: TimetableModel, slots: readonly ModelSlot[]): Cell[] =>
  slots.filter(isEveryWeek).flatMap(({ weekday, periodId }) => {
    const at = model.periods.findIndex(({ id }) => id === periodId)
    return [at - 1, at + 1]
      .filter((other) => at >= 0 && model.weekdays.includes(weekday!) && mayBeginDouble(model, Math.min(at, other)))
      .map((other) => ({ weekday: weekday!, periodId: model.periods[other]!.id }))
  })

const isHalf = ({ weekRule }: Lesson) => weekRule === 'odd' || weekRule === 'even'
const opposite = (weekRule: WeekRule): WeekRule => (weekRule === 'odd' ? 'even' : 'odd')

/** The first subject has the odd weeks, unless one of the two is locked already: then the other follows it. */
function joinPairs(model: TimetableModel, lessons: readonly Lesson[]): Unit[] {
  const left = new Set(lessons)
  const units: Unit[] = []
  const halves = Map.groupBy(
    lessons.filter((one) => isHalf(one) && one.group.classId !== null),
    ({ group }) => `${group.classId} ${group.subjectId}`,
  )
  for (const { subjectIds } of rulesOf(model, 'two-week-pair'))
    for (const classId of model.classes.keys()) {
      const [one, other] = subjectIds.map((subjectId) =>
        halves.get(`${classId} ${subjectId}`)?.find((half) => left.has(half)),
      )
      if (!one || !other || one === other || (one.locked && other.locked)) continue
      left.delete(one)
      left.delete(other)
      const cell = one.locked || (!other.locked && one.cell) ? one.cell : other.cell
      const weekRule = other.locked ? opposite(other.weekRule) : one.weekRule
      units.push([
        { ...one, cell, weekRule },
        { ...other, cell, weekRule: opposite(weekRule) },
      ])
    }
  return [...units, ...[...left].map((lesson): Unit => [lesson])]
}
