import { z } from 'zod'
import { idOf, labels, routesOf, schemasOf } from '#packages/contract'
import { operationDetail } from './contract-operations.ts'
import { signInRecord } from './contract-sign-ins.ts'
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

/** The newest rows that a search of archived logs shows. */
export const archivedRowsAtMost = 100
/** Searches of a district that may run at once: each reads whole files. */
export const archiveSearchesAtOnce = 3
export const archiveSearchBegun = '归档数据检索已提交，完成后通知您'

const search = z.object({
  from: z.iso.date('日期格式不正确'),
  to: z.iso.date('日期格式不正确'),
  /** A name of a person or an object, a part of the title, or of an address. */
  keyword: z.string().trim().max(100).default(''),
})
export type ArchiveSearch = z.output<typeof search>

const archiveRequest = z
  .object({
    id: idOf('archive-search'),
    from: z.iso.date(),
    to: z.iso.date(),
    keyword: z.string(),
    /** Otherwise it is still running. */
    isDone: z.boolean(),
  })
  .meta({ id: 'ArchiveRequest' })
export type ArchiveRequest = z.output<typeof archiveRequest>

/** The months whose rows are in the archive, newest first (2025-10), and the caller's searches of the last week. */
const archive = z.object({ months: z.array(z.string()), searches: z.array(archiveRequest) }).meta({ id: 'LogArchive' })
export type LogArchive = z.output<typeof archive>
const begun = z.object({ id: idOf('archive-search'), message: z.string() })
const one = z.object({ id: idOf('archive-search') })

/** `isCut`: there are more rows than are shown. */
const found = <Row extends z.ZodType>(row: Row) =>
  z.object({ search: archiveRequest, isCut: z.boolean(), items: z.array(row) })

export const archiveApi = {
  operationArchive: route({
    method: 'GET',
    path: '/api/logs/operationArchive',
    title: '已归档的操作日志',
    access: 'operation-log.read',
    data: archive,
  }),
  archiveSearch: route({
    method: 'POST',
    path: '/api/logs/archiveSearch',
    title: '检索归档的操作日志',
    access: 'operation-log.read',
    body: search,
    data: begun,
  }),
  archiveFound: route({
    method: 'GET',
    path: '/api/logs/archiveFound',
    title: '归档检索找到的操作日志',
    access: 'operation-log.read',
    query: one,
    data: found(operationDetail),
  }),
  loginArchive: route({
    method: 'GET',
    path: '/api/logs/loginArchive',
    title: '已归档的登录日志',
    access: 'login-log.read',
    data: archive,
  }),
  loginArchiveSearch: route({
    method: 'POST',
    path: '/api/logs/loginArchiveSearch',
    title: '检索归档的登录日志',
    access: 'login-log.read',
    body: search,
    data: begun,
  }),
  loginArchiveFound: route({
    method: 'GET',
    path: '/api/logs/loginArchiveFound',
    title: '归档检索找到的登录日志',
    access: 'login-log.read',
    query: one,
    data: found(schemasOf(signInRecord).detail),
  }),
}
