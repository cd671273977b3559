import { useLayoutEffect, useRef, useState } from 'react'
import type { GridHandle } from '#packages/web/desk/sheet-grid/sheet-grid.tsx'
import type { BatchSummary } from '../../contract.ts'
import { hasGroup, useView, getNextView, createKindView, type CheckView } from './check-view.ts'
import type { StepProps } from './step-props.ts'
import { useRepairs } from './use-repairs.ts'

const isSame = (one: CheckView, other: CheckView) => getPaneKey(one) === getPaneKey(other)
/** Another set of rows has another. */
export const getPaneKey = ({ kind, state, isAll, page }: CheckView) => [kind, state, isAll, page].join()

export interface CheckProps extends Pick<StepProps, 'batch' | 'facts'> {
  summary: BatchSummary
  check: CheckState
}

/** What is looked at, and all that can be done to it. */
export function useCheck(id: string, summary: BatchSummary) {
  const [view, setView] = useView(summary)
  const grid = useRef<GridHandle>(null)
  /** Whoever works with the keys goes on with them in the next group. */
  const [isEager, setEager] = useState(false)
  const show = (next: CheckView, eager = false) => {
    if (next.kind !== view.kind || next.state !== view.state) repairs.forgetKept()
    setEager(eager)
    setView(next)
  }
  /** In the grid, or at a button that goes away with what it did: the work goes on in the grid. */
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
      // Whoever has gone elsewhere meanwhile stays there.
      if (view.kind === null || view.kind !== latest.current.kind || hasGroup(after, view.kind)) return
      show(getNextView(summary, after, view.kind), isAtWork())
    },
    onBack: (kind, after) => {
      if (kind !== null && kind !== view.kind && hasGroup(after, kind)) show(createKindView(kind), isAtWork())
    },
  })
  /** Behind the last problem of these rows: the next group, and behind the last of them the first. False: there is no other. */
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
