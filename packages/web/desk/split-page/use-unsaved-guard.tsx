import { useCallback, useRef, useState, type ReactNode } from 'react'
import { LeaveDialog } from '../form/leave-dialog.tsx'
import { PaneUnsavedContext, type MarkUnsaved } from '../unsaved-changes.ts'

export interface UnsavedGuard {
  /** Goes to another record of the page, or asks first if there are unsaved changes. */
  leave: (go: () => void) => void
  mark: MarkUnsaved
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
  const leave = (go: () => void) => (unsavedIds.current.size > 0 ? setNext({ go }) : go())
  const question = next && (
    <LeaveDialog
      hasDraft={false}
      onStay={() => setNext(undefined)}
      onLeave={() => setNext(undefined)}
      onDiscard={() => {
        setNext(undefined)
        next.go()
      }}
    />
  )
  return { leave, mark, question }
}

/** The panes of a page whose changes its guard watches, and the question of the guard. */
export const GuardedPanes = ({ guard: { mark, question }, children }: { guard: UnsavedGuard; children: ReactNode }) => (
  <PaneUnsavedContext value={mark}>
    {children}
    {question}
  </PaneUnsavedContext>
)
