import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'

/** Can run again after it has succeeded: busy only until the answer. */
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
