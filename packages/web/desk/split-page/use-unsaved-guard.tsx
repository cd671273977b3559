import { use, useCallback, useRef, useState, type ReactNode } from 'react'
import { UNSAFE_DataRouterContext as DataRouterContext, useBlocker } from 'react-router'
import { LeaveDialog } from '../form/leave-dialog.tsx'
import { PaneUnsavedContext, type MarkUnsaved } from '../unsaved-changes.ts'

export interface UnsavedGuard {
  /** Goes to another record of the page, or asks first if there are unsaved changes. */
  leave: (go: () => void) => void
  mark: MarkUnsaved
  hasUnsaved: () => boolean
  /** Whether the page itself is going to another record: `leave` has asked already. */
  isLeaving: () => boolean
  question: ReactNode
}

/** Guards the records that a page opens one after another. Its panes call `useUnsaved`, inside `GuardedPanes`. */
export function useUnsavedGuard(): UnsavedGuard {
  const unsavedIds = useRef(new Set<string>())
  const [next, setNext] = useState<{ go: () => void }>()
  const mark = useCallback<MarkUnsaved>((id, isDirty) => {
    if (isDirty) unsavedIds.current.add(id)
    else unsavedIds.current.delete(id)
  }, [])
  const hasUnsaved = useCallback(() => unsavedIds.current.size > 0, [])
  const leaving = useRef(false)
  const isLeaving = useCallback(() => leaving.current, [])
  const goOn = (go: () => void) => {
    leaving.current = true
    go()
    leaving.current = false
  }
  const leave = (go: () => void) => (hasUnsaved() ? setNext({ go }) : goOn(go))
  const question = next && (
    <LeaveDialog
      hasDraft={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        goOn(next.go)
      }}
    />
  )
  return { leave, mark, hasUnsaved, isLeaving, question }
}

/** The panes of a page whose changes its guard watches, and the question of the guard. */
export function GuardedPanes({ guard, children }: { guard: UnsavedGuard; children: ReactNode }) {
  const { mark, question } = guard
  return (
    <PaneUnsavedContext value={mark}>
      {children}
      {question}
      {/* A part of a page in a test may have a router that cannot hold a navigation back. */}
      {use(DataRouterContext) && <NavigationGuard guard={guard} />}
    </PaneUnsavedContext>
  )
}

/**
 * Asks when the back button of the browser or a link would open another record of this page. Another page needs no
 * question: this one stays behind it as it is. A replaced address is a part of the record, for example its tab.
 */
function NavigationGuard({ guard: { hasUnsaved, isLeaving } }: { guard: UnsavedGuard }) {
  const blocker = useBlocker(
    ({ currentLocation, nextLocation, historyAction }) =>
      historyAction !== 'REPLACE' &&
      currentLocation.pathname === nextLocation.pathname &&
      currentLocation.search !== nextLocation.search &&
      hasUnsaved() &&
      !isLeaving(),
  )
  if (blocker.state !== 'blocked') return null
  const { reset, proceed } = blocker
  return <LeaveDialog hasDraft={false} onStay={reset} onLeave={reset} onDiscard={proceed} />
}
