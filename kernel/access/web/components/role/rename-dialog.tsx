import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { roleForm, type RoleDetail } from '../../../contract.ts'
import { toRoleForm, getRoleState } from '../../role-model.ts'
import { roleKey, saveRole } from '../../role-queries.ts'

const nameForm = z.object({ name: roleForm.shape.name, remark: roleForm.shape.remark })
type NameForm = z.output<typeof nameForm>

const getNameForm = ({ name, remark }: RoleDetail): FormSpec<NameForm> => ({
  schema: nameForm,
  initial: () => ({ name, remark }),
  sections: [
    {
      fields: [
        { name: 'name', label: '角色名称', kind: 'text', width: 'middle', required: true },
        { name: 'remark', label: '备注', kind: 'textarea', width: 'long' },
      ],
    },
  ],
})

export default function RenameDialog({ detail, onClose }: { detail: RoleDetail; onClose: () => void }) {
  const [form] = useState(() => getNameForm(detail))
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title={`修改名称：${detail.name}`}
      form={form}
      onClose={onClose}
      submit={async (values) => {
        await saveRole({ ...toRoleForm(detail, getRoleState(detail)), ...values })
        toast.success('已保存')
        await client.invalidateQueries({ queryKey: roleKey })
      }}
    />
  )
}
