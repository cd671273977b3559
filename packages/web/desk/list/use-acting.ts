import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useToast } from '../toast.tsx'
import type { Act, RowWithId, Targets } from './spec.ts'

/** An act that waits for a word before it is done. */
export interface Pending<Row> {
  act: Act<Row>
  targets: Targets
  count: number
}

export interface Acting<Row> {
  pending: Pending<Row> | undefined
  isBusy: boolean
  /** Does it, or asks first: whatever takes something away, and whatever happens to many at once. */
  start: (act: Act<Row>, targets: Targets, count: number) => void
  /** `count` is what the trial run said, where there was one. */
  confirm: (count: number) => void
  cancel: () => void
}

export function useActing<Row extends RowWithId>(refresh: () => Promise<void>, onDone: () => void): Acting<Row> {
  const toast = useToast()
  const [pending, setPending] = useState<Pending<Row>>()
  const [isBusy, setBusy] = useState(false)

  const run = async ({ act, targets }: Pending<Row>, count: number) => {
    setBusy(true)
    try {
      const undo = await act.run(targets)
      setPending(undefined)
      onDone()
      const words = act.done(count)
      if (undo) toast.undo(words, () => undo().then(refresh))
      else toast.success(words)
      await refresh()
    } catch (error) {
      toast.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  return {
    pending,
    isBusy,
    start: (act, targets, count) => {
      const next = { act, targets, count }
      if (act.isDanger || (act.preview && count > 1)) setPending(next)
      else if (!isBusy) void run(next, count)
    },
    confirm: (count) => pending && !isBusy && void run(pending, count),
    cancel: () => setPending(undefined),
  }
}
