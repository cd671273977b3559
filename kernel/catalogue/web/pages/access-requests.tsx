import { InboxOutlined } from '@ant-design/icons'
import { lazy } from 'react'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type DialogPage } from '#packages/web/desk/list/list-spec.ts'
import { accessRequest, accessRequestApi, type AccessRequest } from '../../contract.ts'

const ApproveAccessDialog = lazy(() => import('../components/approve-access-dialog.tsx'))

const reason = z.object({ reply: accessRequestApi.decide.body!.shape.reply.min(1, '请填写驳回的理由') })
const single = { permission: 'app.grant', isSingle: true, isPrimary: true } as const
const mayDecide = (request: AccessRequest) => request.mayDecide

/** /systemSet/Requests: staff request an application or a page; an approval grants it at once. */
export default defineListPage({
  ...createEntityListSpec(accessRequest, accessRequestApi, {
    key: 'catalogue:access-requests',
    icon: InboxOutlined,
    empty: { title: '没有权限申请', text: '同事申请使用应用或功能时，会出现在这里。' },
  }),
  actions: [
    {
      key: 'agree',
      label: '同意',
      ...single,
      when: mayDecide,
      open: (row: AccessRequest, page: DialogPage) => <ApproveAccessDialog request={row} page={page} />,
    },
    formAction<AccessRequest, z.output<typeof reason>>({
      key: 'refuse',
      label: '驳回',
      ...single,
      isDanger: true,
      when: mayDecide,
      done: () => '已驳回申请',
      createForm: () => ({
        schema: reason,
        initial: () => ({ reply: '' }),
        sections: [{ fields: [{ name: 'reply', label: '理由', kind: 'textarea', width: 'long', required: true }] }],
      }),
      run: async (targets, { reply }) => {
        const id = 'ids' in targets ? targets.ids[0]! : ''
        await call(accessRequestApi.decide, { body: { id, isAgreed: false, roleId: null, reply } })
      },
    }),
  ],
})
