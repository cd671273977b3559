import { z } from 'zod'
import {
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  integer,
  labels,
  routesOf,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

export const callOutcomes = labels({
  done: { label: '成功', tone: 'success' },
  refused: { label: '被拒绝', tone: 'warning' },
  failed: { label: '系统错误', tone: 'error' },
})
export type ApiCallOutcome = keyof typeof callOutcomes

/** A call of the open interface by an application. */
export const apiCall = entitiesOf(manifest)('api-call', {
  title: 'API调用',
  measure: '次',
  versioned: false,
  access: { read: 'api-log.read' },
  scope: {},
  fields: {
    interface: text('接口', { max: 100, write: 'server', width: 200 }),
    appName: computed('应用', z.string(), { width: 160 }),
    appKey: text('应用标识', { max: 64, write: 'server', width: 200, dropAt: 9 }),
    outcome: status('结果', callOutcomes, { width: 104 }),
    createdAt: datetime('时间', { column: 'at', required: true, width: 176 }),
    ms: integer('耗时', { write: 'server', required: true, unit: '毫秒', width: 88 }),
    httpStatus: integer('HTTP状态', { write: 'server', required: true, width: 96 }),
    ret: integer('返回码', { write: 'server', required: true, min: -1000, width: 80, dropAt: 4 }),
    rowCount: integer('返回条数', { write: 'server', required: true, width: 96, dropAt: 2 }),
    orgCount: integer('单位数', { write: 'server', required: true, width: 80, dropAt: 6 }),
    bytes: integer('字节', { write: 'server', required: true, width: 96, dropAt: 3 }),
    quotaLeft: integer('剩余额度', { write: 'server', width: 96, dropAt: 5 }),
    address: text('IP地址', { max: 45, write: 'server', width: 136, dropAt: 1 }),
    path: text('路径', { max: 200, write: 'server', width: 216, dropAt: 7 }),
    requestId: text('请求编号', { max: 36, write: 'server', width: 128, dropAt: 8 }),
  },
  name: 'interface',
  list: {
    columns: [
      'appName',
      'outcome',
      'createdAt',
      'ms',
      'httpStatus',
      'ret',
      'rowCount',
      'bytes',
      'quotaLeft',
      'address',
      'path',
      'appKey',
      'requestId',
    ],
    filters: ['createdAt', 'outcome'],
    search: ['interface', 'appKey', 'address'],
    order: ['-createdAt'],
  },
  form: [],
})
export interface ApiCallRow extends RowOf<typeof apiCall> {}

const apiMinute = z.object({
  at: z.iso.datetime(),
  calls: z.int(),
  /** Answers with a system error. */
  errors: z.int(),
  /** Milliseconds within which 95 of 100 calls were answered. */
  p95: z.int(),
})
export type ApiMinute = z.output<typeof apiMinute>

export const apiStatQuery = z.object({
  from: z.iso.datetime(),
  /** At most a day later. */
  to: z.iso.datetime(),
  appKey: z.string().max(64).optional(),
})

const route = routesOf(manifest)
export const apiCallApi = {
  ...entityRoutes(apiCall, { path: '/api/logs', actions: ['list'], paths: { list: '/api/logs/apiPage' } }),
  stat: route({
    method: 'GET',
    path: '/api/logs/apiStat',
    title: '每分钟的API调用',
    access: 'api-log.read',
    query: apiStatQuery,
    data: z.array(apiMinute),
  }),
}
