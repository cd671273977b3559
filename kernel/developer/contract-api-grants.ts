import { z } from 'zod'
import {
  computed,
  dateRange,
  datetime,
  entitiesOf,
  entityRoutes,
  idOf,
  integer,
  labels,
  person,
  routesOf,
  status,
  text,
  type DetailOf,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'
import { quota } from './contract-collect.ts'

const route = routesOf(manifest)

export const grantStates = labels({
  waiting: { label: '申请中', tone: 'warning', next: ['approved', 'returned'] },
  approved: { label: '已通过', tone: 'success', next: ['paused', 'expired', 'revoked'] },
  returned: { label: '退回', tone: 'error' },
  paused: { label: '暂停', tone: 'warning', next: ['approved', 'expired'] },
  expired: { label: '到期', tone: 'closed' },
  revoked: { label: '撤销', tone: 'closed' },
})

/** How long a grant may last, and how far ahead it may begin. */
export const grantPeriod = { yearsAtMost: 3, daysAhead: 366 }

const fieldNames = z.array(z.string().max(60)).max(100)
export const apiGrantForm = z.object({
  appKey: z.string().min(1, '请选择应用').max(64),
  apiCode: z.string().min(1, '请选择接口').max(60),
  fields: fieldNames.min(1, '请选择字段'),
  /** None: the whole district. */
  orgIds: z.array(idOf('organisation')).max(1000),
  purpose: z.string().trim().min(20, '请填写数据用途（不少于20字）').max(500, '数据用途不超过500字'),
  days: z
    .object({ from: z.iso.date('请填写开始日期'), to: z.iso.date('请填写结束日期') })
    .refine(({ from, to }) => from <= to, '结束日期不能早于开始日期'),
  dayQuota: quota('每日次数', 10_000_000),
  qps: quota('每秒次数', 1000),
  /** The signed agreement, for class C. */
  agreement: z.array(idOf('file')).max(3),
})
export type ApiGrantForm = z.output<typeof apiGrantForm>

/** What an application may read through an interface. */
export const apiGrant = entitiesOf(manifest)('api-grant', {
  title: '接口授权',
  measure: '项',
  versioned: false,
  access: { read: 'api-grant.read', update: 'open-api.grant' },
  scope: {},
  fields: {
    appName: computed('应用', z.string(), { width: 176 }),
    appKey: text('应用标识', { max: 64, write: 'server' }),
    apiCode: text('接口标识', { max: 60, write: 'server' }),
    apiName: computed('接口', z.string(), { width: 120 }),
    /** Asked for, and given. */
    asked: computed('申请的字段', z.array(z.string()), { show: 'detail' }),
    granted: computed('授权的字段', z.array(z.string())),
    reach: computed('范围', z.string(), { width: 120 }),
    purpose: text('数据用途', { max: 500, write: 'server', width: 220, dropAt: 1 }),
    days: dateRange('有效期', { columns: ['starts_on', 'ends_on'], required: true, write: 'server', width: 200 }),
    dayQuota: integer('每日次数', { write: 'server', required: true, width: 96, dropAt: 2 }),
    qps: integer('每秒次数', { write: 'server', required: true }),
    requester: person('申请人', { column: 'requested_by', write: 'server', required: true, width: 96 }),
    createdAt: datetime('申请时间', { required: true, dropAt: 3 }),
    decidedAt: datetime('处理时间', { show: 'detail' }),
    /** Why it was paused, resumed, revoked, or lost fields: of the last change. */
    changeReason: text('变更理由', { max: 200, write: 'server', show: 'detail' }),
    mayDecide: computed('可以处理', z.boolean()),
    status: status('状态', grantStates, { width: 104 }),
  },
  name: 'appName',
  list: {
    columns: ['apiName', 'reach', 'purpose', 'days', 'dayQuota', 'createdAt', 'status'],
    filters: ['status', 'createdAt'],
    search: ['purpose', 'requester'],
    order: ['-createdAt'],
  },
  form: [],
  detail: [
    'apiName',
    'reach',
    'purpose',
    'days',
    'dayQuota',
    'qps',
    'requester',
    'createdAt',
    'decidedAt',
    'changeReason',
  ],
})
export interface ApiGrantRow extends RowOf<typeof apiGrant> {}
export interface ApiGrantDetail extends DetailOf<typeof apiGrant> {}

const grantChange = z.object({
  id: idOf('api-grant'),
  reason: z.string().trim().min(1, '请填写理由').max(200, '理由不超过200字'),
})

export const apiGrantApi = {
  ...entityRoutes(apiGrant, { path: '/api/openManage/grants', actions: ['list', 'get'] }),
  suspend: route({
    method: 'POST',
    path: '/api/openManage/grants/suspend',
    title: '暂停接口授权',
    access: 'open-api.grant',
    body: grantChange,
    data: z.null(),
  }),
  resume: route({
    method: 'POST',
    path: '/api/openManage/grants/resume',
    title: '恢复接口授权',
    access: 'open-api.grant',
    body: grantChange.pick({ id: true }),
    data: z.null(),
  }),
  revoke: route({
    method: 'POST',
    path: '/api/openManage/grants/revoke',
    title: '撤销接口授权',
    access: 'open-api.grant',
    body: grantChange,
    data: z.null(),
  }),
  /** Takes fields away from a grant; the last ones only with the grant itself. */
  revokeFields: route({
    method: 'POST',
    path: '/api/openManage/grants/revokeFields',
    title: '撤销授权的字段',
    access: 'open-api.grant',
    body: grantChange.extend({ fields: fieldNames.min(1, '请选择字段') }),
    data: z.null(),
  }),
  choices: route({
    method: 'GET',
    path: '/api/openManage/grantChoices',
    title: '可授权的应用和单位',
    access: 'open-api.apply',
    data: z.object({
      apps: z.array(z.object({ appKey: z.string(), name: z.string() })),
      orgs: z.array(z.object({ id: idOf('organisation'), name: z.string() })),
    }),
  }),
  apply: route({
    method: 'POST',
    path: '/api/openManage/applyGrant',
    title: '申请接口授权',
    access: 'open-api.apply',
    body: apiGrantForm,
    data: z.object({ id: idOf('api-grant') }),
  }),
  /** Decides field by field: fields that are left out are not given. */
  audit: route({
    method: 'POST',
    path: '/api/openManage/auditGrant',
    title: '审批接口授权',
    // Countersigners decide, too; the service looks at both permissions.
    access: 'api-grant.read',
    body: z.object({
      id: idOf('api-grant'),
      isAgreed: z.boolean(),
      fields: fieldNames,
      opinion: z.string().trim().max(200, '意见不超过200字'),
    }),
    data: z.null(),
  }),
}
