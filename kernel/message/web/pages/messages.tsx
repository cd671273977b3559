import { optionsOf } from '#packages/contract'
import { formatDayTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { col, RowStatusTag } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { createDayRangeFilter } from '#packages/web/desk/list/day-range-filter.ts'
import { messageKinds, type Message } from '../../contract.ts'
import { DueChip, getUrgency } from '../components/due-chip.tsx'
import { isUnread, KindIcon } from '../components/kind-icon.tsx'
import { isRemovable, getMessageStatus } from '../components/message-status.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { MessageBody } from '../components/message-body.tsx'
import * as queries from '../queries.ts'

const List = defineListPage<Message>({
  key: 'message:',
  queryKey: queries.messageKey,
  unit: '条消息',
  measure: '条',
  counted: '条消息',
  page: queries.messagePage,
  name: {
    title: '标题',
    of: ({ title }) => title,
    isOff: (message) => !isUnread(message),
    icon: (message) => <KindIcon message={message} size="row" />,
  },
  columns: [
    col.text({ key: 'kind', title: '类型', width: 72, dropAt: 3, of: ({ kind }) => messageKinds[kind] }),
    col.text({ key: 'orgName', title: '单位', width: 152, dropAt: 2 }),
    col.text({ key: 'at', title: '时间', width: 96, of: ({ at }) => formatTimeAgo(at) }),
    col.other({
      key: 'dueAt',
      title: '期限',
      width: 112,
      dropAt: 1,
      cell: (message) => (getUrgency(message) ? <DueChip of={message} /> : '—'),
      text: (message) => getUrgency(message)?.label ?? '',
    }),
    col.status({ key: 'status', title: '状态', width: 88, of: getMessageStatus }),
  ],
  // The dot marks unread messages; only urgent ones need more.
  card: (message) => ({
    kind: messageKinds[message.kind],
    facts: [message.orgName, formatTimeAgo(message.at), message.doneAt ? '已办' : ''].filter(Boolean),
    ...(getUrgency(message) && { tag: <DueChip of={message} /> }),
  }),
  search: '标题或内容',
  filters: [
    {
      name: 'kind',
      label: '类型',
      options: optionsOf(messageKinds),
    },
    {
      name: 'state',
      label: '状态',
      options: [
        { value: 'unread', label: '未读' },
        { value: 'open', label: '待处理' },
      ],
    },
    createDayRangeFilter('时间'),
  ],
  actions: [
    {
      key: 'read',
      label: '标为已读',
      permission: 'staff',
      when: isUnread,
      run: queries.markMessagesRead,
      done: (count) => `已将 ${count.toLocaleString()} 条标为已读`,
    },
    {
      key: 'remove',
      label: '删除',
      permission: 'staff',
      isDanger: true,
      when: isRemovable,
      preview: queries.previewRemoval,
      run: queries.removeMessages,
      done: (count) => `已删除 ${count.toLocaleString()} 条消息`,
    },
  ],
  detail: {
    of: queries.messageDetail,
    name: ({ title }) => title,
    icon: (message) => <KindIcon message={{ ...message, readAt: message.at }} size="head" />,
    tag: (message) => <RowStatusTag status={getMessageStatus(message)} />,
    about: ({ kind, orgName, at }) => [messageKinds[kind], orgName, formatDayTime(at)].filter(Boolean),
    sections: (message) => [
      { facts: [], whole: <MessageBody key={message.id} message={message} /> },
      ...(message.dueAt || message.doneAt ? [{ facts: timesOf(message) }] : []),
    ],
  },
  empty: { title: '没有消息', text: '待办、通知和预警都会出现在这里。' },
})

const timesOf = ({ dueAt, doneAt }: Message) => [
  ...(dueAt ? [{ label: '截止时间', value: formatDayTime(dueAt) }] : []),
  ...(doneAt ? [{ label: '办结时间', value: formatDayTime(doneAt) }] : []),
]

/** /message: all messages of the user and the open to-dos. */
export default function MessagesPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
