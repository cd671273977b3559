import { useState } from 'react'
import { LeaveDialog } from './leave-dialog.tsx'
import type { SchemaForm } from './use-schema-form.ts'

/** Asks before closing, when there are unsaved values. */
export function useLeaveConfirmation<Values extends object>(
  { isDirty, busy, draft }: SchemaForm<Values>,
  onLeave: () => void,
) {
  const [isAsking, setAsking] = useState(false)
  const requestLeave = () => {
    if (busy) return
    if (isDirty) setAsking(true)
    else onLeave()
  }
  const question = isAsking && (
    <LeaveDialog
      hasDraft={draft.canKeep}
      onStay={() => setAsking(false)}
      onLeave={() => void draft.save().finally(onLeave)}
      onDiscard={() => void draft.drop().finally(onLeave)}
    />
  )
  return [requestLeave, question] as const
}
