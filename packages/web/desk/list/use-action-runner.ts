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
  /** The targets that are on the page. */
  rows: readonly Row[]
}

/** An action that waits for a confirmation or a form; or an open dialog. */
export type PendingAction<Row> =
  | (ActionTargets<Row> & { kind: 'plain'; action: PlainAction<Row> })
  | (ActionTargets<Row> & { kind: 'requested'; action: AnyFormAction<Row> })
  | { kind: 'own'; action: DialogAction<Row>; row: Row }
export type PendingActionOf<Row, Kind extends PendingAction<Row>['kind']> = Extract<PendingAction<Row>, { kind: Kind }>

type PendingRun<Row> = Exclude<PendingAction<Row>, { kind: 'own' }>

export interface ActionRunner<Row> {
  pending: PendingAction<Row> | undefined
  isBusy: boolean
  /** Runs the action, or asks first: for dangerous actions, and for several rows at once. */
  start: (action: RowAction<Row>, targets: Targets, count: number, rows: readonly Row[]) => void
  /** `count` is the figure of the preview, where there was one. A refusal is thrown, for the dialog to show. */
  confirm: (count: number) => Promise<void>
  /** The end of an action with a form: `undo` reverts it. */
  finish: (result: DoneMessage, undo: UndoAction | void) => void
  cancel: () => void
}

/** `onDone` is called before anything is reloaded. */
export function useActionRunner<Row extends RowWithId>(
  refresh: () => Promise<void>,
  onDone: (action: RowAction<Row>, targets: Targets) => void,
): ActionRunner<Row> {
  const toast = useToast()
  const [pending, setPending] = useState<PendingAction<Row>>()
  const [isBusy, setBusy] = useState(false)

  const finish = (done: PendingRun<Row>, { message, link }: DoneMessage, undo: UndoAction | void) => {
    const { action, targets } = done
    // The user may have opened another dialog meanwhile.
    setPending((now) => (now === done ? undefined : now))
    onDone(action, targets)
    if (undo) toast.undo(message, () => undo().then(refresh))
    else if (message) toast.success(message, link)
    return refresh()
  }
  const run = async (pendingAction: PendingActionOf<Row, 'plain'>, count: number) => {
    const { action, targets, rows } = pendingAction
    setBusy(true)
    try {
      const undo = await action.run(targets, rows)
      await finish(pendingAction, { message: action.done(count) }, undo)
    } finally {
      setBusy(false)
    }
  }
  const start: ActionRunner<Row>['start'] = (action, targets, count, rows) => {
    if ('open' in action) return rows[0] && setPending({ kind: 'own', action, row: rows[0] })
    if ('withFormAction' in action) return setPending({ kind: 'requested', action, targets, count, rows })
    const next = { kind: 'plain', action, targets, count, rows } as const
    if (action.isDanger || (action.preview && count > 1)) setPending(next)
    else if (!isBusy) run(next, count).catch((error: unknown) => toast.error(getErrorMessage(error)))
  }
  return {
    pending,
    isBusy,
    start,
    confirm: async (count) => {
      if (pending?.kind === 'plain' && !isBusy) await run(pending, count)
    },
    finish: (result, undo) => void (pending && pending.kind !== 'own' && finish(pending, result, undo)),
    cancel: () => setPending(undefined),
  }
}
