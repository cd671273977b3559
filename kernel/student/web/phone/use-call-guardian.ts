import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { callGuardian } from './call-guardian.ts'

/** Runs one call at a time and keeps its result. */
export function useCallGuardian() {
  const [busy, setBusy] = useState('')
  const [called, setCalled] = useState('')
  const [wrong, setWrong] = useState('')
  const start = async (studentId: string, guardianId: string) => {
    if (busy) return
    setBusy(guardianId)
    setWrong('')
    await callGuardian(studentId, guardianId).then(
      () => setCalled(guardianId),
      (error: unknown) => setWrong(getErrorMessage(error)),
    )
    setBusy('')
  }
  return { busy, called, wrong, start }
}
