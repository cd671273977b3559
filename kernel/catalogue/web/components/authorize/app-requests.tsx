import { InboxOutlined } from '@ant-design/icons'
import { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction } from '#packages/web/desk/list/list-spec.ts'
import { appRequest, appRequestApi, type AppRequest } from '../../../contract.ts'

const { reply } = appRequestApi.decide.body!.shape

/** Single rows only: each decision has its own reason. */
const createDecision = (isAgreed: boolean) =>
  formAction<AppRequest, { reply: string }>({
    key: isAgreed ? 'agree' : 'refuse',
    label: isAgreed ? '同意' : '驳回',
    permission: 'app.grant',
    isSingle: true,
    isPrimary: true,
    isDanger: !isAgreed,
    when: ({ mayDecide }) => mayDecide,
    done: () => (isAgreed ? '已同意，应用已开通' : '已驳回申请'),
    createForm: () => ({
      schema: z.object({ reply: isAgreed ? reply : reply.min(1, '请填写驳回的理由') }),
      initial: () => ({ reply: '' }),
      sections: [
        {
          fields: [
            {
              name: 'reply',
              label: isAgreed ? '答复' : '理由',
              kind: 'textarea',
              width: 'long',
              required: !isAgreed,
            },
          ],
        },
      ],
    }),
    run: async (targets, values) => {
      const id = 'ids' in targets ? targets.ids[0]! : ''
      await call(appRequestApi.decide, { body: { id, isAgreed, ...values } })
    },
  })

/** 开通申请: schools request an application; an approval opens it for them. */
export const AppRequests = defineListPage({
  ...createEntityListSpec(appRequest, appRequestApi, {
    key: 'catalogue:requests',
    icon: InboxOutlined,
    empty: { title: '没有开通申请', text: '学校在应用中心申请开通的应用会出现在这里。' },
  }),
  // A decision also changes the grants.
  queryKey: ['catalogue'],
  actions: [createDecision(true), createDecision(false)],
})
