import { optionsOf } from '#packages/contract'
import { formatDayTime, formatTimeAgo } from '#packages/web/core/format/time.ts'
import { sharedCol } from '#packages/web/core/list/columns.ts'
import { createDayRangeFilter } from '#packages/web/core/list/day-range-filter.ts'
import type { SharedList } from '#packages/web/core/list/list-spec.ts'
import { messageKinds, type Message } from '../contract.ts'
import { getMessageState, getUrgency, isRemovable, isUnread } from './message-state.ts'
import * as queries from './queries.ts'

const urgencyTones = { error: 'error', warning: 'warning', plain: 'info' } as const

/** The messages and to-dos of the user, on the desk and on phones. */
export const messageList: SharedList<Message> = {
  key: 'message:',
  queryKey: queries.messageKey,
  noun: { name: '消息', measure: '条' },
  page: queries.messagePage,
  name: { title: '标题', of: ({ title }) => title, isOff: (message) => !isUnread(message) },
  columns: [
    sharedCol.text({ key: 'kind', title: '类型', width: 72, dropAt: 3, of: ({ kind }) => messageKinds[kind] }),
    sharedCol.text({ key: 'orgName', title: '单位', width: 152, dropAt: 2 }),
    sharedCol.text({ key: 'at', title: '时间', width: 96, of: ({ at }) => formatTimeAgo(at) }),
    sharedCol.text({
      key: 'dueAt',
      title: '期限',
      width: 112,
      dropAt: 1,
      of: (message) => getUrgency(message)?.label ?? '',
    }),
    sharedCol.state({ key: 'status', title: '状态', width: 88, of: getMessageState }),
  ],
  // The dot marks unread messages; only urgent ones need more.
  card: (message) => {
    const urgency = getUrgency(message)
    return {
      kind: '',
      facts: [
        messageKinds[message.kind],
        message.orgName,
        formatTimeAgo(message.at),
        message.doneAt ? '已办' : '',
      ].filter(Boolean),
      ...(urgency && { state: { tone: urgencyTones[urgency.tone], label: urgency.label } }),
      ...(isUnread(message) && { mark: '未读' }),
    }
  },
  search: '标题或内容',
  filters: [
    { name: 'kind', label: '类型', options: optionsOf(messageKinds) },
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
    state: getMessageState,
    about: ({ kind, orgName, at }) => [messageKinds[kind], orgName, formatDayTime(at)].filter(Boolean),
    sections: ({ dueAt, doneAt }) => [
      {
        facts: [
          ...(dueAt ? [{ label: '截止时间', text: formatDayTime(dueAt) }] : []),
          ...(doneAt ? [{ label: '办结时间', text: formatDayTime(doneAt) }] : []),
        ],
      },
    ],
  },
  empty: { title: '没有消息', text: '待办、通知和预警都会出现在这里。' },
}
