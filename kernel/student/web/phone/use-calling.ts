import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { callGuardian } from './call.ts'

/** One call at a time, and what came of it. */
export function useCalling() {
  const [busy, setBusy] = useState('')
  const [called, setCalled] = useState('')
  const [wrong, setWrong] = useState('')
  const start = async (studentId: string, guardianId: string) => {
    if (busy) return
    setBusy(guardianId)
    setWrong('')
    await callGuardian(studentId, guardianId).then(
      () => setCalled(guardianId),
      (error: unknown) => setWrong(wordsOf(error)),
    )
    setBusy('')
  }
  return { busy, called, wrong, start }
}
