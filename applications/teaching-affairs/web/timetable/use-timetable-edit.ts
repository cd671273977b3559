import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useMemo, useRef, useState } from 'react'
import type { CellJudgement, SlotChange, TimetableContent } from '#engines/timetable/contract.ts'
import { Ret } from '#packages/core'
import { CallError, getErrorMessage } from '#packages/web/core/call-error.ts'
import {
  toCellKey,
  type CellKey,
  type CellPosition,
  type Verdict,
} from '#packages/web/desk/timetable-grid/grid-types.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import {
  addStep,
  applyChanges,
  canUndo,
  describeChanges,
  dropStep,
  emptyHistory,
  moveToDone,
  moveToUndone,
  putSlots,
  reverseChanges,
  type EditHistory,
  type EditStep,
} from './edit-steps.ts'
import { changeSlots, contentQuery, judgeQuery } from './timetable-queries.ts'
import { indexContent, placeOf } from './timetable-views.ts'

/** Editing a draft: a change is shown at once, sent in order, and taken back when the server refuses it. */
export function useTimetableEdit(content: TimetableContent) {
  const index = useMemo(() => indexContent(content), [content])
  const [history, setHistory] = useState<EditHistory>(emptyHistory)
  const [heldId, setHeldId] = useState<string>()
  const held = heldId === undefined ? undefined : index.slots.get(heldId)
  const judgements = useJudgements(heldId, content.timetable.version)
  const send = useSentChanges(content.timetable.id, () => setHistory(emptyHistory))
  const toast = useToast()
  const lastId = useRef(0)

  const run = (changes: readonly SlotChange[]) => {
    const step: EditStep = { id: ++lastId.current, title: describeChanges(index, changes), changes }
    setHistory((before) => addStep(before, step))
    send(changes, () => setHistory((before) => dropStep(before, step)))
  }
  const undo = (step: EditStep | undefined) => {
    if (!step) return
    if (!canUndo(index, step)) return toast.error('这节课后来又动过，请先撤销后面的改动')
    setHeldId(undefined)
    setHistory((before) => moveToUndone(before, step))
    send(reverseChanges(step.changes), () => setHistory((before) => moveToDone(before, step)))
  }
  const redo = () => {
    const step = history.undone.at(-1)
    if (!step) return
    setHistory((before) => moveToDone(before, step))
    send(step.changes, () => setHistory((before) => moveToUndone(before, step)))
  }
  const place = (to: CellPosition) => {
    const judgement = judgements?.find((one) => toCellKey(one) === toCellKey(to))
    if (!held || !judgement) return
    const other = judgement.swapSlotId === null ? undefined : index.slots.get(judgement.swapSlotId)
    const from = placeOf(held)
    setHeldId(undefined)
    run([
      { slotId: held.id, from, to: toCell(to) },
      ...(other ? [{ slotId: other.id, from: placeOf(other), to: from }] : []),
    ])
  }
  const unplace = () => {
    const from = held && placeOf(held)
    setHeldId(undefined)
    if (held && from) run([{ slotId: held.id, from, to: null }])
  }
  const toggleLock = (slotId: string) => {
    const slot = index.slots.get(slotId)
    const at = slot && placeOf(slot)
    if (slot && at) run([{ slotId, from: at, to: at, isLocked: !slot.isLocked }])
  }
  return {
    index,
    held,
    judgements,
    verdicts: useMemo(() => judgements && toVerdicts(judgements), [judgements]),
    history,
    pick: (slotId: string) => setHeldId(slotId),
    putBack: () => setHeldId(undefined),
    place,
    unplace,
    toggleLock,
    undo,
    undoLast: () => undo(history.done.at(-1)),
    redo,
  }
}

export type TimetableEdit = ReturnType<typeof useTimetableEdit>

const toCell = ({ weekday, periodId }: CellPosition) => ({ weekday, periodId })

/** Where the held lesson may go, as the server sees it; undefined until it has answered. */
function useJudgements(heldId: string | undefined, version: number) {
  const toast = useToast()
  const query = judgeQuery(heldId ?? '', version)
  const { data } = useQuery({
    queryKey: query.queryKey,
    enabled: heldId !== undefined,
    gcTime: 0,
    queryFn: async (context) => {
      try {
        return await query.queryFn(context)
      } catch (error) {
        if (!context.signal.aborted) toast.error(getErrorMessage(error))
        throw error
      }
    },
  })
  return heldId === undefined ? undefined : data
}

function toVerdicts(judgements: readonly CellJudgement[]): ReadonlyMap<CellKey, Verdict> {
  return new Map(
    judgements.flatMap(({ state, text, detail, ...cell }) =>
      state === 'held' ? [] : [[toCellKey(cell), { state, text, detail }] as const],
    ),
  )
}

/**
 * Sends changes one after another. After a refusal the version is read again and the changes that wait are dropped,
 * because they were made on what was never stored.
 */
function useSentChanges(id: string, onChangedByOthers: () => void) {
  const client = useQueryClient()
  const toast = useToast()
  const queue = useRef({ last: Promise.resolve(), waiting: 0, round: 0 })
  const { queryKey } = contentQuery(id)
  const update = (change: (content: TimetableContent) => TimetableContent) =>
    client.setQueryData<TimetableContent>(queryKey, (before) => before && change(before))

  const fail = async (error: unknown, takeBack: () => void) => {
    queue.current.round++
    takeBack()
    const isChangedByOthers = error instanceof CallError && error.ret === Ret.changedByOthers
    toast.error(isChangedByOthers ? '别人改过这份课表，已重新加载' : getErrorMessage(error))
    if (isChangedByOthers) onChangedByOthers()
    await client.invalidateQueries({ queryKey })
  }
  return (changes: readonly SlotChange[], takeBack: () => void) => {
    const state = queue.current
    const { round } = state
    update((content) => applyChanges(content, changes))
    state.waiting++
    const work = async () => {
      try {
        if (round !== state.round) return takeBack()
        const { version, slots } = await changeSlots(id, changes)
        // Later changes of the same lessons are already shown.
        update((content) => putSlots(content, state.waiting > 1 ? [] : slots, version))
      } catch (error) {
        await fail(error, takeBack)
      } finally {
        state.waiting--
      }
    }
    state.last = state.last.then(work)
  }
}
