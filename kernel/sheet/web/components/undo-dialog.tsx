import { useQuery } from '@tanstack/react-query'
import { formatNumber } from '#packages/web/core/format/number.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { QueryState } from '#packages/web/desk/query-state.tsx'
import { batchKey, getUndoPreview, sheetKey, undoBatch } from '../queries.ts'
import { describeUndo } from '../import-labels.ts'
import { KeptRows } from './kept-rows.tsx'

interface Props {
  id: string
  measure: string
  onClose: () => void
}

/** Confirms the undo with a preview of its effect. */
export function UndoDialog({ id, measure, onClose }: Props) {
  const preview = useQuery({
    queryKey: [...sheetKey, 'undo', id],
    queryFn: () => getUndoPreview(id),
    staleTime: 0,
    gcTime: 0,
  })
  return (
    <ConfirmAction
      title="撤销本次导入"
      size="form"
      submitLabel="撤销导入"
      isDanger
      isDisabled={!preview.data}
      submit={() => undoBatch(id)}
      queryKey={batchKey(id)}
      onClose={onClose}
    >
      <QueryState query={preview}>
        {({ removed, restored, keptRows }) => (
          <>
            <p>{`将${describeUndo(removed, restored, measure)}。`}</p>
            {keptRows.length > 0 && (
              <>
                <p>{`有 ${formatNumber(keptRows.length)} 行之后被修改过，会保留现在的内容：`}</p>
                <KeptRows rows={keptRows} />
              </>
            )}
          </>
        )}
      </QueryState>
    </ConfirmAction>
  )
}
