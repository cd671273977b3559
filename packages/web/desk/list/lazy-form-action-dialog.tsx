import { lazy, Suspense } from 'react'
import type { FormActionDialog as FormActionDialogComponent } from './form-action-dialog.tsx'
import type { ListSpec, RowWithId } from './list-spec.ts'
import type { ActionRunner, PendingActionOf } from './use-action-runner.ts'

// Loaded on demand, because most visits use no such action.
const FormActionDialog = lazy(async () => {
  const { FormActionDialog: dialog } = await import('./form-action-dialog.tsx')
  return { default: dialog }
}) as unknown as typeof FormActionDialogComponent

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  actionRunner: ActionRunner<Row>
  pending: PendingActionOf<Row, 'requested'>
}

/** The dialog of an action with a form. */
export const LazyFormActionDialog = <Row extends RowWithId, Detail extends Row, Values extends object>({
  spec,
  actionRunner,
  pending,
}: Props<Row, Detail, Values>) => (
  <Suspense>
    {pending.action.withFormAction((action) => (
      <FormActionDialog
        {...pending}
        action={action}
        labels={spec}
        onDone={actionRunner.finish}
        onClose={actionRunner.cancel}
      />
    ))}
  </Suspense>
)
