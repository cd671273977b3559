import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { ConfirmAction } from '../confirm-action.tsx'
import { QueryState } from '../query-state.tsx'
import { getConfirmLabel, getActionTitle, ActionPreviewPanel, getActionVerb } from './action-preview.tsx'
import type { ListSpec, ActionPreview, RowWithId } from './list-spec.ts'
import type { ActionRunner, PendingActionOf } from './use-action-runner.ts'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  actionRunner: ActionRunner<Row>
  pending: PendingActionOf<Row, 'plain'>
}

/** The preview of an action. The figures are the server's, and the button repeats them. */
export function ActionDialog<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { spec, actionRunner, pending } = props
  const { action, targets, count, rows } = pending
  const id = useId()
  const query = useQuery({
    queryKey: [...spec.queryKey, 'preview', id],
    queryFn: () =>
      action.preview?.(targets, rows) ?? Promise.resolve(createMinimalPreview(count, rows.map(spec.name.of))),
    // Always loaded anew: an old preview is not what is about to happen.
    staleTime: 0,
    gcTime: 0,
  })
  const preview = query.data
  const counted = preview?.count ?? count
  return (
    <ConfirmAction
      title={getActionTitle(action, count, rows, spec)}
      size={action.preview ? 'form' : 'question'}
      submitLabel={getConfirmLabel(action, counted, spec.noun)}
      isDanger={action.isDanger ?? false}
      isDisabled={!preview || preview.count === 0 || actionRunner.isBusy}
      obstacle={preview?.obstacle}
      submit={() => actionRunner.confirm(counted)}
      onSent={() => {}}
      note={preview?.note}
      onClose={actionRunner.cancel}
    >
      <QueryState query={query}>
        {(data) => <ActionPreviewPanel preview={data} action={getActionVerb(action)} noun={spec.noun} />}
      </QueryState>
    </ConfirmAction>
  )
}

/** For an action without a preview: only the number and the first names are known. */
const createMinimalPreview = (count: number, names: readonly string[]): ActionPreview => ({
  count,
  names: names.slice(0, 5),
  changes: [],
  consequences: [],
})
