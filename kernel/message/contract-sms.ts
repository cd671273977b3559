import { z } from 'zod'
import {
  datetime,
  entitiesOf,
  entityRoutes,
  labels,
  organisation,
  person,
  routesOf,
  secret,
  status,
  text,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const deliveryStatuses = labels({
  waiting: { label: '待发', tone: 'info', next: ['sent', 'failed', 'skipped'] },
  sent: { label: '已发出', tone: 'info', isNormal: true, next: ['delivered', 'failed'] },
  delivered: { label: '已送达', tone: 'success', isNormal: true },
  failed: { label: '失败', tone: 'error' },
  /** The message was not sent by this channel: no quota, switched off, no address. */
  skipped: { label: '未发送', tone: 'closed' },
})
export type DeliveryStatus = keyof typeof deliveryStatuses

/** An SMS as the log shows it. */
export const sms = entitiesOf(manifest)('sms', {
  title: '短信',
  measure: '条',
  versioned: false,
  access: { read: 'sms.read' },
  scope: { org: 'org' },
  fields: {
    title: text('内容', { max: 200, write: 'server' }),
    person: person('接收人', { column: 'person_id', write: 'server', required: true, width: 96 }),
    phone: secret('手机号', { show: 'list', max: 20, column: 'address', write: 'server', mask: 'mobile', width: 128 }),
    createdAt: datetime('时间', { column: 'at', required: true, width: 176 }),
    status: status('状态', deliveryStatuses, { width: 96 }),
    /** Why it was not sent, as a text for users. */
    reason: text('原因', { max: 200, write: 'server', width: 216, dropAt: 2 }),
    deliveredAt: datetime('送达时间', { width: 176, dropAt: 1 }),
    /** The organisation that the message concerns. */
    org: organisation('单位', { column: 'org_id', write: 'server', show: 'none' }),
  },
  name: 'title',
  list: {
    columns: ['person', 'phone', 'createdAt', 'status', 'reason', 'deliveredAt'],
    filters: ['status', 'createdAt'],
    search: ['person', 'title'],
    order: ['-createdAt'],
  },
  form: [],
})

const route = routesOf(manifest)
export const smsApi = {
  ...entityRoutes(sms, { path: '/api/msg', actions: ['list'], paths: { list: '/api/msg/smsLog' } }),
  usage: route({
    method: 'GET',
    path: '/api/msg/smsUsage',
    title: '本月短信用量',
    access: 'sms.read',
    data: z.object({ used: z.int(), quota: z.int() }),
  }),
}
