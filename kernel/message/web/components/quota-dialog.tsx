import { useState } from 'react'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { messageApi } from '../../contract.ts'
import { saveSmsQuota } from '../queries.ts'

interface Props {
  quota: number
  onClose: () => void
  onSaved: () => Promise<unknown>
}

/** Sets how many SMS a month the district pays for. */
export default function QuotaDialog({ quota, onClose, onSaved }: Props) {
  const toast = useToast()
  const [form] = useState(() => formFrom(quota))
  return (
    <FormDialog
      title="设置短信额度"
      form={form}
      onClose={onClose}
      submit={async (values) => {
        await saveSmsQuota(values.quota)
        toast.success('已设置短信额度')
        await onSaved()
      }}
    />
  )
}

const formFrom = (quota: number): FormSpec<{ quota: number }> => ({
  schema: messageApi.saveSmsQuota.body!,
  initial: () => ({ quota }),
  sections: [
    {
      fields: [
        {
          name: 'quota',
          label: '每月条数',
          kind: 'number',
          required: true,
          hint: '用到八成时提醒管理员；用完后改发站内消息和钉钉。',
        },
      ],
    },
  ],
})
