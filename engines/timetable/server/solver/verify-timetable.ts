import type { ModelGroup, ModelSlot, TimetableModel } from '../model.ts'

/** What is wrong with a timetable: the rule that is broken, and who or what is affected where. */
export interface Conflict {
  kind: string
  what: string
}

type Slot = Omit<ModelSlot, 'id'>
type PlacedSlot = Slot & {
  weekday: number
  periodId: string
  group: ModelGroup
  teachers: readonly string[]
  room: string | null
}

/**
 * Looks at the finished timetable as a person would, week by week and cell by cell. It shares nothing with the code
 * that states the problem for FET, so that a mistake there is found here. `isComplete`: all lessons must have a place.
 */
export function verifyTimetable(
  model: TimetableModel,
  slots: readonly Slot[],
  { isComplete = true }: { isComplete?: boolean } = {},
): Conflict[] {
  const conflicts = new Map<string, Conflict>()
  const report = (kind: string, ...what: (string | number)[]) =>
    conflicts.set(`${kind}: ${what.join(' ')}`, { kind, what: what.join(' ') })
  const placed = slots.flatMap((slot) => placeOf(model, slot) ?? [])
  for (const slot of placed) checkCells(model, slot, report)
  for (const week of listWeeks(slots)) {
    const ofWeek = placed.filter((slot) => takesPlace(slot, week))
    checkOverlaps(model, ofWeek, report)
    checkDays(model, ofWeek, report)
  }
  if (isComplete) checkCompleteness(model, placed, report)
  return [...conflicts.values()]
}

type Report = (kind: string, ...what: (string | number)[]) => void

function placeOf(model: TimetableModel, slot: Slot): PlacedSlot | null {
  const { weekday, periodId } = slot
  const group = model.groups.get(slot.groupId)
  if (weekday === null || periodId === null || !group) return null
  const teachers = slot.teacherIds.length > 0 ? slot.teacherIds : group.teacherIds
  return { ...slot, weekday, periodId, group, teachers, room: slot.roomId ?? group.roomId }
}

/** One odd and one even week are enough, but for lessons of listed weeks. */
const listWeeks = (slots: readonly Slot[]) => new Set([1, 2, ...slots.flatMap(({ weeks }) => weeks)])

function takesPlace({ weekRule, weeks }: Slot, week: number): boolean {
  switch (weekRule) {
    case 'every':
      return true
    case 'odd':
      return week % 2 === 1
    case 'even':
      return week % 2 === 0
    case 'listed':
      return weeks.includes(week)
  }
}

/** What a rule says about the cell or the room of one lesson. */
function checkCells(model: TimetableModel, slot: PlacedSlot, report: Report) {
  const { group, weekday, periodId } = slot
  const where = `${group.label} ${group.subjectName} ${weekday} ${periodId}`
  const isAmong = (cells: readonly { weekday: number; periodId: string }[]) =>
    cells.some((cell) => cell.weekday === weekday && cell.periodId === periodId)
  const classIds = new Set(
    group.kind === 'class'
      ? [group.classId]
      : model.pupils.filter(({ groupIds }) => groupIds.includes(group.id)).map(({ classId }) => classId),
  )
  for (const rule of model.rules) {
    if (rule.kind === 'teacher-off' && isAmong(rule.cells))
      for (const teacher of slot.teachers) if (rule.userIds.includes(teacher)) report('teacher-off', teacher, where)
    if (rule.kind === 'class-off' && isAmong(rule.cells)) {
      const isAll = rule.gradeIds.length === 0 && rule.classIds.length === 0
      const grades = [group.gradeId, ...[...classIds].map((id) => model.classes.get(id ?? '')?.gradeId ?? '')]
      const isTheirs = grades.some((id) => rule.gradeIds.includes(id)) || rule.classIds.some((id) => classIds.has(id))
      if (isAll || isTheirs) report('class-off', where)
    }
    if (!('subjectIds' in rule) || !rule.subjectIds.includes(group.subjectId)) continue
    if (rule.kind === 'subject-off' && !rule.isSoft && isAmong(rule.cells)) report('subject-off', where)
    if (rule.kind === 'subject-only' && !rule.isSoft && !isAmong(rule.cells)) report('subject-only', where)
  }
  const rooms = model.rules.flatMap((rule) =>
    rule.kind === 'subject-rooms' && rule.subjectIds.includes(group.subjectId) ? rule.roomIds : [],
  )
  // A person may lock a lesson of a special subject elsewhere, but not leave its room open.
  if (rooms.length > 0 && !rooms.includes(slot.roomId ?? '') && !(slot.isLocked && slot.roomId !== null))
    report('subject-rooms', where)
}

/** Nobody and no room is at two lessons at once. */
function checkOverlaps(model: TimetableModel, slots: readonly PlacedSlot[], report: Report) {
  const free = model.pupils.filter(({ groupIds }) => groupIds.length > 0)
  for (const [cell, together] of Map.groupBy(slots, (slot) => `${slot.weekday} ${slot.periodId}`)) {
    reportTwice(
      together.flatMap(({ teachers }) => [...new Set(teachers)]),
      (id) => report('teacher', id, cell),
    )
    reportTwice(
      together.flatMap(({ room }) => room ?? []),
      (id) => report('room', id, cell),
    )
    reportTwice(
      together.flatMap(({ group }) => (group.kind === 'class' ? group.classId! : [])),
      (id) => report('class', id, cell),
    )
    reportTwice(
      together.map(({ groupId }) => groupId),
      (id) => report('group', id, cell),
    )
    const groupIds = new Set(together.map(({ groupId }) => groupId))
    const classIds = new Set(together.map(({ group }) => (group.kind === 'class' ? group.classId : null)))
    for (const { id, classId, groupIds: attended } of free) {
      const own = attended.filter((group) => groupIds.has(group)).length
      if (own + (classId !== null && classIds.has(classId) ? 1 : 0) > 1) report('pupil', id, cell)
    }
  }
}

function reportTwice(ids: readonly string[], report: (id: string) => void) {
  const seen = new Set<string>()
  for (const id of ids) {
    if (seen.has(id)) report(id)
    seen.add(id)
  }
}

/** The limits of a day, counted in one week. */
function checkDays(model: TimetableModel, slots: readonly PlacedSlot[], report: Report) {
  const periodsOfTeacher = new Map<string, Set<string>>()
  const lessonsOfGroup = new Map<string, number>()
  for (const { weekday, periodId, teachers, groupId } of slots) {
    for (const teacher of teachers) {
      const key = `${teacher} ${weekday}`
      periodsOfTeacher.set(key, (periodsOfTeacher.get(key) ?? new Set()).add(periodId))
    }
    const key = `${groupId} ${weekday}`
    lessonsOfGroup.set(key, (lessonsOfGroup.get(key) ?? 0) + 1)
  }
  for (const rule of model.rules) {
    if (rule.kind === 'teacher-daily-most')
      for (const [key, periods] of periodsOfTeacher) {
        const isMeant = rule.userIds.length === 0 || rule.userIds.includes(key.split(' ')[0]!)
        if (isMeant && periods.size > rule.most) report('teacher-daily-most', key, periods.size)
      }
    if (rule.kind === 'subject-daily-most')
      for (const [key, count] of lessonsOfGroup) {
        const { subjectId, label, subjectName } = model.groups.get(key.split(' ')[0]!)!
        if (rule.subjectIds.includes(subjectId) && count > rule.most)
          report('subject-daily-most', label, subjectName, key.split(' ')[1]!, count)
      }
  }
}

/** Nothing is missing: hours, fixed lessons, double lessons, pairs. */
function checkCompleteness(model: TimetableModel, placed: readonly PlacedSlot[], report: Report) {
  const ofGroup = Map.groupBy(placed, ({ groupId }) => groupId)
  for (const group of model.groups.values()) {
    const own = ofGroup.get(group.id) ?? []
    const hours = own.reduce((sum, { weekRule }) => sum + (weekRule === 'odd' || weekRule === 'even' ? 0.5 : 1), 0)
    if (hours !== group.weekHours) report('hours', group.label, group.subjectName, hours, 'of', group.weekHours)
    for (const rule of model.rules) {
      if (rule.kind === 'subject-fixed' && rule.subjectId === group.subjectId) {
        const isMeant = rule.gradeIds.length === 0 || rule.gradeIds.includes(group.gradeId)
        const isThere = own.some((slot) => slot.weekday === rule.cell.weekday && slot.periodId === rule.cell.periodId)
        if (isMeant && !isThere) report('subject-fixed', group.label, group.subjectName)
      }
      if (rule.kind === 'subject-double' && rule.subjectIds.includes(group.subjectId)) {
        const doubles = countDoubles(model, own)
        if (doubles < rule.count) report('subject-double', group.label, group.subjectName, doubles, 'of', rule.count)
      }
      if (rule.kind === 'two-week-pair' && rule.subjectIds[0] === group.subjectId && group.classId !== null)
        checkPair(model, placed, { group, own, otherSubjectId: rule.subjectIds[1] }, report)
    }
  }
}

function countDoubles({ periods }: TimetableModel, own: readonly PlacedSlot[]): number {
  let count = 0
  const left = new Set(own.filter(({ weekRule }) => weekRule === 'every'))
  for (const slot of own.toSorted((a, b) => sortOf(periods, a) - sortOf(periods, b))) {
    const next = [...left].find(
      (one) => one.weekday === slot.weekday && sortOf(periods, one) === sortOf(periods, slot) + 1,
    )
    if (!left.has(slot) || !next || isAcrossNoon(periods, slot.periodId, next.periodId)) continue
    left.delete(slot)
    left.delete(next)
    count++
  }
  return count
}

const sortOf = (periods: TimetableModel['periods'], { periodId }: PlacedSlot) =>
  periods.findIndex(({ id }) => id === periodId)

/** A pause of more than forty minutes. */
function isAcrossNoon(periods: TimetableModel['periods'], one: string, next: string): boolean {
  const end = periods.find(({ id }) => id === one)!.ends
  const begin = periods.find(({ id }) => id === next)!.begins
  const pause = Date.parse(`2000-01-01T${begin.slice(0, 5)}Z`) - Date.parse(`2000-01-01T${end.slice(0, 5)}Z`)
  return pause > 40 * 60_000
}

function checkPair(
  model: TimetableModel,
  placed: readonly PlacedSlot[],
  { group, own, otherSubjectId }: { group: ModelGroup; own: readonly PlacedSlot[]; otherSubjectId: string },
  report: Report,
) {
  const isHalf = ({ weekRule }: Slot) => weekRule === 'odd' || weekRule === 'even'
  const others = placed.filter(
    (slot) => slot.group.classId === group.classId && slot.group.subjectId === otherSubjectId,
  )
  for (const slot of own.filter(isHalf)) {
    const partner = others.find(
      (one) =>
        isHalf(one) && one.weekRule !== slot.weekRule && one.weekday === slot.weekday && one.periodId === slot.periodId,
    )
    const isLocked = slot.isLocked && others.filter(isHalf).every((one) => one.isLocked)
    if (!partner && others.some(isHalf) && !isLocked)
      report('two-week-pair', model.classes.get(group.classId!)?.label ?? group.label, group.subjectName)
  }
}
