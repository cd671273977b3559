import { z } from 'zod'
import {
  choice,
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  flag,
  idOf,
  integer,
  password,
  routesOf,
  status,
  text,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

const wrongPort = '端口号应为0-65535'

/** Foreign databases that the district may read. */
export const dataSource = entitiesOf(manifest)('data-source', {
  title: '数据源',
  measure: '个',
  access: { read: 'source.read', update: 'source.edit' },
  scope: {},
  fields: {
    name: text('名称', { max: 50, required: true, placeholder: '如 食堂供应商', width: 200 }),
    remark: text('备注', { max: 200, multiline: true }),
    kind: choice('类型', { postgresql: 'PostgreSQL' }, { required: true, width: 112, dropAt: 2 }),
    host: text('主机', {
      max: 253,
      required: true,
      placeholder: '域名或 IP 地址',
      pattern: { regex: /^[A-Za-z0-9.:_-]+$/, message: '主机地址格式不正确', example: '203.0.113.9' },
    }),
    port: integer('端口', { max: 65_535, required: true, rangeMessage: wrongPort }),
    database: text('数据库', { max: 63, required: true }),
    address: computed('地址', z.string(), { width: 260 }),
    isEncrypted: flag('加密连接', { hint: '对方证书须可验证' }),
    userName: text('用户名', { max: 63, required: true, width: 128, dropAt: 3 }),
    password: password('密码', { max: 200, required: true }),
    testedAt: datetime('上次测试', { dropAt: 1 }),
    testWords: text('测试结果', { max: 300, write: 'server', width: 200, dropAt: 4 }),
    // A test decides; a new password and enabling need a new test.
    status: status('连接', {
      untested: { label: '未测试', tone: 'info', next: ['fine', 'faulty'] },
      fine: { label: '可用', tone: 'success', isNormal: true, next: ['faulty', 'untested'] },
      faulty: { label: '不可用', tone: 'error', next: ['fine', 'untested'] },
    }),
    isDisabled: flag('停用', { write: 'server' }),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['kind', 'address', 'userName', 'testedAt', 'testWords', 'status', 'isDisabled'],
    filters: ['status', 'isDisabled'],
    search: ['name', 'host'],
    order: ['name'],
  },
  form: [
    { title: '基本信息', fields: ['name', 'kind', 'remark'] },
    { title: '连接', fields: ['host', 'port', 'database', 'isEncrypted'] },
    { title: '只读账号', fields: ['userName', 'password'] },
  ],
  unique: [{ constraint: 'data_source_name', message: '名称已存在', field: 'name' }],
})
export interface DataSource extends RowOf<typeof dataSource> {}

export const dataSourceApi = entityRoutes(dataSource, {
  path: '/api/dataSource',
  actions: ['list', 'create', 'update', 'disable', 'remove'],
})

const route = routesOf(manifest)
const byId = z.object({ id: idOf('data-source') })

export const sourceApi = {
  /** Connects and checks that the account is read-only. */
  test: route({
    method: 'POST',
    path: '/api/dataSource/test',
    title: '测试数据源连接',
    access: 'source.edit',
    ownTransactions: true,
    body: byId,
    data: z.object({ status: dataSource.fields.status.output, message: z.string(), tookMs: z.int() }),
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
