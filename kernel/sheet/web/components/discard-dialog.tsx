import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { discardBatch, sheetKey } from '../queries.ts'
import { StepError } from './notes.tsx'

interface Props {
  id: string
  fileName: string
  onClose: () => void
  /** Called after the batch is discarded. */
  onDone?: () => void
}

export function DiscardDialog({ id, fileName, onClose, onDone }: Props) {
  const client = useQueryClient()
  const { isBusy, refusal, send } = useSubmit()
  const discard = () =>
    void send(async () => {
      await discardBatch(id)
      await client.invalidateQueries({ queryKey: sheetKey })
      onClose()
      onDone?.()
    })
  return (
    <Dialog
      title="取消导入"
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            继续导入
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={discard}>
            取消导入
          </Button>
        </>
      }
    >
      <p>{`将放弃“${fileName}”的字段匹配和修正，系统里的数据不变。`}</p>
      <StepError text={refusal} />
    </Dialog>
  )
}
