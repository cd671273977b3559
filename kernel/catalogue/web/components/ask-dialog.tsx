import { useQueryClient } from '@tanstack/react-query'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/spec.ts'
import { useToast } from '#packages/web/desk/toast.tsx'
import { askForm, type AskForm, type CentreTile } from '../../contract.ts'
import { askFor, centre } from '../queries.ts'

const form: FormSpec<AskForm> = {
  schema: askForm,
  initial: () => ({ reason: '' }),
  sections: [
    {
      fields: [
        {
          ...{ name: 'reason', label: '用途', kind: 'textarea', required: true },
          placeholder: '谁来用、用来做什么',
          hint: '由管理员处理，结果会通知您。',
        },
      ],
    },
  ],
}

/** Asks for an application that is not open here. */
export default function AskDialog({ app, onClose }: { app: CentreTile; onClose: () => void }) {
  const client = useQueryClient()
  const toast = useToast()
  const submit = async (asked: AskForm) => {
    await askFor(app.key, asked)
    toast.success('已提交开通申请')
    await client.invalidateQueries({ queryKey: centre.queryKey })
  }
  const title = `申请开通「${app.edition ? `${app.name}（${app.edition}）` : app.name}」`
  return <FormDialog title={title} form={form} submit={submit} submitLabel="提交" onClose={onClose} />
}
