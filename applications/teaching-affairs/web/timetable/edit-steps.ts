import type { Slot, SlotChange, TimetableContent } from '#engines/timetable/contract.ts'
import { formatPlace, nameSlot, placeOf, type TimetableIndex } from './timetable-views.ts'

/** One act of the user: it is sent, undone and done again as a whole. */
export interface EditStep {
  id: number
  title: string
  changes: readonly SlotChange[]
}

/** The acts since the version was opened. */
export interface EditHistory {
  done: readonly EditStep[]
  /** The last one is done again first. */
  undone: readonly EditStep[]
}

export const emptyHistory: EditHistory = { done: [], undone: [] }

const isSamePlace = (one: SlotChange['to'], other: SlotChange['to']) =>
  one?.weekday === other?.weekday && one?.periodId === other?.periodId

/** The changes that take an act back, the last one first. */
export const reverseChanges = (changes: readonly SlotChange[]): SlotChange[] =>
  changes
    .map(({ slotId, from, to, isLocked }) => ({
      slotId,
      from: to,
      to: from,
      ...(isLocked !== undefined && { isLocked: !isLocked }),
    }))
    .reverse()

/** The version as it is after the changes, before the server has answered. */
export function applyChanges(content: TimetableContent, changes: readonly SlotChange[]): TimetableContent {
  const bySlot = new Map<string, SlotChange>(changes.map((change) => [change.slotId, change]))
  return withSlots(
    content,
    content.slots.map((slot) => {
      const change = bySlot.get(slot.id)
      return change ? applyChange(slot, change) : slot
    }),
  )
}

const applyChange = (slot: Slot, { to, isLocked, roomId }: SlotChange): Slot => ({
  ...slot,
  weekday: to?.weekday ?? null,
  periodId: to?.periodId ?? null,
  ...(isLocked !== undefined && { isLocked }),
  ...(roomId !== undefined && { roomId }),
})

/** The lessons as the server has stored them. */
export function putSlots(content: TimetableContent, slots: readonly Slot[], version: number): TimetableContent {
  const bySlot = new Map(slots.map((slot) => [slot.id, slot]))
  const after = withSlots(
    content,
    content.slots.map((slot) => bySlot.get(slot.id) ?? slot),
  )
  // A changed draft is no longer checked.
  const status = after.timetable.status === 'checked' ? 'draft' : after.timetable.status
  return { ...after, timetable: { ...after.timetable, version, status } }
}

const withSlots = (content: TimetableContent, slots: Slot[]): TimetableContent => ({
  ...content,
  timetable: { ...content.timetable, unplaced: slots.filter((slot) => !placeOf(slot)).length },
  slots,
})

/** Whether every lesson of an act is still where the act left it; otherwise a later act must be undone first. */
export const canUndo = ({ slots }: TimetableIndex, { changes }: EditStep) =>
  changes.every(({ slotId, to, isLocked }) => {
    const slot = slots.get(slotId)
    return slot && isSamePlace(placeOf(slot), to) && (isLocked === undefined || slot.isLocked === isLocked)
  })

const without = (steps: readonly EditStep[], id: number) => steps.filter((step) => step.id !== id)

export const addStep = ({ done }: EditHistory, step: EditStep): EditHistory => ({ done: [...done, step], undone: [] })

export const moveToUndone = ({ done, undone }: EditHistory, step: EditStep): EditHistory => ({
  done: without(done, step.id),
  undone: [...undone, step],
})

export const moveToDone = ({ done, undone }: EditHistory, step: EditStep): EditHistory => ({
  done: [...done, step],
  undone: without(undone, step.id),
})

export const dropStep = ({ done, undone }: EditHistory, { id }: EditStep): EditHistory => ({
  done: without(done, id),
  undone: without(undone, id),
})

/** 七(1)班 数学：周二 第3节 → 周三 第1节, with ↔ for two lessons that change places. */
export function describeChanges(index: TimetableIndex, changes: readonly SlotChange[]): string {
  const [first, second] = changes
  if (!first) return ''
  const name = nameSlot(index, first.slotId)
  if (first.isLocked !== undefined) return `${name} ${formatPlace(index, first.to)} ${first.isLocked ? '加锁' : '解锁'}`
  if (second) return `${name} ${formatPlace(index, first.from)} ↔ ${formatPlace(index, first.to)}`
  return `${name} ${formatPlace(index, first.from)} → ${formatPlace(index, first.to)}`
}
