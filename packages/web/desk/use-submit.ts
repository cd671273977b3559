import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'

/**
 * A submission of a dialog: in progress, or refused with a message in the dialog. On success the dialog closes or
 * changes, so it stays busy until then.
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
