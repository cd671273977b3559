import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { PageState } from '../page-state.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { getConfirmLabel, ErrorNote, getActionTitle, ActionPreviewPanel, getActionVerb } from './action-preview.tsx'
import type { ListSpec, ActionPreview, RowWithId } from './list-spec.ts'
import type { ActionRunner, PendingActionOf } from './use-action-runner.ts'
import styles from './action-dialog.module.css'

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
    <Dialog
      title={getActionTitle(action, count, rows, spec)}
      size={action.preview ? 'form' : 'question'}
      busy={actionRunner.isBusy}
      onClose={actionRunner.cancel}
      foot={
        <>
          <span className={styles['note']}>{preview?.note}</span>
          <Button data-first="" disabled={actionRunner.isBusy} onClick={actionRunner.cancel}>
            取消
          </Button>
          <Button
            type="primary"
            danger={action.isDanger ?? false}
            disabled={!preview || preview.count === 0 || preview.obstacle !== undefined}
            loading={actionRunner.isBusy}
            onClick={() => actionRunner.confirm(counted)}
          >
            {getConfirmLabel(action, counted, spec.measure)}
          </Button>
        </>
      }
    >
      <ErrorNote message={actionRunner.refusal ?? preview?.obstacle} />
      {preview ? (
        <ActionPreviewPanel preview={preview} action={getActionVerb(action)} counted={spec.counted} />
      ) : query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines widths={[64, 80, 72, 56]} />
      )}
    </Dialog>
  )
}

/** For an action without a preview: only the number and the first names are known. */
const createMinimalPreview = (count: number, names: readonly string[]): ActionPreview => ({
  count,
  names: names.slice(0, 5),
  changes: [],
  consequences: [],
})
