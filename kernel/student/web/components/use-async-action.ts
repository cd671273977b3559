import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'

/** It goes on after it was sent: busy only until there is an answer. */
export function useAsyncAction() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const run = async (work: () => Promise<void>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  return { isBusy, refusal, run: (work: () => Promise<void>) => void run(work) }
}
