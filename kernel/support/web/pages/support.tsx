import { QuestionCircleOutlined } from '@ant-design/icons'
import { Link } from 'react-router'
import { createEntityListSpec } from '#packages/web/desk/entity/entity-list.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { supportApi, ticket } from '../../contract.ts'
import { AnswerTicket } from '../components/answer-ticket.tsx'
import { isOurPage, ticketListOptions, withdrawAction } from '../ticket-list.ts'

export default defineListPage({
  ...createEntityListSpec(ticket, supportApi, {
    ...ticketListOptions,
    icon: QuestionCircleOutlined,
    facts: { page: ({ page }) => isOurPage(page) && <Link to={page}>打开该页面</Link> },
    below: ({ id, mayAnswer }) => mayAnswer && <AnswerTicket id={id} />,
  }),
  actions: [withdrawAction],
})
