import type { Cell, ModelGroup, ModelSlot } from './model.ts'
import { toCellKey, type RuleOf, type TimetableIndex } from './timetable-index.ts'
import { shareWeeks } from './week-rules.ts'

/** Why a lesson may not be in a cell. */
export interface Obstacle {
  code: 'class' | 'pupil' | 'teacher' | 'room' | 'class-off' | 'teacher-off' | 'subject' | 'fixed' | 'daily' | 'locked'
  /** Short, for a cell: 陈国栋在八(1)班. */
  text: string
  detail: string
  /** The lesson that is in the way. */
  slotId?: string
}

const has = (cells: readonly Cell[], cell: Cell) => cells.some((one) => toCellKey(one) === toCellKey(cell))

const concerns = ({ gradeIds, classIds }: Pick<RuleOf<'class-off'>, 'gradeIds' | 'classIds'>, group: ModelGroup) =>
  (gradeIds.length === 0 && classIds.length === 0) ||
  gradeIds.includes(group.gradeId) ||
  (group.classId !== null && classIds.includes(group.classId))

/** The first hard reason against a lesson in a cell; the lessons of `without` count as taken away. */
export function findObstacle(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  without: ReadonlySet<string> = new Set([slot.id]),
): Obstacle | undefined {
  const there = index.listAt(cell).filter((other) => !without.has(other.id) && shareWeeks(other, slot))
  return (
    findRuleObstacle(index, slot, cell) ??
    findTeacherObstacle(index, slot, cell, there) ??
    findPupilObstacle(index, slot, cell, there) ??
    findRoomObstacle(index, slot, cell, there) ??
    findDailyObstacle(index, slot, cell, without)
  )
}

function findRuleObstacle(index: TimetableIndex, slot: ModelSlot, cell: Cell): Obstacle | undefined {
  const group = index.groupOf(slot)
  const at = index.nameCell(cell)
  if (index.rulesOf('class-off').some((rule) => has(rule.cells, cell) && concerns(rule, group)))
    return { code: 'class-off', text: '该节不排课', detail: `${at}${group.label}不排课` }
  const isSubject = ({ subjectIds, isSoft }: RuleOf<'subject-off' | 'subject-only'>) =>
    !isSoft && subjectIds.includes(group.subjectId)
  if (index.rulesOf('subject-off').some((rule) => isSubject(rule) && has(rule.cells, cell)))
    return { code: 'subject', text: `${group.subjectName}不排此节`, detail: `${group.subjectName}不排在${at}` }
  if (index.rulesOf('subject-only').some((rule) => isSubject(rule) && !has(rule.cells, cell)))
    return { code: 'subject', text: `${group.subjectName}不排此节`, detail: `${group.subjectName}只排在指定的节次` }
  return findFixedObstacle(index, group, cell)
}

/** A fixed time is kept free for its subject; the subject has no other time while its hours are used up by it. */
function findFixedObstacle(index: TimetableIndex, group: ModelGroup, cell: Cell): Obstacle | undefined {
  const rules = index.rulesOf('subject-fixed').filter((rule) => isForGrade(rule, group))
  const mine = rules.filter(({ subjectId }) => subjectId === group.subjectId)
  const isMine = mine.some((rule) => toCellKey(rule.cell) === toCellKey(cell))
  if (mine.length > 0 && mine.length >= group.weekHours && !isMine)
    return {
      code: 'fixed',
      text: `${group.subjectName}时间固定`,
      detail: `${group.subjectName}固定在${mine.map((rule) => index.nameCell(rule.cell)).join('、')}`,
    }
  const other = rules.find(
    (rule) =>
      rule.subjectId !== group.subjectId && toCellKey(rule.cell) === toCellKey(cell) && isTaught(index, rule, group),
  )
  if (!other) return undefined
  const name = nameSubject(index, other.subjectId)
  return { code: 'fixed', text: `${name}固定时间`, detail: `${index.nameCell(cell)}固定为${name}` }
}

const isForGrade = ({ gradeIds }: RuleOf<'subject-fixed'>, group: ModelGroup) =>
  gradeIds.length === 0 || gradeIds.includes(group.gradeId)

/** Whether the class of a group is taught the fixed subject at all. */
const isTaught = (index: TimetableIndex, { subjectId }: RuleOf<'subject-fixed'>, group: ModelGroup) =>
  index.model.groups.values().some((other) => other.subjectId === subjectId && other.classId === group.classId)

const nameSubject = (index: TimetableIndex, subjectId: string) =>
  index.model.groups.values().find((group) => group.subjectId === subjectId)?.subjectName ?? '其他课'

function findTeacherObstacle(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  there: readonly ModelSlot[],
): Obstacle | undefined {
  const at = index.nameCell(cell)
  for (const userId of index.teachersOf(slot)) {
    const name = index.nameTeacher(userId)
    if (index.rulesOf('teacher-off').some(({ userIds, cells }) => userIds.includes(userId) && has(cells, cell)))
      return { code: 'teacher-off', text: `${name}不排此节`, detail: `${name}${at}不排课（教研或不在校）` }
    const other = there.find((one) => index.teachersOf(one).includes(userId))
    if (!other) continue
    const { kind, label } = index.groupOf(other)
    return {
      code: 'teacher',
      text: kind === 'free' ? `${name}有${label}` : `${name}在${label}`,
      detail: `${name}${at}有${index.nameSlot(other)}课`,
      slotId: other.id,
    }
  }
  return undefined
}

function findPupilObstacle(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  there: readonly ModelSlot[],
): Obstacle | undefined {
  const group = index.groupOf(slot)
  for (const other of there) {
    const otherGroup = index.groupOf(other)
    const shared = index.listSharedPupils(group, otherGroup)
    if (shared.length === 0) continue
    const at = index.nameCell(cell)
    if (group.kind === 'class' && otherGroup.kind === 'class')
      return {
        code: 'class',
        text: `已有${otherGroup.subjectName}`,
        detail: `${group.label}${at}已有${otherGroup.subjectName}课`,
        slotId: other.id,
      }
    const some = shared.slice(0, 3).join('、')
    return {
      code: 'pupil',
      text: `${shared.length}名学生冲突`,
      detail: `${some}${shared.length > 3 ? `等${shared.length}名学生` : ''}${at}要上${index.nameSlot(other)}`,
      slotId: other.id,
    }
  }
  return undefined
}

/** The rooms that the subject of a lesson needs; empty when any room will do. */
export const listSubjectRooms = (index: TimetableIndex, slot: ModelSlot): readonly string[] =>
  index.rulesOf('subject-rooms').find(({ subjectIds }) => subjectIds.includes(index.groupOf(slot).subjectId))
    ?.roomIds ?? []

/** The rooms that other lessons use in a cell. */
function listRoomsInUse(index: TimetableIndex, there: readonly ModelSlot[]): Map<string, ModelSlot> {
  return new Map(
    there.flatMap((other) => {
      const roomId = index.roomOf(other)
      return roomId === null ? [] : [[roomId, other] as const]
    }),
  )
}

/** The room for a lesson in a cell: its own if it is free, else a free one of the subject; null without a need. */
export function chooseRoom(index: TimetableIndex, slot: ModelSlot, cell: Cell, without: ReadonlySet<string>) {
  const needed = listSubjectRooms(index, slot)
  if (needed.length === 0) return slot.roomId
  const there = index.listAt(cell).filter((other) => !without.has(other.id) && shareWeeks(other, slot))
  const used = listRoomsInUse(index, there)
  const wanted = slot.roomId === null ? needed : [slot.roomId, ...needed]
  return wanted.find((roomId) => needed.includes(roomId) && !used.has(roomId)) ?? slot.roomId
}

function findRoomObstacle(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  there: readonly ModelSlot[],
): Obstacle | undefined {
  const used = listRoomsInUse(index, there)
  const needed = listSubjectRooms(index, slot)
  if (needed.some((roomId) => !used.has(roomId))) return undefined
  const at = index.nameCell(cell)
  if (needed.length > 0) {
    const names = needed.map((roomId) => index.nameRoom(roomId)).join('、')
    return {
      code: 'room',
      text: `${index.nameRoom(needed[0]!)}占用`,
      detail: `${at}${names}都有课`,
      slotId: used.get(needed[0]!)!.id,
    }
  }
  const roomId = index.roomOf(slot)
  const other = roomId === null ? undefined : used.get(roomId)
  if (!roomId || !other) return undefined
  const name = index.nameRoom(roomId)
  return { code: 'room', text: `${name}占用`, detail: `${at}${name}有${index.nameSlot(other)}课`, slotId: other.id }
}

function findDailyObstacle(
  index: TimetableIndex,
  slot: ModelSlot,
  { weekday }: Cell,
  without: ReadonlySet<string>,
): Obstacle | undefined {
  const onDay = index.listOnDay(weekday).filter((other) => !without.has(other.id) && shareWeeks(other, slot))
  const group = index.groupOf(slot)
  for (const { most, subjectIds } of index.rulesOf('subject-daily-most')) {
    if (!subjectIds.includes(group.subjectId)) continue
    const count = onDay.filter(({ groupId }) => groupId === group.id).length
    if (count >= most)
      return {
        code: 'daily',
        text: `当天已有${count}节`,
        detail: `${group.label}当天已有${count}节${group.subjectName}，最多${most}节`,
      }
  }
  for (const { most, userIds } of index.rulesOf('teacher-daily-most'))
    for (const userId of index.teachersOf(slot)) {
      if (userIds.length > 0 && !userIds.includes(userId)) continue
      const count = onDay.filter((other) => index.teachersOf(other).includes(userId)).length
      if (count < most) continue
      const name = index.nameTeacher(userId)
      return { code: 'daily', text: `${name}已满${most}节`, detail: `${name}当天已有${count}节，每天最多${most}节` }
    }
  return undefined
}
