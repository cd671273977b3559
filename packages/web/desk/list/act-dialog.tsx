import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { Button } from '../button.tsx'
import { Dialog } from '../dialog.tsx'
import { PageState } from '../page-state.tsx'
import { SkeletonLines } from '../skeleton.tsx'
import { confirmWords, Refusal, titleOf, Told, verbOf } from './act-told.tsx'
import type { ListSpec, Preview, RowWithId } from './spec.ts'
import type { Acting, PendingOf } from './use-acting.ts'
import styles from './act-dialog.module.css'

interface Props<Row extends RowWithId, Detail extends Row, Values extends object> {
  spec: ListSpec<Row, Detail, Values>
  acting: Acting<Row>
  pending: PendingOf<Row, 'plain'>
}

/** What would happen, before it does. The figures are the server's, and the button says them again. */
export function ActDialog<Row extends RowWithId, Detail extends Row, Values extends object>(
  props: Props<Row, Detail, Values>,
) {
  const { spec, acting, pending } = props
  const { act, targets, count, rows } = pending
  const id = useId()
  const query = useQuery({
    queryKey: [...spec.queryKey, 'preview', id],
    queryFn: () => act.preview?.(targets) ?? Promise.resolve(unseen(count, rows.map(spec.name.of))),
    // What was true a minute ago is not what is about to happen.
    staleTime: 0,
    gcTime: 0,
  })
  const preview = query.data
  const counted = preview?.count ?? count
  return (
    <Dialog
      title={titleOf(act, count, rows, spec)}
      size={act.preview ? 'form' : 'question'}
      busy={acting.isBusy}
      onClose={acting.cancel}
      foot={
        <>
          <span className={styles['note']}>{preview?.note}</span>
          <Button data-first="" disabled={acting.isBusy} onClick={acting.cancel}>
            取消
          </Button>
          <Button
            type="primary"
            danger={act.isDanger ?? false}
            disabled={!preview || preview.count === 0 || preview.obstacle !== undefined}
            loading={acting.isBusy}
            onClick={() => acting.confirm(counted)}
          >
            {confirmWords(act, counted, spec.measure)}
          </Button>
        </>
      }
    >
      <Refusal words={acting.refusal ?? preview?.obstacle} />
      {preview ? (
        <Told preview={preview} act={verbOf(act)} counted={spec.counted} />
      ) : query.isError ? (
        <PageState status="failed" error={query.error} onRetry={() => void query.refetch()} />
      ) : (
        <SkeletonLines widths={[64, 80, 72, 56]} />
      )}
    </Dialog>
  )
}

/** For an act without a trial run: all that is known is how many, and what the first are called. */
const unseen = (count: number, names: readonly string[]): Preview => ({
  count,
  names: names.slice(0, 5),
  changes: [],
  consequences: [],
})
