import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { getLabelId } from '#packages/web/desk/form/form-row.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { RoleDetail } from '../../../contract.ts'
import { roleKey, setRoleMembers } from '../../role-queries.ts'
import { PeopleSelect } from '../people-select.tsx'
import { areDaysInOrder, optionalDay, dayFields, dayOrNull, wrongDays } from './day-fields.ts'

const most = 500
const addForm = z
  .object({
    add: z.array(z.string()).min(1, '请选择人员').max(most, `一次最多 ${most} 人`),
    from: optionalDay,
    to: optionalDay,
  })
  .refine(areDaysInOrder, wrongDays)
type AddForm = z.output<typeof addForm>

const formOf = ({ orgId }: RoleDetail): FormSpec<AddForm> => ({
  schema: addForm,
  initial: () => ({ add: [], from: '', to: '' }),
  sections: [
    {
      fields: [
        {
          name: 'add',
          label: '人员',
          kind: 'custom',
          required: true,
          width: 'long',
          draw: ({ control, value, isPhone, onChange }) => (
            <PeopleSelect
              {...control}
              aria-labelledby={getLabelId(control.id)}
              orgId={orgId}
              isPhone={isPhone}
              value={value as string[]}
              onChoose={onChange}
            />
          ),
        },
        ...dayFields,
      ],
    },
  ],
})

/** Assigns the role to people by name, for good or for a period. */
export function AddMembersDialog({ detail, onClose }: { detail: RoleDetail; onClose: () => void }) {
  const [form] = useState(() => formOf(detail))
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title={`分配给人员：${detail.name}`}
      form={form}
      submitLabel="分配"
      onClose={onClose}
      submit={async ({ add, from, to }) => {
        const { added } = await setRoleMembers({
          id: detail.id,
          add,
          remove: [],
          from: dayOrNull(from),
          to: dayOrNull(to),
        })
        toast.success(`已分配给 ${added} 人`)
        await client.invalidateQueries({ queryKey: roleKey })
      }}
    />
  )
}
