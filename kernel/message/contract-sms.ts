import { z } from 'zod'
import {
  choice,
  datetime,
  entitiesOf,
  entityRoutes,
  enumOf,
  idOf,
  integer,
  labels,
  organisation,
  person,
  routesOf,
  secret,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const deliveryStatuses = labels({
  waiting: { label: '待发', tone: 'info', next: ['sent', 'failed', 'skipped'] },
  sent: { label: '已提交', tone: 'info', isNormal: true, next: ['delivered', 'failed'] },
  delivered: { label: '已送达', tone: 'success', isNormal: true },
  failed: { label: '失败', tone: 'error', next: ['waiting'] },
  /** The message was not sent by this channel: no quota, switched off, no address. */
  skipped: { label: '未发送', tone: 'closed' },
})
export type DeliveryStatus = keyof typeof deliveryStatuses

const smsKinds = labels({ message: '消息', account: '账号短信' })

/** An SMS as the log shows it. */
export const sms = entitiesOf(manifest)('sms', {
  title: '短信',
  measure: '条',
  versioned: false,
  access: { read: 'sms.read' },
  scope: { org: 'org' },
  fields: {
    title: text('内容', { max: 200, write: 'server' }),
    person: person('接收人', { column: 'person_id', write: 'server', width: 96 }),
    phone: secret('手机号', { show: 'list', max: 20, column: 'address', write: 'server', mask: 'mobile', width: 128 }),
    createdAt: datetime('时间', { column: 'at', required: true, width: 176 }),
    status: status('状态', deliveryStatuses, { width: 96 }),
    /** Why it was not sent, as a text for users. */
    reason: text('原因', { max: 200, write: 'server', width: 216, dropAt: 2 }),
    deliveredAt: datetime('送达时间', { width: 176, dropAt: 1 }),
    /** The organisation that the message concerns. */
    org: organisation('单位', { column: 'org_id', write: 'server', width: 160, dropAt: 3 }),
    resends: integer('重发次数', { write: 'server', required: true, width: 88, dropAt: 4 }),
    /** Only messages can be resent: a code is worth nothing later. */
    kind: choice('类别', smsKinds, { write: 'server', required: true, width: 96, dropAt: 5 }),
  },
  name: 'title',
  list: {
    columns: ['person', 'phone', 'createdAt', 'status', 'reason', 'deliveredAt', 'org', 'resends', 'kind'],
    filters: ['status', 'createdAt', 'org', 'kind'],
    search: ['person', 'title'],
    order: ['-createdAt'],
  },
  form: [],
  export: { permission: 'sms.export', isOfPeople: false, needsReason: '请填写导出原因' },
})

export interface SmsRow extends RowOf<typeof sms> {}

const smsStat = z.object({
  /** The SMS of the period by status. */
  counts: z.record(enumOf(deliveryStatuses), z.int()),
  /** By organisation, the most first; without those that concern no organisation. */
  orgs: z.array(z.object({ orgId: idOf('organisation'), name: z.string(), sent: z.int(), delivered: z.int() })),
})
export type SmsStat = z.output<typeof smsStat>

const route = routesOf(manifest)
export const smsApi = {
  ...entityRoutes(sms, { path: '/api/msg', actions: ['list'], paths: { list: '/api/logs/smsPage' } }),
  stat: route({
    method: 'GET',
    path: '/api/logs/smsStat',
    title: '短信发送统计',
    access: 'sms.read',
    query: z.object({ createdAt: sms.fields.createdAt.filter!.optional() }),
    data: smsStat,
  }),
  resend: route({
    method: 'POST',
    path: '/api/logs/smsResend',
    title: '重发失败的短信',
    access: 'sms.resend',
    body: z.object({ ids: z.array(idOf('sms')).min(1, '请选择短信').max(200, '一次最多重发200条') }),
    data: z.object({ count: z.int() }),
  }),
  usage: route({
    method: 'GET',
    path: '/api/msg/smsUsage',
    title: '本月短信用量',
    access: 'sms.read',
    data: z.object({ used: z.int(), quota: z.int() }),
  }),
}
