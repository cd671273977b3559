import { call } from '#packages/web/core/call.ts'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import type { z } from 'zod'
import { joinForm, staffApi } from '../../contract.ts'

type JoinForm = z.output<typeof joinForm>

const form: FormSpec<JoinForm> = {
  schema: joinForm,
  initial: () => ({ code: '', note: '' }),
  sections: [
    {
      fields: [
        {
          name: 'code',
          label: '加入码',
          kind: 'text',
          width: 'short',
          required: true,
          hint: '向要加入的单位管理员索取',
        },
        { name: 'note', label: '说明', kind: 'textarea', placeholder: '如担任的工作' },
      ],
    },
  ],
}

/** Requests to join another organisation with the code from its administrator. */
export default function JoinDialog({ onClose }: { onClose: () => void }) {
  const toast = useToast()
  const submit = async (values: JoinForm) => {
    const { orgName } = await call(staffApi.join, { body: values })
    toast.success(`已向${orgName}申请`)
  }
  return <FormDialog title="用加入码申请任职" form={form} submit={submit} submitLabel="申请" onClose={onClose} />
}
