import { QuestionCircleOutlined } from '@ant-design/icons'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/desk/list/day-range-filter.ts'
import { TileIcon } from '#packages/web/desk/tile-icon.tsx'
import { formatDayTime } from '#packages/web/core/format/time.ts'
import { Attachments } from '#kernel/files/web/index.ts'
import { ticketForm, ticketStatuses, type Ticket, type TicketDetail, type TicketForm } from '../../contract.ts'
import { ticketFacts } from '../components/ticket-facts.tsx'
import { getTicketStatus } from '../components/ticket-status.ts'
import * as queries from '../queries.ts'

const icon = (size: 'row' | 'head') => () => <TileIcon of={QuestionCircleOutlined} size={size} />
const mostFiles = 9
/** The menu passes the page from which it was opened, because the question is usually about that page. */
const getReferringPage = () => new URLSearchParams(window.location.search).get('from') ?? ''

export default defineListPage<Ticket, TicketDetail, TicketForm>({
  key: 'support:',
  queryKey: queries.supportKey,
  unit: '条反馈',
  measure: '条',
  counted: '条反馈',
  page: queries.ticketPage,
  name: { title: '标题', of: ({ title }) => title, icon: icon('row'), isOff: ({ status }) => status === 'withdrawn' },
  columns: [
    col.text({ key: 'asker', title: '提出人', width: 112, card: 'fact' }),
    col.text({ key: 'orgName', title: '单位', width: 200, dropAt: 2, card: 'fact' }),
    col.date({
      key: 'createdAt',
      title: '提出时间',
      width: 168,
      hasTime: true,
      card: 'fact',
      of: (row) => row.createdAt,
    }),
    col.date({
      key: 'answeredAt',
      title: '答复时间',
      width: 168,
      hasTime: true,
      dropAt: 1,
      of: (row) => row.answeredAt,
    }),
    col.status({ key: 'status', title: '状态', width: 104, of: getTicketStatus }),
  ],
  search: '标题',
  filters: [
    {
      name: 'box',
      label: '范围',
      options: [
        { value: 'mine', label: '我提出的' },
        { value: 'others', label: '他人提出的' },
      ],
    },
    {
      name: 'status',
      label: '状态',
      options: Object.entries(ticketStatuses).map(([value, label]) => ({ value, label })),
    },
    createDayRangeFilter('提出时间'),
  ],
  create: {
    label: '提交反馈',
    send: '提交',
    permission: 'staff',
    done: '已提交，等待答复',
    form: () => ({
      schema: ticketForm,
      initial: () => ({ title: '', text: '', page: getReferringPage(), fileIds: [] }),
      sections: [
        {
          fields: [
            { name: 'title', label: '标题', kind: 'text', width: 'long', required: true },
            { name: 'text', label: '问题', kind: 'textarea', width: 'long', required: true },
            {
              name: 'fileIds',
              label: '附件',
              kind: 'custom',
              draw: (props) => <Attachments {...props} maxFiles={mostFiles} />,
            },
          ],
        },
      ],
    }),
    submit: queries.createTicket,
  },
  actions: [
    {
      key: 'withdraw',
      label: '撤回',
      permission: 'staff',
      isDanger: true,
      when: ({ isMine, status }) => isMine && status === 'open',
      run: queries.withdrawTickets,
      done: (count) => `已撤回 ${count} 条反馈`,
    },
  ],
  detail: {
    of: queries.ticketDetail,
    name: ({ title }) => title,
    icon: icon('head'),
    sections: ticketFacts,
    tag: (detail) => <RowStatusTag status={getTicketStatus(detail)} />,
    about: ({ orgName, asker, createdAt }) => [orgName, asker, formatDayTime(createdAt)],
  },
  empty: { title: '还没有反馈', text: '遇到问题可以提交反馈，由本单位管理员答复。' },
})
