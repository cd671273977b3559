import { useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { hostForm, type OrganisationDetail } from '../../contract.ts'
import { setHost } from '../change-queries.ts'
import { orgKey } from '../queries.ts'

type Values = { orgId: string; host: string }

const getHostForm = ({ id, host }: OrganisationDetail): FormSpec<Values> => ({
  schema: hostForm,
  initial: () => ({ orgId: id, host }),
  sections: [
    {
      fields: [
        {
          name: 'host',
          label: '域名',
          kind: 'text',
          width: 'long',
          placeholder: '如 syxx.example.cn',
          hint: '留空则收回域名，收回后其他机构可以使用',
        },
      ],
    },
  ],
})

/** Sets or removes the address of an organisation. */
export default function HostDialog({ detail, onClose }: { detail: OrganisationDetail; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const [form] = useState(() => getHostForm(detail))
  const submit = async ({ orgId, host }: Values) => {
    await setHost(orgId, host)
    toast.success(host ? '已设置域名' : '已收回域名')
    void client.invalidateQueries({ queryKey: orgKey })
  }
  return <FormDialog title={`设置域名：${detail.name}`} form={form} submit={submit} onClose={onClose} />
}
