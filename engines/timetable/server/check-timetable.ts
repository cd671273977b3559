import type { TimetableProblem } from '../contract.ts'
import { findObstacle } from './find-obstacle.ts'
import { countBrokenPreferences } from './judge-cells.ts'
import type { ModelSlot } from './model.ts'
import { getCell, nameWeekday, type TimetableIndex } from './timetable-index.ts'

/** Subjects in a row that tire; more of one subject in a row is a warning. */
const mostInRow = 2

/** Conflicts and unmet wishes of a version. A conflict of two lessons is told once. */
export function checkTimetable(index: TimetableIndex): TimetableProblem[] {
  const hard = new Map<string, TimetableProblem>()
  const soft: TimetableProblem[] = []
  for (const slot of index.listSlots()) {
    const cell = getCell(slot)
    if (!cell) continue
    const obstacle = findObstacle(index, slot, cell)
    if (obstacle) {
      const slotIds = [slot.id, ...(obstacle.slotId ? [obstacle.slotId] : [])]
      const key = `${obstacle.code} ${slotIds.toSorted().join(' ')}`
      if (!hard.has(key))
        hard.set(key, {
          level: 'hard',
          code: obstacle.code,
          message: `${index.nameSlot(slot)}（${index.nameCell(cell)}）：${obstacle.detail}`,
          slotIds,
        })
    }
    if (countBrokenPreferences(index, slot, cell, new Set([slot.id])) >= 2)
      soft.push({
        level: 'soft',
        code: 'wish',
        message: `${index.nameSlot(slot)}（${index.nameCell(cell)}）排在了尽量不排的节次`,
        slotIds: [slot.id],
      })
  }
  return [...hard.values(), ...listUnplaced(index), ...listWithoutTeacher(index), ...soft, ...listLongRows(index)]
}

function listUnplaced(index: TimetableIndex): TimetableProblem[] {
  const waiting = Map.groupBy(
    [...index.listSlots()].filter(({ weekday }) => weekday === null),
    ({ groupId }) => groupId,
  )
  return [...waiting.values()].map((slots) => ({
    level: 'soft' as const,
    code: 'unplaced',
    message: `${index.nameSlot(slots[0]!)}还有${slots.length}节待排`,
    slotIds: slots.map(({ id }) => id),
  }))
}

function listWithoutTeacher(index: TimetableIndex): TimetableProblem[] {
  const open = Map.groupBy(
    [...index.listSlots()].filter((slot) => index.teachersOf(slot).length === 0),
    ({ groupId }) => groupId,
  )
  return [...open.values()].map((slots) => ({
    level: 'soft' as const,
    code: 'no-teacher',
    message: `${index.nameSlot(slots[0]!)}还没有任课教师`,
    slotIds: slots.map(({ id }) => id),
  }))
}

/** 主科连排3节: more than two lessons of one group in a row. */
function listLongRows(index: TimetableIndex): TimetableProblem[] {
  const problems: TimetableProblem[] = []
  for (const weekday of index.model.weekdays) {
    const rows = new Map<string, ModelSlot[]>()
    for (const { id: periodId } of index.model.periods) {
      const there = index.listAt({ weekday, periodId })
      for (const [groupId, row] of rows)
        if (!there.some((slot) => slot.groupId === groupId)) {
          report(row)
          rows.delete(groupId)
        }
      for (const slot of there) rows.set(slot.groupId, [...(rows.get(slot.groupId) ?? []), slot])
    }
    for (const row of rows.values()) report(row)

    function report(row: readonly ModelSlot[]) {
      if (row.length <= mostInRow) return
      problems.push({
        level: 'soft',
        code: 'row',
        message: `${index.nameSlot(row[0]!)}${nameWeekday(weekday)}连排${row.length}节`,
        slotIds: row.map(({ id }) => id),
      })
    }
  }
  return problems
}
