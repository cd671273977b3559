import { useQueryClient } from '@tanstack/react-query'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { deleteRole, roleKey } from '../../role-queries.ts'
import { ConfirmDialog } from './confirm-dialog.tsx'

interface Props {
  detail: RoleDetail
  onDeleted: () => void
  onClose: () => void
}

export function DeleteDialog({ detail, onDeleted, onClose }: Props) {
  const client = useQueryClient()
  const toast = useToast()
  return (
    <ConfirmDialog
      title={`删除角色：${detail.name}`}
      text={
        detail.memberCount > 0
          ? `此角色已分配给 ${detail.memberCount} 人，需要先移除成员。`
          : '将删除 1 个角色，删除后不能恢复。'
      }
      verb="删除"
      onClose={onClose}
      onAgree={async () => {
        await deleteRole(detail.id, detail.version)
        toast.success(`已删除${detail.name}`)
        onDeleted()
        await client.invalidateQueries({ queryKey: [...roleKey, 'list'] })
      }}
    />
  )
}
