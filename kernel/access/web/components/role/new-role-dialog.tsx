import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { roleForm } from '../../../contract.ts'
import { roleDetailQuery, roleKey, saveRole, type OrgRoles } from '../../role-queries.ts'
import { getOwnerOrgId, roleOwnerField, listRoleOwners } from './role-owner-field.ts'

const { name, remark } = roleForm.shape
const newRole = z.object({ name, owner: z.string(), parentId: z.string(), remark })
type NewRole = z.output<typeof newRole>

const formOf = (roles: OrgRoles): FormSpec<NewRole> => ({
  schema: newRole,
  initial: () => ({ name: '', owner: listRoleOwners(roles)[0]?.value ?? 'org', parentId: '', remark: '' }),
  sections: [
    {
      fields: [
        { name: 'name', label: '角色名称', kind: 'text', width: 'middle', required: true },
        roleOwnerField<NewRole>(roles),
        {
          name: 'parentId',
          label: '继承自',
          kind: 'select',
          width: 'middle',
          placeholder: '不继承',
          hint: '继承后与该角色保持同步，仅保存差异部分',
          options: roles.roles
            .filter(({ orgId, parentId }) => orgId === null && parentId === null)
            .map(({ id, name: label }) => ({ value: id, label })),
        },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
      ],
    },
  ],
})

interface Props {
  roles: OrgRoles
  onMade: (id: string) => void
  onClose: () => void
}

/** A new role: empty, or with the permissions of a parent role. */
export default function NewRoleDialog({ roles, onMade, onClose }: Props) {
  const [form] = useState(() => formOf(roles))
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title="新建角色"
      form={form}
      onClose={onClose}
      submit={async ({ owner, parentId, ...values }) => {
        const above = parentId ? await client.fetchQuery(roleDetailQuery(parentId)) : undefined
        const { id } = await saveRole({
          id: null,
          orgId: getOwnerOrgId(owner, roles),
          parentId: above?.id ?? null,
          version: 0,
          ...values,
          functions: (above?.functions ?? []).map(({ code, scope, orgIds }) => ({ code, scope, orgIds })),
          hiddenFields: above?.hiddenFields ?? [],
        })
        toast.success('已新建角色')
        await client.invalidateQueries({ queryKey: [...roleKey, 'list'] })
        onMade(id)
      }}
    />
  )
}
