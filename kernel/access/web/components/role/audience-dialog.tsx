import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { z } from 'zod'
import { useSession } from '#packages/web/core/session.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { OrgPicker } from '#kernel/org/web/index.ts'
import type { RoleDetail } from '../../../contract.ts'
import { roleKey, setAudience } from '../../role-queries.ts'
import { areDaysInOrder, optionalDay, dayFields, dayOrNull, wrongDays } from './day-fields.ts'

const audienceForm = z
  .object({
    orgId: z.string().min(1, '请选择单位'),
    includesBelow: z.boolean(),
    post: z.string().trim().max(50, '岗位不超过50字'),
    from: optionalDay,
    to: optionalDay,
  })
  .refine(areDaysInOrder, wrongDays)
type AudienceForm = z.output<typeof audienceForm>

const formOf = (detail: RoleDetail): FormSpec<AudienceForm> => ({
  schema: audienceForm,
  initial: () => ({
    orgId: detail.orgId ?? useSession.getState().orgId,
    includesBelow: false,
    post: '',
    from: '',
    to: '',
  }),
  sections: [
    {
      fields: [
        {
          name: 'orgId',
          label: '单位',
          kind: 'custom',
          required: true,
          draw: (props) => <OrgPicker {...props} />,
        },
        { name: 'includesBelow', label: '含下级单位', kind: 'switch' },
        { name: 'post', label: '岗位', kind: 'text', width: 'short', hint: '与人员的职务一致；不填则为全体教职工' },
        ...dayFields,
      ],
    },
  ],
})

/** Grants the role to all members of an organisation, now or later. */
export function AudienceDialog({ detail, onClose }: { detail: RoleDetail; onClose: () => void }) {
  const [form] = useState(() => formOf(detail))
  const client = useQueryClient()
  const toast = useToast()
  return (
    <FormDialog
      title={`按单位或岗位分配：${detail.name}`}
      form={form}
      submitLabel="分配"
      onClose={onClose}
      submit={async ({ from, to, ...audience }) => {
        const days = { from: dayOrNull(from), to: dayOrNull(to) }
        const { memberCount } = await setAudience({ id: detail.id, ...audience, ...days })
        toast.success(`已分配，目前 ${memberCount} 人`)
        await client.invalidateQueries({ queryKey: roleKey })
      }}
    />
  )
}
