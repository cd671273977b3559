import { QuestionCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { call } from '#packages/web/core/call.ts'
import { toSafePath } from '#packages/web/core/safe-path.ts'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { supportApi, ticket } from '../../contract.ts'
import { AnswerTicket } from '../components/answer-ticket.tsx'

/** The menu passes the page from which it was opened, because the question is usually about that page. */
const getReferringPage = () => new URLSearchParams(window.location.search).get('from') ?? ''
/** The page comes from user input and may be any text. */
const isOurs = (page: string) => page !== '' && toSafePath(page) === page

export default defineListPage({
  ...createEntityListSpec(ticket, supportApi, {
    key: 'support:',
    icon: QuestionCircleOutlined,
    labels: { create: '提交反馈', send: '提交', created: '已提交，等待答复' },
    initial: () => ({ page: getReferringPage() }),
    facts: { page: ({ page }) => isOurs(page) && <Link to={page}>打开该页面</Link> },
    below: ({ id, mayAnswer }) => mayAnswer && <AnswerTicket id={id} />,
    empty: { title: '还没有反馈', text: '遇到问题可以提交反馈，由本单位管理员答复。' },
  }),
  actions: [
    {
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
    },
  ],
})
