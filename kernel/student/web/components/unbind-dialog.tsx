import { useQueryClient } from '@tanstack/react-query'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import type { Guardian } from '../../contract.ts'
import { sendUnbindGuardian } from '../class-queries.ts'
import { studentKey } from '../student-tree.ts'

interface Props {
  guardian: Guardian
  studentName: string
  onClose: () => void
}

/** Confirms that a guardian loses access to the child. */
export default function UnbindDialog({ guardian, studentName, onClose }: Props) {
  const toast = useToast()
  const client = useQueryClient()
  const { isBusy, refusal, send } = useSubmit()
  const run = async () => {
    await sendUnbindGuardian(guardian.id)
    toast.success('已解除绑定')
    onClose()
    await client.invalidateQueries({ queryKey: studentKey })
  }
  return (
    <Dialog
      title={`解除绑定：${guardian.name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            取消
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void send(run)}>
            解除绑定
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>{`${guardian.name}将不能再查看${studentName}的信息。联系方式仍保留在名册上，可以重新绑定。`}</p>
    </Dialog>
  )
}
