import { call } from '#packages/web/core/call.ts'
import { createEntityList } from '#packages/web/core/entity/entity-list.ts'
import type { FormSpec } from '#packages/web/core/form/form-spec.ts'
import type { PlainAction } from '#packages/web/core/list/list-spec.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { answerForm, supportApi, ticket, type AnswerForm } from '../contract.ts'

/** The menu passes the page from which it was opened, because the question is usually about that page. */
const getReferringPage = () => new URLSearchParams(window.location.search).get('from') ?? ''

/** The page comes from user input and may be any text. */
export const isOurPage = (page: string) => page !== '' && toSafePath(page) === page

/** What the desk and phones share of the list of tickets. */
export const ticketListOptions = {
  key: 'support:',
  labels: { create: '提交反馈', send: '提交', created: '已提交，等待答复' },
  initial: () => ({ page: getReferringPage() }),
  empty: { text: '遇到问题可以提交反馈，由本单位管理员答复。' },
}

export const withdrawAction: PlainAction<{ id: string; isMine: boolean; status: string }> = {
  key: 'withdraw',
  label: '撤回',
  permission: 'staff',
  isDanger: true,
  when: ({ isMine, status }) => isMine && status === 'open',
  // One by one: the route takes one id, and users withdraw few tickets.
  run: async (targets) => {
    if (!('ids' in targets)) throw new Error('only what was ticked can be taken back')
    for (const id of targets.ids) await call(supportApi.withdraw, { body: { id } })
  },
  done: (count) => `已撤回 ${count} 条反馈`,
}

export const createAnswerForm = (id: string): FormSpec<AnswerForm> => ({
  schema: answerForm,
  initial: () => ({ id, text: '' }),
  sections: [{ fields: [{ name: 'text', label: '答复', kind: 'textarea', width: 'long', required: true }] }],
})

export const ticketList = { ...createEntityList(ticket, supportApi, ticketListOptions), actions: [withdrawAction] }
