import { useState } from 'react'
import { getErrorMessage } from '#packages/web/core/call-error.ts'
import { useToast } from '../toast.tsx'
import type {
  RowAction,
  AnyFormAction,
  DialogAction,
  PlainAction,
  RowWithId,
  DoneMessage,
  Targets,
  UndoAction,
} from './list-spec.ts'

interface ActionTargets<Row> {
  targets: Targets
  count: number
  /** Those of them that stand on the page. */
  rows: readonly Row[]
}

/** An act that waits for a word, or for a form, before it is done; or a dialog that is open. */
export type PendingAction<Row> =
  | (ActionTargets<Row> & { kind: 'plain'; action: PlainAction<Row> })
  | (ActionTargets<Row> & { kind: 'asked'; action: AnyFormAction<Row> })
  | { kind: 'own'; action: DialogAction<Row>; row: Row }
export type PendingActionOf<Row, Kind extends PendingAction<Row>['kind']> = Extract<PendingAction<Row>, { kind: Kind }>

type PendingRun<Row> = Exclude<PendingAction<Row>, { kind: 'own' }>

export interface ActionRunner<Row> {
  pending: PendingAction<Row> | undefined
  isBusy: boolean
  /** Why it was not done; gone with the next try. */
  refusal: string | undefined
  /** Does it, or asks first: whatever takes something away, and whatever happens to many at once. */
  start: (action: RowAction<Row>, targets: Targets, count: number, rows: readonly Row[]) => void
  /** `count` is what the trial run said, where there was one. */
  confirm: (count: number) => void
  /** The end of an act that had a form: `undo` takes it back. */
  finish: (result: DoneMessage, undo: UndoAction | void) => void
  cancel: () => void
}

/** `onDone` hears of what was done before anything is read again. */
export function useActionRunner<Row extends RowWithId>(
  refresh: () => Promise<void>,
  onDone: (action: RowAction<Row>, targets: Targets) => void,
): ActionRunner<Row> {
  const toast = useToast()
  const [pending, setPending] = useState<PendingAction<Row>>()
  const [isBusy, setBusy] = useState(false)
  const [refusal, setRefusal] = useState<string>()

  const finish = ({ action, targets }: PendingRun<Row>, { message, link }: DoneMessage, undo: UndoAction | void) => {
    setPending(undefined)
    onDone(action, targets)
    if (undo) toast.undo(message, () => undo().then(refresh))
    else if (message) toast.success(message, link)
    return refresh()
  }
  const run = async (meant: PendingActionOf<Row, 'plain'>, count: number, isConfirmed: boolean) => {
    const { action, targets } = meant
    setBusy(true)
    setRefusal(undefined)
    try {
      const undo = await action.run(targets)
      await finish(meant, { message: action.done(count) }, undo)
    } catch (error) {
      // Whoever was asked reads the answer where the question was.
      if (isConfirmed) setRefusal(getErrorMessage(error))
      else toast.error(getErrorMessage(error))
    } finally {
      setBusy(false)
    }
  }
  const start: ActionRunner<Row>['start'] = (action, targets, count, rows) => {
    setRefusal(undefined)
    if ('open' in action) return rows[0] && setPending({ kind: 'own', action, row: rows[0] })
    if ('withFormAction' in action) return setPending({ kind: 'asked', action, targets, count, rows })
    const next = { kind: 'plain', action, targets, count, rows } as const
    if (action.isDanger || (action.preview && count > 1)) setPending(next)
    else if (!isBusy) void run(next, count, false)
  }
  return {
    pending,
    isBusy,
    refusal,
    start,
    confirm: (count) => pending?.kind === 'plain' && !isBusy && void run(pending, count, true),
    finish: (result, undo) => void (pending && pending.kind !== 'own' && finish(pending, result, undo)),
    cancel: () => setPending(undefined),
  }
}
