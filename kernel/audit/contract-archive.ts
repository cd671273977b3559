import { z } from 'zod'
import { idOf, labels, routesOf } from '#packages/contract'
import { objectChange } from './contract-operations.ts'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

/** What has a retention of its own: some cover several sealed logs. */
export const retainedLogs = labels({
  operation: '用户操作日志',
  login: '登录日志',
  identity: '身份认证调整日志',
  api: 'API调用日志',
  security: '安全事件',
  access: '文件访问和完整信息查看日志',
  changes: '字段变更记录',
})
export type RetainedLog = keyof typeof retainedLogs
/** Months in the database; older rows are in the archive. */
export type LogRetention = Record<RetainedLog, number>

export const minRetentionMonths = 6
export const maxRetentionMonths = 120
export const retentionTooShort = `保存期不能少于${minRetentionMonths}个月`
/** Changes of fields are shown as the history of a record, so they stay longer. */
export const defaultRetention: LogRetention = {
  operation: 12,
  login: 12,
  identity: 12,
  api: 12,
  security: 12,
  access: 12,
  changes: 36,
}

export const archivedRowsAtMost = 100

const archivedRow = z
  .object({
    id: idOf('archived-log-row'),
    at: z.iso.datetime(),
    title: z.string(),
    personName: z.string(),
    orgName: z.string(),
    address: z.string(),
    /** The result of a sign-in; empty for an operation, which succeeded. */
    result: z.string(),
    /** The objects of an operation that the reader may see, or the device of a sign-in. */
    note: z.string(),
    changes: z.array(objectChange),
  })
  .meta({ id: 'ArchivedLogRow' })
export type ArchivedLogRow = z.output<typeof archivedRow>

const search = z.object({
  from: z.iso.date('日期格式不正确'),
  to: z.iso.date('日期格式不正确'),
  /** A name of a person or an object, a part of the title, or of an address. */
  keyword: z.string().trim().max(100).default(''),
})
export type ArchiveSearch = z.output<typeof search>

const found = z
  .object({
    items: z.array(archivedRow),
    /** There are more than are shown. */
    isCut: z.boolean(),
  })
  .meta({ id: 'ArchivedLogRows' })
export type ArchivedLogRows = z.output<typeof found>

/** The months whose rows are in the archive, newest first: 2025-10. */
const months = z.object({ months: z.array(z.string()) })

export const archiveApi = {
  operationArchive: route({
    method: 'GET',
    path: '/api/logs/operationArchive',
    title: '已归档的操作日志',
    access: 'operation-log.read',
    data: months,
  }),
  archiveSearch: route({
    method: 'POST',
    path: '/api/logs/archiveSearch',
    title: '查询归档的操作日志',
    access: 'operation-log.read',
    ownTransactions: true,
    body: search,
    data: found,
  }),
  loginArchive: route({
    method: 'GET',
    path: '/api/logs/loginArchive',
    title: '已归档的登录日志',
    access: 'login-log.read',
    data: months,
  }),
  loginArchiveSearch: route({
    method: 'POST',
    path: '/api/logs/loginArchiveSearch',
    title: '查询归档的登录日志',
    access: 'login-log.read',
    ownTransactions: true,
    body: search,
    data: found,
  }),
}
