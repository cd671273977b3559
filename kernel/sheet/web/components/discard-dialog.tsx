import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
import { discardBatch, sheetKey } from '../queries.ts'

interface Props {
  id: string
  fileName: string
  onClose: () => void
  /** Called after the batch is discarded. */
  onDone?: () => void
}

export function DiscardDialog({ id, fileName, onClose, onDone }: Props) {
  const discard = async () => {
    await discardBatch(id)
    onDone?.()
  }
  return (
    <ConfirmAction
      title="取消导入"
      submitLabel="取消导入"
      isDanger
      submit={discard}
      queryKey={sheetKey}
      cancelLabel="继续导入"
      onClose={onClose}
    >
      <p>{`将放弃“${fileName}”的字段匹配和修正，系统里的数据不变。`}</p>
    </ConfirmAction>
  )
}
