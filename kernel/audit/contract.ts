import {
  datetime,
  entitiesOf,
  entityRoutes,
  integer,
  labels,
  organisation,
  person,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

const kinds = labels({
  forbidden: { label: '越权操作', tone: 'error' },
  'not-found': { label: '访问范围外的数据', tone: 'warning' },
  'wrong-code': { label: '二次验证错误', tone: 'warning' },
  'too-many': { label: '操作过于频繁', tone: 'warning' },
  'number-probe': { label: '号码试探', tone: 'error' },
  'many-accounts': { label: '一址多号', tone: 'error' },
  'many-failures': { label: '大量登录失败', tone: 'error' },
  'night-device': { label: '夜间新设备', tone: 'warning' },
  'sms-undelivered': { label: '短信送达率低', tone: 'warning' },
})
export type SecurityEventKind = keyof typeof kinds

/** A refused attempt of a signed-in person. */
export const securityEvent = entitiesOf(manifest)('security-event', {
  title: '安全事件',
  measure: '条',
  versioned: false,
  access: { read: 'security-event.read' },
  scope: { org: 'org' },
  fields: {
    /** The title of the refused route; empty for the sum of many different ones. */
    title: text('操作', { max: 100, write: 'server' }),
    kind: status('类型', kinds, { width: 152 }),
    person: person('人员', { column: 'person_id', write: 'server', required: true, width: 96 }),
    org: organisation('单位', { column: 'org_id', write: 'server', required: true, width: 176, dropAt: 2 }),
    count: integer('次数', { write: 'server', required: true, width: 72 }),
    address: text('IP地址', { max: 45, write: 'server', width: 136 }),
    createdAt: datetime('时间', { column: 'at', required: true }),
    /** The session of the attempt; the sign-in log has the same id. */
    sessionId: text('会话', { max: 36, write: 'server', width: 128, dropAt: 1 }),
  },
  name: 'title',
  list: {
    columns: ['kind', 'person', 'org', 'count', 'address', 'createdAt', 'sessionId'],
    filters: ['kind', 'createdAt'],
    search: ['person', 'title', 'address'],
    order: ['-createdAt'],
  },
  form: [],
})
export interface SecurityEventRow extends RowOf<typeof securityEvent> {}

export const auditApi = entityRoutes(securityEvent, {
  path: '/api/log',
  actions: ['list'],
  paths: { list: '/api/log/securityEvents' },
})

export * from './contract-api-calls.ts'
export * from './contract-archive.ts'
export * from './contract-sign-ins.ts'
export * from './contract-identity.ts'
export * from './contract-operations.ts'
export * from './contract-retention.ts'
