import { z } from 'zod'
import { dayRange, defineEvent, enumOf, idOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { smsApi } from './contract-sms.ts'
import { manifest } from './manifest.ts'

export * from './contract-sms.ts'

export const messageKinds = { todo: '待办', notice: '通知', alert: '预警' } as const
export type MessageKind = keyof typeof messageKinds
export const channels = { app: '站内', dingtalk: '钉钉', sms: '短信' } as const
export type Channel = keyof typeof channels

/** SMS that a district can send in a month at most. */
export const maxSmsQuota = 10_000_000

const kind = enumOf(messageKinds)

const message = z.object({
  id: idOf('message'),
  kind,
  title: z.string(),
  body: z.string(),
  /** A page of the portal that the message leads to; empty when there is none. */
  url: z.string(),
  /** The organisation that the message concerns. */
  orgId: idOf('organisation').nullable(),
  orgName: z.string(),
  /** 特急 and the like. */
  isUrgent: z.boolean(),
  dueAt: z.iso.datetime().nullable(),
  at: z.iso.datetime(),
  readAt: z.iso.datetime().nullable(),
  /** When the to-do was done, by anybody. */
  doneAt: z.iso.datetime().nullable(),
})
export type Message = z.output<typeof message>

const counts = z.object({
  /** Of the last ninety days. */
  unread: z.int(),
  /** Open to-dos. */
  todo: z.int(),
  /** Waiting and running tasks. */
  tasks: z.int(),
})
export type MessageCounts = z.output<typeof counts>

const streamCounts = counts.extend({
  /** A new value whenever something changed, even if the counts stayed the same; the values have no order. */
  mark: z.int(),
})
export type StreamCounts = z.output<typeof streamCounts>

const preference = z.object({ kind, channel: z.enum(['dingtalk', 'sms']), isOn: z.boolean() })

export const setting = z.object({
  /** Inside the application everything arrives; the other channels can be switched off for each kind. */
  preferences: z.array(preference),
  /** Between 22:00 and 07:00 only urgent messages leave the application. */
  isQuietAtNight: z.boolean(),
})
/** `hasSms`: the district has a quota; without one no SMS is sent, whatever the preferences. */
const settingState = setting.extend({ hasSms: z.boolean() })
export type MessageSettingForm = z.output<typeof setting>
export type MessageSetting = z.output<typeof settingState>

/** `month` is its first day. */
export const smsQuotaLow = defineEvent(
  'sms.quota-low',
  z.object({ month: z.iso.date(), used: z.int(), quota: z.int() }),
  { description: 'Most of the SMS quota of the month is used; published once a month.' },
)

const route = routesOf(manifest)
const ids = z.object({ ids: z.array(idOf('message')).min(1, '请至少选择一条记录').max(200) })

export const messageApi = {
  list: route({
    method: 'GET',
    path: '/api/msg/list',
    title: '我的消息',
    access: 'signed-in',
    query: pageQuery.extend({
      kind: kind.optional(),
      /** unread: not read yet; open: to-dos that are not done. */
      state: z.enum(['all', 'unread', 'open']).default('all'),
      keyword: z.string().trim().max(60).default(''),
      ...dayRange.shape,
      /** Newest first, or by due date; messages without a due date come last. */
      sort: z.literal('due').optional(),
    }),
    data: pageOf(message).extend({
      /** With sort `due`: how many of all results are overdue. */
      late: z.int().optional(),
    }),
  }),
  unreadCount: route({
    method: 'GET',
    path: '/api/msg/unreadCount',
    title: '未读数',
    access: 'signed-in',
    data: counts,
  }),
  detail: route({
    method: 'GET',
    path: '/api/msg/detail',
    title: '消息详情',
    access: 'signed-in',
    query: z.object({ id: idOf('message') }),
    data: message,
  }),
  read: route({
    method: 'POST',
    path: '/api/msg/read',
    title: '标为已读',
    access: 'signed-in',
    body: ids,
    data: counts,
  }),
  readAll: route({
    method: 'POST',
    path: '/api/msg/readAll',
    title: '全部标为已读',
    access: 'signed-in',
    body: z.object({ kind: kind.optional() }),
    data: counts,
  }),
  /** Removes the caller's copies; open to-dos stay. */
  remove: route({
    method: 'POST',
    path: '/api/msg/remove',
    title: '删除消息',
    access: 'signed-in',
    body: ids,
    data: z.object({ removed: z.int() }),
  }),
  setting: route({
    method: 'GET',
    path: '/api/msg/setting',
    title: '消息设置',
    access: 'signed-in',
    data: settingState,
  }),
  saveSetting: route({
    method: 'POST',
    path: '/api/msg/setting',
    title: '保存消息设置',
    access: 'signed-in',
    body: setting,
    data: settingState,
  }),
  /** The counts, now and whenever they change: read with `fetch`, one line of JSON each. */
  stream: route({
    method: 'GET',
    path: '/api/msg/stream',
    title: '消息与任务计数',
    access: 'signed-in',
    stream: true,
    ownTransactions: true,
    data: streamCounts,
  }),
  smsLog: smsApi.list,
  smsUsage: smsApi.usage,
  smsStat: smsApi.stat,
  smsResend: smsApi.resend,
  saveSmsQuota: route({
    method: 'POST',
    path: '/api/msg/smsQuota',
    title: '设置短信额度',
    access: 'sms.configure',
    body: z.object({ quota: z.int().min(0).max(maxSmsQuota, '额度过大') }),
    data: z.null(),
  }),
}
