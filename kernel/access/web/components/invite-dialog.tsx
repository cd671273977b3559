import { Suspense, useState } from 'react'
import { z } from 'zod'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { PersonPicker } from '#kernel/staff/web/index.ts'
import { administratorForm } from '../../contract.ts'
import { inviteAdministrator } from '../administrator-queries.ts'

const { name, mobile } = administratorForm.shape
/** Either an existing or a new person; fields of the other choice are not validated. */
const inviteForm = z
  .object({ who: z.enum(['colleague', 'new']), userId: z.string(), name, mobile })
  .refine(({ who, userId }) => who === 'new' || userId !== '', { path: ['userId'], error: '请选择人员' })
  .refine((form) => form.who === 'colleague' || form.name !== '', { path: ['name'], error: '请填写姓名' })
  .refine((form) => form.who === 'colleague' || form.mobile !== '', { path: ['mobile'], error: '请输入手机号' })
type InviteForm = z.output<typeof inviteForm>

const formOf = (orgId: string): FormSpec<InviteForm> => ({
  schema: inviteForm,
  initial: () => ({ who: 'colleague', userId: '', name: '', mobile: '' }),
  sections: [
    {
      fields: [
        {
          name: 'who',
          label: '邀请对象',
          kind: 'radio',
          options: [
            { value: 'colleague', label: '本校教职工' },
            { value: 'new', label: '校外新人员' },
          ],
        },
        {
          name: 'userId',
          label: '同事',
          kind: 'custom',
          required: true,
          when: ({ who }) => who === 'colleague',
          draw: (props) => (
            <Suspense>
              <PersonPicker {...props} orgId={orgId} />
            </Suspense>
          ),
        },
        { name: 'name', label: '姓名', kind: 'text', width: 'short', required: true, when: ({ who }) => who === 'new' },
        {
          name: 'mobile',
          label: '手机',
          kind: 'phone',
          width: 'short',
          required: true,
          when: ({ who }) => who === 'new',
        },
      ],
    },
  ],
})

interface Props {
  orgId: string
  onClose: () => void
  onInvited: (invited: Awaited<ReturnType<typeof inviteAdministrator>>) => void
}

export function InviteDialog({ orgId, onClose, onInvited }: Props) {
  const [form] = useState(() => formOf(orgId))
  return (
    <FormDialog
      title="邀请管理员"
      form={form}
      submitLabel="邀请"
      onClose={onClose}
      submit={async ({ who, userId, ...fresh }) => {
        const person = who === 'colleague' ? { userId, name: '', mobile: '' } : { userId: null, ...fresh }
        onInvited(await inviteAdministrator({ orgId, ...person }))
      }}
    />
  )
}
