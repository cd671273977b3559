import { dayTime, timeAgo } from '#packages/web/core/format/time.ts'
import { col, StatusOf } from '#packages/web/desk/list/columns.tsx'
import { defineListPage } from '#packages/web/desk/list/list-page.tsx'
import { daysFilter } from '#packages/web/desk/list/range.ts'
import { messageKinds, type Message } from '../../contract.ts'
import { DueChip, pressureOf } from '../components/due-chip.tsx'
import { isUnread, KindIcon } from '../components/kind-icon.tsx'
import { isRemovable, statusOf } from '../components/message-status.ts'
import { MessageFrame } from '../components/message-tabs.tsx'
import { MessageWords } from '../components/message-words.tsx'
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
    col.text({ key: 'at', title: '时间', width: 96, of: ({ at }) => timeAgo(at) }),
    col.other({
      key: 'dueAt',
      title: '期限',
      width: 112,
      dropAt: 1,
      cell: (message) => (pressureOf(message) ? <DueChip of={message} /> : '—'),
      words: (message) => pressureOf(message)?.words ?? '',
    }),
    col.status({ key: 'status', title: '状态', width: 88, of: statusOf }),
  ],
  // The dot says that it is new; only what presses needs more than that.
  card: (message) => ({
    kind: messageKinds[message.kind],
    facts: [message.orgName, timeAgo(message.at), message.doneAt ? '已办' : ''].filter(Boolean),
    ...(pressureOf(message) && { tag: <DueChip of={message} /> }),
  }),
  search: '标题或内容',
  filters: [
    {
      name: 'kind',
      label: '类型',
      options: Object.entries(messageKinds).map(([value, label]) => ({ value, label })),
    },
    {
      name: 'state',
      label: '状态',
      options: [
        { value: 'unread', label: '未读' },
        { value: 'open', label: '待处理' },
      ],
    },
    daysFilter('时间'),
  ],
  acts: [
    {
      key: 'read',
      label: '标为已读',
      permission: 'staff',
      when: isUnread,
      run: queries.markRead,
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
    tag: (message) => <StatusOf status={statusOf(message)} />,
    about: ({ kind, orgName, at }) => [messageKinds[kind], orgName, dayTime(at)].filter(Boolean),
    sections: (message) => [
      { facts: [], whole: <MessageWords key={message.id} message={message} /> },
      ...(message.dueAt || message.doneAt ? [{ facts: timesOf(message) }] : []),
    ],
  },
  empty: { title: '没有消息', words: '待办、通知和预警都会出现在这里。' },
})

const timesOf = ({ dueAt, doneAt }: Message) => [
  ...(dueAt ? [{ label: '截止时间', value: dayTime(dueAt) }] : []),
  ...(doneAt ? [{ label: '办结时间', value: dayTime(doneAt) }] : []),
]

/** /message: all that one was told, and what is still to be done about it. */
export default function MessagesPage() {
  return (
    <MessageFrame>
      <List />
    </MessageFrame>
  )
}
