import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { sheetKey } from '../queries.ts'

/** Something that moves a batch on: it is under way until it is seen where that led, and what is refused stands in place. */
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
      // It may have gone on elsewhere, in a second window: then the page goes on too.
      await client.invalidateQueries({ queryKey: sheetKey })
    } finally {
      setBusy(undefined)
    }
  }
  return {
    busy,
    refusal,
    /** Only one at a time. */
    act: (name: string, work: () => Promise<unknown>, after?: () => void) =>
      void (busy === undefined && act(name, work, after)),
  }
}
