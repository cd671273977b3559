import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { sheetKey } from '../queries.ts'

/** Runs an action on a batch; busy until the new state is loaded, and refusals are shown in place. */
export function useBatchAction() {
  const client = useQueryClient()
  const [busy, setBusy] = useState<string>()
  const [refusal, setRefusal] = useState<string>()
  const act = async (name: string, work: () => Promise<unknown>, after?: () => void) => {
    setBusy(name)
    setRefusal(undefined)
    try {
      await work()
      await client.invalidateQueries({ queryKey: sheetKey })
      after?.()
    } catch (error) {
      setRefusal(getErrorMessage(error))
      // The batch may have moved on in another window; then the page follows.
      await client.invalidateQueries({ queryKey: sheetKey })
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    refusal,
    /** Only one action at a time. */
    act: (name: string, work: () => Promise<unknown>, after?: () => void) =>
      void (busy === undefined && act(name, work, after)),
  }
}
