import { z } from 'zod'
import { dayRange, enumOf, idOf, labels, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** What a log can be searched for at most. */
export const logDaysAtMost = 31
export const tooManyDays = `查询时间跨度不能超过${logDaysAtMost}天`

export const operationResults = labels({
  done: { label: '成功', tone: 'success', isNormal: true },
  refused: { label: '被拒绝', tone: 'warning' },
})
export type OperationResult = keyof typeof operationResults

/** An object of an operation, where the reader may see it: 学生 张三. */
const loggedObject = z
  .object({ id: idOf('logged-object'), kind: z.string(), kindTitle: z.string(), title: z.string() })
  .meta({ id: 'LoggedObject' })
export type LoggedObjectTitle = z.output<typeof loggedObject>

const operationFields = {
  id: idOf('operation'),
  at: z.iso.datetime(),
  title: z.string(),
  result: enumOf(operationResults),
  personId: idOf('person'),
  personName: z.string(),
  orgId: idOf('organisation'),
  orgName: z.string(),
  address: z.string(),
  objects: z.array(loggedObject),
}
const operation = z.object(operationFields).meta({ id: 'Operation' })
export type Operation = z.output<typeof operation>

/** What changed in one field, as text. A secret has neither value. */
const objectChange = z
  .object({
    id: idOf('field-change'),
    object: loggedObject.nullable(),
    label: z.string(),
    before: z.string(),
    after: z.string(),
    isSecret: z.boolean(),
  })
  .meta({ id: 'ObjectChange' })
export type ObjectChange = z.output<typeof objectChange>

export const operationDetail = z
  .object({
    ...operationFields,
    route: z.string(),
    /** The own organisation of somebody who acted in another one; empty otherwise. */
    homeOrgName: z.string(),
    sessionId: z.string(),
    requestId: z.string(),
    /** Refused attempts that the row stands for. */
    count: z.int(),
    changes: z.array(objectChange),
  })
  .meta({ id: 'OperationDetail' })
export type OperationDetail = z.output<typeof operationDetail>

const historyEntry = z
  .object({
    /** The request, or the change itself where its request is unknown. */
    id: idOf('request'),
    at: z.iso.datetime(),
    title: z.string(),
    personName: z.string(),
    orgName: z.string(),
    changes: z.array(objectChange),
  })
  .meta({ id: 'ObjectHistoryEntry' })
export type ObjectHistoryEntry = z.output<typeof historyEntry>

export const tracedLogs = labels({
  operation: '操作日志',
  login: '登录日志',
  identity: '身份认证调整日志',
  reveal: '查看完整信息',
  download: '文件访问',
  refusal: '安全事件',
})
const tracedRow = z
  .object({
    id: idOf('log-row'),
    log: enumOf(tracedLogs),
    at: z.iso.datetime(),
    title: z.string(),
    personName: z.string(),
  })
  .meta({ id: 'TracedLogRow' })
export type TracedRow = z.output<typeof tracedRow>

export const operationApi = {
  operationPage: route({
    method: 'GET',
    path: '/api/logs/operationPage',
    title: '用户操作日志',
    access: 'operation-log.read',
    query: pageQuery.extend({
      ...dayRange.shape,
      keyword: z.string().trim().max(100).optional(),
      result: enumOf(operationResults).optional(),
      personId: idOf('person').optional(),
      objectId: idOf('logged-object').optional(),
      orgId: idOf('organisation').optional(),
    }),
    data: pageOf(operation),
  }),
  operationDetail: route({
    method: 'GET',
    path: '/api/logs/operationDetail',
    title: '操作日志详情',
    access: 'operation-log.read',
    query: z.object({ id: idOf('operation') }),
    data: operationDetail,
  }),
  objectHistory: route({
    method: 'GET',
    path: '/api/logs/objectHistory',
    title: '对象历史',
    access: 'operation-log.read',
    query: pageQuery.extend({ type: z.string().max(100), id: idOf('logged-object') }),
    data: z.object({ object: loggedObject, entries: pageOf(historyEntry) }),
  }),
  trace: route({
    method: 'GET',
    path: '/api/logs/trace',
    title: '同一请求的其他日志',
    access: 'operation-log.read',
    query: z.object({ id: idOf('request'), at: z.iso.datetime() }),
    data: z.array(tracedRow),
  }),
}
