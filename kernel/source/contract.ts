import { z } from 'zod'
import { idOf, optionalIdOf, pageOf, pageQuery, routesOf } from '#packages/contract'
import { manifest } from './manifest.ts'

export const sourceKinds = { postgresql: 'PostgreSQL' } as const
export const sourceStatuses = { untested: '未测试', fine: '正常', faulty: '异常', stopped: '已停用' } as const
export type SourceStatus = keyof typeof sourceStatuses

const kind = z.enum(Object.keys(sourceKinds) as ['postgresql'])
const status = z.enum(Object.keys(sourceStatuses) as [SourceStatus, ...SourceStatus[]])

const dataSource = z.object({
  id: idOf('data-source'),
  name: z.string(),
  remark: z.string(),
  kind,
  host: z.string(),
  port: z.int(),
  database: z.string(),
  userName: z.string(),
  /** The password itself is never returned. */
  hasPassword: z.boolean(),
  isEncrypted: z.boolean(),
  status,
  testedAt: z.iso.datetime().nullable(),
  /** The result of the last test. */
  testWords: z.string(),
  updatedAt: z.iso.datetime(),
  updatedBy: z.string(),
  version: z.int(),
})
export type DataSource = z.output<typeof dataSource>

/** A host name or an IP address. */
const host = z
  .string()
  .trim()
  .min(1, '请输入主机地址')
  .max(253, '主机地址过长')
  .regex(/^[A-Za-z0-9.:_-]+$/, '主机地址格式不正确')

export const sourceForm = z.object({
  id: optionalIdOf('data-source'),
  name: z.string().trim().min(1, '请输入名称').max(50, '名称不超过50字'),
  remark: z.string().trim().max(200, '备注不超过200字'),
  kind,
  host,
  port: z.int('端口号应为0-65535').min(0, '端口号应为0-65535').max(65_535, '端口号应为0-65535'),
  database: z.string().trim().min(1, '请输入数据库名').max(63, '数据库名不超过63字'),
  userName: z.string().trim().min(1, '请输入用户名').max(63, '用户名不超过63字'),
  /** Empty keeps the stored password. */
  password: z.string().max(200, '密码不超过200字'),
  isEncrypted: z.boolean(),
  version: z.int(),
})
export type SourceForm = z.output<typeof sourceForm>

const route = routesOf(manifest)
const byId = z.object({ id: idOf('data-source') })

export const sourceApi = {
  page: route({
    method: 'GET',
    path: '/api/dataSource/page',
    title: '数据源列表',
    access: 'source.read',
    query: z.object({
      ...pageQuery.shape,
      keyword: z.string().trim().max(50).default(''),
      status: z.enum(['', ...status.options]).default(''),
    }),
    data: pageOf(dataSource),
  }),
  save: route({
    method: 'POST',
    path: '/api/dataSource/save',
    title: '保存数据源',
    access: 'source.edit',
    body: sourceForm,
    data: byId,
  }),
  /** Connects and checks that the account is read-only. */
  test: route({
    method: 'POST',
    path: '/api/dataSource/test',
    title: '测试数据源连接',
    access: 'source.edit',
    ownTransactions: true,
    body: byId,
    data: z.object({ status, message: z.string(), tookMs: z.int() }),
  }),
  stop: route({
    method: 'POST',
    path: '/api/dataSource/stop',
    title: '停用或启用数据源',
    access: 'source.edit',
    body: z.object({ ids: z.array(idOf('data-source')).min(1, '请选择数据源').max(200), isStopped: z.boolean() }),
    data: z.object({ changed: z.int() }),
  }),
  remove: route({
    method: 'POST',
    path: '/api/dataSource/delete',
    title: '删除数据源',
    access: 'source.edit',
    body: z.object({ ids: z.array(idOf('data-source')).min(1, '请选择数据源').max(200) }),
    data: z.object({ changed: z.int() }),
  }),
  /** The first rows of a query, to check it. */
  preview: route({
    method: 'POST',
    path: '/api/dataSource/preview',
    title: '预览数据',
    access: 'source.query',
    ownTransactions: true,
    withoutKey: 'it reads, and every look is logged',
    body: byId.extend({
      sql: z
        .string()
        .trim()
        .min(1, '请输入查询语句')
        .max(5_000, '查询语句不超过5000字')
        .regex(/^(select|with|values|table)\b/i, '只能执行一条查询语句'),
    }),
    data: z.object({
      columns: z.array(z.object({ name: z.string(), type: z.string() })),
      rows: z.array(z.array(z.string().nullable())),
      hasMore: z.boolean(),
      tookMs: z.int(),
    }),
  }),
}
export type SourcePreview = z.output<typeof sourceApi.preview.data>
