import { LaptopOutlined } from '@ant-design/icons'
import type { z } from 'zod'
import { call } from '#packages/web/core/call.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { formAction, type RowAction } from '#packages/web/desk/list/list-spec.ts'
import { optionsOf } from '#packages/contract'
import { kickReasons } from '#kernel/audit/contract.ts'
import { kickForm, onlineSession, onlineSessionApi, type OnlineSession } from '../../contract-online-sessions.ts'

const reasonForm = kickForm.pick({ reason: true })

const kick: RowAction<OnlineSession & { id: string }> = formAction<
  OnlineSession & { id: string },
  z.output<typeof reasonForm>
>({
  key: 'kick',
  label: '踢出',
  permission: 'session.end',
  isSingle: true,
  isPrimary: true,
  isDanger: true,
  createForm: (_, [row]) => ({
    schema: reasonForm,
    initial: () => ({ reason: undefined as never }),
    sections: [
      {
        fields: [
          {
            name: 'reason',
            label: '踢出理由',
            kind: 'radio',
            options: optionsOf(kickReasons),
            required: true,
            hint: `${row?.person.name ?? ''}在这台设备上的操作随即中断，需要重新登录。理由记入登录日志。`,
          },
        ],
      },
    ],
  }),
  run: async (_, { reason }, __, rows) => {
    for (const { id } of rows) await call(onlineSessionApi.kick, { body: { sessionId: id, reason } })
  },
  done: () => '已踢出',
})

const list = createEntityListSpec(onlineSession, onlineSessionApi, {
  key: 'session:onlineSessions',
  icon: LaptopOutlined,
  empty: { title: '现在没有人在线', text: '登录后未退出、未超时的会话显示在这里。' },
})

/** /logMmanagement/onlineSessions: who is signed in now, and 踢出. */
export default defineListPage({ ...list, actions: [kick] })
