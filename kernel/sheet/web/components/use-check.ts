import { useLayoutEffect, useRef, useState } from 'react'
import type { GridHandle } from '#packages/web/desk/sheet-grid/sheet-grid.tsx'
import type { BatchSummary } from '../../contract.ts'
import { hasGroup, useCheckView, getNextView, createKindView, type CheckView } from './check-view.ts'
import type { ImportStepProps } from './step-props.ts'
import { useRepairs } from './use-repairs.ts'

const isSame = (one: CheckView, other: CheckView) => getPaneKey(one) === getPaneKey(other)
/** The key of a set of rows. */
export const getPaneKey = ({ kind, state, isAll, page }: CheckView) => [kind, state, isAll, page].join()

export interface CheckProps extends Pick<ImportStepProps, 'batch' | 'facts'> {
  summary: BatchSummary
  check: CheckState
}

/** The current view and all actions on its rows. */
export function useCheck(id: string, summary: BatchSummary) {
  const [view, setView] = useCheckView(summary)
  const grid = useRef<GridHandle>(null)
  /** Whether the keyboard user continues in the next group's grid. */
  const [isEager, setEager] = useState(false)
  const show = (next: CheckView, eager = false) => {
    if (next.kind !== view.kind || next.state !== view.state) repairs.forgetKept()
    setEager(eager)
    setView(next)
  }
  /** In the grid, or at a button that disappears with its action: then the focus moves to the grid. */
  const isAtWork = () => {
    const { activeElement, body } = document
    return activeElement === body || activeElement?.closest('[role=grid], [data-goes-on]') !== null
  }
  const latest = useRef(view)
  useLayoutEffect(() => {
    latest.current = view
  }, [view])
  const repairs = useRepairs(id, {
    kind: view.kind,
    onDone: (after) => {
      // Does nothing if the user has moved to another view since.
      if (view.kind === null || view.kind !== latest.current.kind || hasGroup(after, view.kind)) return
      show(getNextView(summary, after, view.kind), isAtWork())
    },
    onBack: (kind, after) => {
      if (kind !== null && kind !== view.kind && hasGroup(after, kind)) show(createKindView(kind), isAtWork())
    },
  })
  /** Moves to the next group, from the last one to the first. Returns false when there is no other. */
  const goToNextGroup = () => {
    const { groups } = summary
    const at = groups.findIndex(({ kind }) => kind === view.kind)
    const next = view.isAll ? groups[Math.max(0, at)] : (groups[at + 1] ?? groups[0])
    if (!next || isSame(createKindView(next.kind), view)) return false
    show(createKindView(next.kind), true)
    return true
  }
  return { view, grid, isEager, repairs, goToNextGroup, show }
}
export type CheckState = ReturnType<typeof useCheck>
