import { describe, expect, it } from 'vitest'
import type { SlotChange } from '#engines/timetable/contract.ts'
import { contentOf, ids, slotOf, versionOf } from '../timetable.fixture.ts'
import {
  addStep,
  applyChanges,
  canUndo,
  describeChanges,
  emptyHistory,
  moveToDone,
  moveToUndone,
  putSlots,
  reverseChanges,
  type EditStep,
} from './edit-steps.ts'
import { indexContent, placeOf } from './timetable-views.ts'

const monday = { weekday: 1, periodId: ids.one }
const tuesday = { weekday: 2, periodId: ids.two }
const wednesday = { weekday: 3, periodId: ids.one }
const swap: SlotChange[] = [
  { slotId: ids.mondayMaths, from: monday, to: tuesday },
  { slotId: ids.tuesdayEnglish, from: tuesday, to: monday },
]
const placed: SlotChange[] = [{ slotId: ids.waitingMaths, from: null, to: wednesday }]
const stepOf = (id: number, changes: SlotChange[]): EditStep => ({ id, title: '', changes })
const content = contentOf()
const placeAfter = (changes: SlotChange[], slotId: string) =>
  placeOf(applyChanges(content, changes).slots.find(({ id }) => id === slotId)!)

describe('changes of a timetable', () => {
  it('are shown before the server answers, with the lessons that still wait', () => {
    expect(placeAfter(swap, ids.mondayMaths)).toEqual(tuesday)
    expect(placeAfter(swap, ids.tuesdayEnglish)).toEqual(monday)
    expect(applyChanges(content, placed).timetable.unplaced).toBe(0)
  })

  it('are the opposite ones when they are taken back', () => {
    expect(applyChanges(applyChanges(content, swap), reverseChanges(swap))).toEqual(content)
    expect(applyChanges(applyChanges(content, placed), reverseChanges(placed))).toEqual(content)
    const lock: SlotChange[] = [{ slotId: ids.mondayMaths, from: monday, to: monday, isLocked: true }]
    expect(applyChanges(applyChanges(content, lock), reverseChanges(lock))).toEqual(content)
  })

  it('are replaced by what the server has stored, and the version is no longer checked', () => {
    const checked = contentOf({ timetable: versionOf({ status: 'checked' }) })
    const stored = slotOf({ id: ids.waitingMaths, groupId: ids.maths1, ...wednesday, roomId: ids.room })
    const after = putSlots(checked, [stored], 4)
    expect(after.timetable).toMatchObject({ version: 4, status: 'draft', unplaced: 0 })
    expect(after.slots.find(({ id }) => id === ids.waitingMaths)).toEqual(stored)
  })

  it('are described in one line', () => {
    const index = indexContent(content)
    expect(describeChanges(index, swap)).toBe('七(1)班 数学 周一 第1节 ↔ 周二 第2节')
    expect(describeChanges(index, placed)).toBe('七(1)班 数学 待排 → 周三 第1节')
    expect(describeChanges(index, [{ slotId: ids.mondayMaths, from: monday, to: monday, isLocked: true }])).toBe(
      '七(1)班 数学 周一 第1节 加锁',
    )
  })
})

describe('the history', () => {
  it('undoes any act whose lessons have not moved since', () => {
    const after = indexContent(applyChanges(applyChanges(content, swap), placed))
    expect(canUndo(after, stepOf(1, swap))).toBe(true)
    const moved = applyChanges(after.content, [{ slotId: ids.mondayMaths, from: tuesday, to: null }])
    expect(canUndo(indexContent(moved), stepOf(1, swap))).toBe(false)
    expect(canUndo(indexContent(moved), stepOf(2, placed))).toBe(true)
  })

  it('does again what was undone, until something new is done', () => {
    const [first, second] = [stepOf(1, swap), stepOf(2, placed)]
    const done = addStep(addStep(emptyHistory, first), second)
    const undone = moveToUndone(done, first)
    expect(undone).toEqual({ done: [second], undone: [first] })
    expect(moveToDone(undone, first)).toEqual({ done: [second, first], undone: [] })
    expect(addStep(undone, stepOf(3, [])).undone).toEqual([])
  })
})
