import { useState } from 'react'
import { wordsOf } from '#packages/web/core/call-error.ts'
import { useToast } from '../toast.tsx'
import type { Act, AskedAct, OpeningAct, PlainAct, RowWithId, Said, Targets, Undo } from './spec.ts'

interface Meant<Row> {
  targets: Targets
  count: number
  /** Those of them that stand on the page. */
  rows: readonly Row[]
}

/** An act that waits for a word, or for a form, before it is done; or a dialog that is open. */
export type Pending<Row> =
  | (Meant<Row> & { kind: 'plain'; act: PlainAct<Row> })
  | (Meant<Row> & { kind: 'asked'; act: AskedAct<Row> })
  | { kind: 'own'; act: OpeningAct<Row>; row: Row }
export type PendingOf<Row, Kind extends Pending<Row>['kind']> = Extract<Pending<Row>, { kind: Kind }>

type Meaning<Row> = Exclude<Pending<Row>, { kind: 'own' }>

export interface Acting<Row> {
  pending: Pending<Row> | undefined
  isBusy: boolean
  /** Why it was not done; gone with the next try. */
  refusal: string | undefined
  /** Does it, or asks first: whatever takes something away, and whatever happens to many at once. */
  start: (act: Act<Row>, targets: Targets, count: number, rows: readonly Row[]) => void
  /** `count` is what the trial run said, where there was one. */
  confirm: (count: number) => void
  /** The end of an act that had a form: `undo` takes it back. */
  finish: (said: Said, undo: Undo | void) => void
  cancel: () => void
}

/** `onDone` hears of what was done before anything is read again. */
export function useActing<Row extends RowWithId>(
  refresh: () => Promise<void>,
  onDone: (act: Act<Row>, targets: Targets) => void,
): Acting<Row> {
  const toast = useToast()
  const [pending, setPending] = useState<Pending<Row>>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const finish = ({ act, targets }: Meaning<Row>, { words, way }: Said, undo: Undo | void) => {
    setPending(undefined)
    onDone(act, targets)
    if (undo) toast.undo(words, () => undo().then(refresh))
    else if (words) toast.success(words, way)
    return refresh()
  }
  const run = async (meant: PendingOf<Row, 'plain'>, count: number, isAsked: boolean) => {
    const { act, targets } = meant
    setBusy(true)
    setRefusal(undefined)
    try {
      const undo = await act.run(targets)
      await finish(meant, { words: act.done(count) }, undo)
    } catch (error) {
      // Whoever was asked reads the answer where the question was.
      if (isAsked) setRefusal(wordsOf(error))
      else toast.error(wordsOf(error))
    } finally {
      setBusy(false)
    }
  }
  const start: Acting<Row>['start'] = (act, targets, count, rows) => {
    setRefusal(undefined)
    if ('open' in act) return rows[0] && setPending({ kind: 'own', act, row: rows[0] })
    if ('asked' in act) return setPending({ kind: 'asked', act, targets, count, rows })
    const next = { kind: 'plain', act, targets, count, rows } as const
    if (act.isDanger || (act.preview && count > 1)) setPending(next)
    else if (!isBusy) void run(next, count, false)
  }
  return {
    pending,
    isBusy,
    refusal,
    start,
    confirm: (count) => pending?.kind === 'plain' && !isBusy && void run(pending, count, true),
    finish: (said, undo) => void (pending && pending.kind !== 'own' && finish(pending, said, undo)),
    cancel: () => setPending(undefined),
  }
}
