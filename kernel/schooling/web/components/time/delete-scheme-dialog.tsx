import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { PeriodScheme } from '../../../contract.ts'
import { deleteScheme, timeKey } from '../../time-queries.ts'

/** Deletes a scheme that was entered by mistake. A scheme that was in use is ended instead. */
export function DeleteSchemeDialog({ scheme, onClose }: { scheme: PeriodScheme; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const remove = () =>
    send(async () => {
      await deleteScheme(scheme.id)
      toast.success('已删除作息')
      await client.invalidateQueries({ queryKey: timeKey })
      onClose()
    })
  return (
    <Dialog
      title={`删除“${scheme.name}”`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void remove()}>
            删除
          </Button>
        </>
      }
    >
      <p>{refusal ?? `将删除这套作息的${scheme.periods.length}个节次。不再使用的作息可以改为填写结束日期。`}</p>
    </Dialog>
  )
}
