import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'
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
  const remove = async () => {
    await removeAdministrator(orgId, userId)
    onRemoved()
  }
  return (
    <ConfirmAction
      title={`取消管理员：${name}`}
      submitLabel="取消管理员"
      isDanger
      submit={remove}
      done={`已取消${name}的管理员身份`}
      cancelLabel="返回"
      onClose={onClose}
    >
      <p>{name}将不能再管理本单位，任职和账号不受影响。</p>
    </ConfirmAction>
  )
}
