import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { ErrorNote } from '#packages/web/desk/list/action-preview.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { useSubmit } from '#packages/web/desk/use-submit.ts'
import { removeAdministrator } from '../administrator-queries.ts'

interface Props {
  orgId: string
  userId: string
  name: string
  onRemoved: () => void
  onClose: () => void
}

/** Asks first, because the effect is immediate. A refusal is shown in the same dialog. */
export function RemoveDialog({ orgId, userId, name, onRemoved, onClose }: Props) {
  const toast = useToast()
  const { isBusy, refusal, send } = useSubmit()
  const remove = async () => {
    await removeAdministrator(orgId, userId)
    toast.success(`已取消${name}的管理员身份`)
    onRemoved()
    onClose()
  }
  return (
    <Dialog
      title={`取消管理员：${name}`}
      size="question"
      busy={isBusy}
      onClose={onClose}
      foot={
        <>
          <Button data-first="" disabled={isBusy} onClick={onClose}>
            返回
          </Button>
          <Button type="primary" danger loading={isBusy} onClick={() => void send(remove)}>
            取消管理员
          </Button>
        </>
      }
    >
      <ErrorNote message={refusal} />
      <p>{name}将不能再管理本单位，任职和账号不受影响。</p>
    </Dialog>
  )
}
