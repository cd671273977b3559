import type { RoleDetail } from '../../../contract.ts'
import { deleteRole, roleKey } from '../../role-queries.ts'
import { ConfirmAction } from '#packages/web/desk/confirm-action.tsx'

interface Props {
  detail: RoleDetail
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ detail, onDeleted, onClose }: Props) {
  return (
    <ConfirmAction
      title={`删除角色：${detail.name}`}
      submitLabel="删除"
      isDanger
      submit={async () => {
        await deleteRole(detail.id, detail.version)
        onDeleted()
      }}
      done={`已删除${detail.name}`}
      queryKey={[...roleKey, 'list']}
      onClose={onClose}
    >
      <p>
        {detail.memberCount > 0
          ? `此角色已分配给 ${detail.memberCount} 人，需要先移除成员。`
          : '将删除 1 个角色，删除后不能恢复。'}
      </p>
    </ConfirmAction>
  )
}
