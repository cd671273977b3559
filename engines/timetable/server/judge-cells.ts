import type { CellJudgement } from '../contract.ts'
import { findObstacle } from './find-obstacle.ts'
import type { Cell, ModelSlot } from './model.ts'
import { getCell, toCellKey, type TimetableIndex } from './timetable-index.ts'
import { shareWeeks } from './week-rules.ts'

/** Judges every cell of the week for one lesson: free, an exchange, or the reason against it. */
export function judgeCells(index: TimetableIndex, slot: ModelSlot): CellJudgement[] {
  return index.model.weekdays.flatMap((weekday) =>
    index.model.periods.map(({ id }) => judgeCell(index, slot, { weekday, periodId: id })),
  )
}

const noSwap = { swapSlotId: null, cost: 0 }

function judgeCell(index: TimetableIndex, slot: ModelSlot, cell: Cell): CellJudgement {
  const own = getCell(slot)
  if (own && toCellKey(own) === toCellKey(cell))
    return { ...cell, state: 'held', text: '已拿起，Esc 放回', detail: `${index.nameSlot(slot)}现在在这里`, ...noSwap }
  const occupants = listOccupants(index, slot, cell)
  if (occupants.length === 0) return judgeFreeCell(index, slot, cell)
  const [other] = occupants as [ModelSlot]
  if (occupants.length === 1 && other.groupId === slot.groupId)
    return { ...cell, state: 'same', text: '同一科目', detail: `这里也是${index.nameSlot(other)}`, ...noSwap }
  return judgeExchange(index, slot, cell, occupants)
}

/** Lessons of the same pupils in a cell. */
const listOccupants = (index: TimetableIndex, slot: ModelSlot, cell: Cell) =>
  index
    .listAt(cell)
    .filter(
      (other) =>
        other.id !== slot.id &&
        shareWeeks(other, slot) &&
        index.listSharedPupils(index.groupOf(slot), index.groupOf(other)).length > 0,
    )

function judgeFreeCell(index: TimetableIndex, slot: ModelSlot, cell: Cell): CellJudgement {
  const obstacle = findObstacle(index, slot, cell)
  if (obstacle) return { ...cell, state: 'blocked', text: obstacle.text, detail: obstacle.detail, ...noSwap }
  const detail = `${index.nameCell(cell)}空课，可直接放入`
  return { ...cell, state: 'free', text: '可直接放入', detail, swapSlotId: null, cost: costOf(index, slot, cell, 1) }
}

/** One lesson may change places if both fit where the other was. */
function judgeExchange(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  occupants: readonly ModelSlot[],
): CellJudgement {
  const blocked = (text: string, detail: string): CellJudgement => ({
    ...cell,
    state: 'blocked',
    text,
    detail,
    ...noSwap,
  })
  const other = occupants[0]!
  const without = new Set([slot.id, other.id])
  const mine = findObstacle(index, slot, cell, without)
  if (mine) return blocked(mine.text, mine.detail)
  const name = index.nameSlot(other)
  if (occupants.length > 1)
    return blocked('有多节课', `这里有${occupants.map((one) => index.nameSlot(one)).join('、')}`)
  if (other.isLocked) return blocked('已锁定', `${name}已锁定，解锁后才能互换`)
  const own = getCell(slot)
  if (!own) return blocked(`已有${index.groupOf(other).subjectName}`, `${index.nameCell(cell)}已有${name}，请先移走`)
  const theirs = findObstacle(index, other, own, without)
  if (theirs) return blocked(theirs.text, `不能与${name}互换：${theirs.detail}`)
  return {
    ...cell,
    state: 'swap',
    text: '可互换',
    detail: `与${name}互换`,
    swapSlotId: other.id,
    cost: costOf(index, slot, cell, 2) + countBrokenPreferences(index, other, own, without),
  }
}

/** A lesson in morning reading or evening study is possible, but not recommended before all others. */
const costOfOtherPeriod = 10

const costOf = (index: TimetableIndex, slot: ModelSlot, cell: Cell, people: number) =>
  people +
  (index.periods.get(cell.periodId)?.kind === 'lesson' ? 0 : costOfOtherPeriod) +
  countBrokenPreferences(index, slot, cell, new Set([slot.id]))

/** How many wishes a lesson would break in a cell: soft rules, and the same subject twice on a day. */
export function countBrokenPreferences(
  index: TimetableIndex,
  slot: ModelSlot,
  cell: Cell,
  without: ReadonlySet<string>,
) {
  const { subjectId, id } = index.groupOf(slot)
  const key = toCellKey(cell)
  const isThere = (cells: readonly Cell[]) => cells.some((one) => toCellKey(one) === key)
  const off = index
    .rulesOf('subject-off')
    .filter(({ isSoft, subjectIds, cells }) => isSoft && subjectIds.includes(subjectId) && isThere(cells)).length
  const only = index
    .rulesOf('subject-only')
    .filter(({ isSoft, subjectIds, cells }) => isSoft && subjectIds.includes(subjectId) && !isThere(cells)).length
  const sameDay = index.listOnDay(cell.weekday).filter((one) => one.groupId === id && !without.has(one.id)).length
  return 2 * (off + only) + sameDay
}
