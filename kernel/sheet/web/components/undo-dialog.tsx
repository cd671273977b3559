import { useQuery, useQueryClient } from '@tanstack/react-query'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { batchKey, getUndoPreview, sheetKey, undoBatch } from '../queries.ts'
import { describeUndo } from '../import-labels.ts'
import { KeptRows } from './kept-rows.tsx'
import { StepError } from './notes.tsx'

interface Props {
  id: string
  measure: string
  onClose: () => void
}

/** Confirms the undo with a preview of its effect. */
export function UndoDialog({ id, measure, onClose }: Props) {
  const client = useQueryClient()
  const { isBusy, refusal, send } = useSubmit()
  const { data, isError, error, refetch } = useQuery({
    queryKey: [...sheetKey, 'undo', id],
    queryFn: () => getUndoPreview(id),
    staleTime: 0,
    gcTime: 0,
  })
  const undo = () =>
    void send(async () => {
      await undoBatch(id)
      await client.invalidateQueries({ queryKey: batchKey(id) })
      onClose()
    })
  return (
    <Dialog
      title="撤销本次导入"
      size="form"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger disabled={!data} loading={isBusy} onClick={undo}>
            撤销导入
          </Button>
        </>
      }
    >
      {data ? (
        <>
          <p>{`将${describeUndo(data.removed, data.restored, measure)}。`}</p>
          {data.keptRows.length > 0 && (
            <>
              <p>{`有 ${formatNumber(data.keptRows.length)} 行之后被修改过，会保留现在的内容：`}</p>
              <KeptRows rows={data.keptRows} />
            </>
          )}
        </>
      ) : isError ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageState status="loading" widths={[80, 60]} />
      )}
      <StepError text={refusal} />
    </Dialog>
  )
}
