import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'

/**
 * Something that a dialog sends: under way, or refused with words that stand in the dialog. What comes of it closes or
 * changes the dialog, so it stays busy until then.
 */
export function useSubmit() {
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()
  const send = async (work: () => Promise<unknown>) => {
    setBusy(true)
    setRefusal(undefined)
    try {
      await work()
    } catch (error) {
      setRefusal(getErrorMessage(error))
      setBusy(false)
    }
  }
  return { isBusy, refusal, send }
}
