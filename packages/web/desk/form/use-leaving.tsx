import { useState } from 'react'
import { LeaveQuestion } from './leave-question.tsx'
import type { SchemaForm } from './use-schema-form.ts'

/** Closing asks first, when there is something to lose. */
export function useLeaving<Values extends object>({ isDirty, busy, draft }: SchemaForm<Values>, onLeave: () => void) {
  const [isAsking, setAsking] = useState(false)
  const ask = () => {
    if (busy) return
    if (isDirty) setAsking(true)
    else onLeave()
  }
  const question = isAsking && (
    <LeaveQuestion
      isKept={draft.canKeep}
      onStay={() => setAsking(false)}
      onLeave={() => void draft.save().finally(onLeave)}
      onDiscard={() => void draft.drop().finally(onLeave)}
    />
  )
  return [ask, question] as const
}
