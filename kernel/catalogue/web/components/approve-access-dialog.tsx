import { useQuery } from '@tanstack/react-query'
import { z } from 'zod'
import { Button } from '#packages/web/desk/button.tsx'
import { Dialog } from '#packages/web/desk/dialog.tsx'
import { FactGrid } from '#packages/web/desk/fact-grid.tsx'
import { FormDialog } from '#packages/web/desk/form/form-dialog.tsx'
import type { FormSpec } from '#packages/web/desk/form/form-spec.ts'
import type { DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { PageState } from '#packages/web/desk/page-state.tsx'
import { useToast } from '#packages/web/desk/toast.tsx'
import { call } from '#packages/web/core/call.ts'
import { accessRequestApi, type AccessChoices, type AccessRequest } from '../../contract.ts'
import { accessChoicesQuery } from '../access-request-queries.ts'

const answer = z.object({
  roleId: z.string(),
  reply: accessRequestApi.decide.body!.shape.reply,
})
type Answer = z.output<typeof answer>

const manyGains = 6

/** The additional permissions of a role, in one line. */
const formatGains = (gains: readonly string[]) => {
  if (gains.length === 0) return '不增加其他功能'
  const some = gains.slice(0, manyGains).join('、')
  return gains.length > manyGains ? `将获得 ${gains.length} 项功能：${some}等` : `将获得：${some}`
}

function buildForm({ needsRole, roles }: AccessChoices): FormSpec<Answer> {
  const schema = needsRole ? answer.extend({ roleId: z.string().min(1, '请选择要授予的角色') }) : answer
  const gainsOf = (roleId: string) => roles.find(({ id }) => id === roleId)?.gains ?? []
  return {
    schema,
    initial: () => ({ roleId: roles[0]?.id ?? '', reply: '' }),
    sections: [
      {
        fields: [
          ...(needsRole
            ? [
                {
                  name: 'roleId' as const,
                  label: '授予角色',
                  kind: 'radio' as const,
                  required: true,
                  options: roles.map(({ id, name, orgName }) => ({
                    value: id,
                    label: [orgName ? `${name}（${orgName}）` : name, formatGains(gainsOf(id))].join(' — '),
                  })),
                  hint: '按增加的功能由少到多排列，请选择够用的一个。',
                },
              ]
            : []),
          { name: 'reply', label: '答复', kind: 'textarea', placeholder: '选填，将发送给申请人' },
        ],
      },
    ],
  }
}

/** Approves an access request after a preview of what it grants. */
export default function ApproveAccessDialog({ request, page }: { request: AccessRequest; page: DialogPage }) {
  const { data, error, refetch } = useQuery({ ...accessChoicesQuery(request.id), staleTime: 0 })
  const toast = useToast()
  const title = `同意${request.asker.name}使用“${request.name}”`
  if (data && (!data.needsRole || data.roles.length > 0)) {
    const submit = async ({ roleId, reply }: Answer) => {
      const body = { id: request.id, isAgreed: true, roleId: data.needsRole ? roleId : null, reply }
      await call(accessRequestApi.decide, { body })
      toast.success('已同意，权限已生效')
      await page.refresh()
    }
    return (
      <FormDialog
        title={title}
        lead={<Lead request={request} people={data.people} />}
        form={buildForm(data)}
        submit={submit}
        submitLabel="同意"
        onClose={page.close}
      />
    )
  }
  return (
    <Dialog title={title} size="form" onClose={page.close} foot={<Button onClick={page.close}>关闭</Button>}>
      {data ? (
        <PageState
          status="empty"
          title="没有可授予的角色"
          text="您能分配的角色都不含这项权限。请先在角色管理中设置，或由上级管理员处理。"
        />
      ) : error ? (
        <PageState status="failed" error={error} onRetry={() => void refetch()} />
      ) : (
        <PageState status="loading" />
      )}
    </Dialog>
  )
}

const Lead = ({ request, people }: { request: AccessRequest; people: AccessChoices['people'] }) => (
  <FactGrid
    look="panel"
    facts={[
      { label: '申请人', value: `${request.asker.name}，${request.org.name}` },
      { label: '用途', value: request.reason },
      people && { label: '可用人数', value: `${people.before} 人 → ${people.after} 人` },
    ]}
  />
)
