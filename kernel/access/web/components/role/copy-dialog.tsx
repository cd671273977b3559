import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { roleForm, type RoleDetail } from '../../../contract.ts'
import { copyRole, roleKey, type OrgRoles } from '../../role-queries.ts'
import { getOwnerOrgId, roleOwnerField, listRoleOwners } from './role-owner-field.ts'

const copyForm = z.object({ name: roleForm.shape.name, owner: z.string() })
type CopyForm = z.output<typeof copyForm>

interface Props {
  detail: RoleDetail
  roles: OrgRoles
  onGo: (id: string) => void
  onClose: () => void
}

const formOf = (detail: RoleDetail, roles: OrgRoles): FormSpec<CopyForm> => ({
  schema: copyForm,
  initial: () => ({ name: `${detail.name}（副本）`, owner: listRoleOwners(roles)[0]?.value ?? 'org' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '新角色名称', kind: 'text', width: 'middle', required: true },
        roleOwnerField<CopyForm>(roles),
      ],
    },
  ],
})

/** A new role with the same permissions and fields, without holders. */
export default function CopyDialog({ detail, roles, onGo, onClose }: Props) {
  const [form] = useState(() => formOf(detail, roles))
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title={`复制角色：${detail.name}`}
      form={form}
      submitLabel="复制"
      onClose={onClose}
      submit={async ({ name, owner }) => {
        const { id } = await copyRole({ id: detail.id, orgId: getOwnerOrgId(owner, roles), name })
        toast.success('已复制，还没有成员')
        await client.invalidateQueries({ queryKey: [...roleKey, 'list'] })
        onGo(id)
      }}
    />
  )
}
