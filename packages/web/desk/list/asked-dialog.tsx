import { lazy, Suspense } from 'react'
import type { AskDialog as Ask } from './ask-dialog.tsx'
import type { ListSpec, RowWithId } from './spec.ts'
import type { Acting, PendingOf } from './use-acting.ts'

// Whoever does nothing of the kind needs no form.
const AskDialog = lazy(async () => {
  const { AskDialog: dialog } = await import('./ask-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof Ask

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  acting: Acting<Row>
  pending: PendingOf<Row, 'asked'>
}

/** The dialog of an act that has a form. */
export const AskedDialog = <Row extends RowWithId, Detail extends Row, Values extends object>({
  spec,
  acting,
  pending,
}: Props<Row, Detail, Values>) => (
  <Suspense>
    {pending.act.asked((act) => (
      <AskDialog {...pending} act={act} words={spec} onDone={acting.finish} onClose={acting.cancel} />
    ))}
  </Suspense>
)
