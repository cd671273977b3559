import { z } from 'zod'
import {
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  enumOf,
  flag,
  idOf,
  integer,
  interfaceDirections,
  labels,
  openField,
  organisation,
  reference,
  routesOf,
  secret,
  status,
  text,
  upload,
  type DataOf,
  type DetailOf,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

const openApi = z.object({
  code: z.string(),
  path: z.string(),
  name: z.string(),
  about: z.string(),
  direction: enumOf(interfaceDirections),
  version: z.string(),
  fields: z.array(openField),
  sample: z.record(z.string(), z.union([z.string(), z.number(), z.boolean()])),
  isOpen: z.boolean(),
  dayQuota: z.int(),
  qps: z.int(),
})
export type OpenApi = z.output<typeof openApi>

export const quota = (label: string, max: number) =>
  z.int(`请填写${label}`).min(1, `${label}不小于1`).max(max, `${label}不超过${max}`)
export const openApiForm = z.object({
  isOpen: z.boolean(),
  dayQuota: quota('每日次数', 10_000_000),
  qps: quota('每秒次数', 1000),
})

export const dayQuotaForm = z.object({
  dayCalls: quota('今日次数', 10_000_000),
  reason: z.string().trim().min(1, '请填写理由').max(200, '理由不超过200字'),
})

export const openApiRoutes = {
  apis: route({
    method: 'GET',
    path: '/api/openManage/apis',
    title: '接口目录',
    access: 'open-api.read',
    data: z.array(openApi),
  }),
  saveApi: route({
    method: 'POST',
    path: '/api/openManage/saveApi',
    title: '设置接口',
    access: 'open-api.manage',
    body: openApiForm.extend({ code: z.string().max(60) }),
    data: z.null(),
  }),
  /** More calls for one application, today only. */
  setQuota: route({
    method: 'POST',
    path: '/api/openManage/setQuota',
    title: '临时提高调用额度',
    access: 'open-api.quota',
    body: z.object({ appKey: z.string().min(1, '请选择应用').max(64) }).extend(dayQuotaForm.shape),
    data: z.null(),
  }),
}

/** What is received from outside, for one organisation and those below it. */
export const collectTask = entitiesOf(manifest)('collect-task', {
  title: '采集任务',
  measure: '个',
  access: { read: 'collect.manage', create: 'collect.manage', update: 'collect.manage' },
  scope: { org: 'org' },
  fields: {
    org: organisation('单位', { column: 'org_id', write: 'create', width: 160 }),
    name: text('任务名称', { max: 40, required: true }),
    target: text('采集内容', {
      max: 60,
      required: '请选择采集内容',
      write: 'create',
      show: 'none',
      pattern: { regex: /^[a-z][a-z-]*$/, message: '请选择采集内容', example: 'pupil-passages' },
    }),
    targetName: computed('采集内容', z.string(), { width: 144 }),
    source: text('数据来自', { max: 60, required: true, width: 144, placeholder: '例如：校门闸机' }),
    taken: integer('已收', { width: 88, write: 'server', required: true }),
    waiting: computed('隔离', z.int(), { width: 88 }),
    createdAt: datetime('创建时间', { required: true, dropAt: 1 }),
    isDisabled: flag('停用'),
  },
  name: 'name',
  disabled: 'isDisabled',
  list: {
    columns: ['targetName', 'org', 'source', 'taken', 'waiting', 'createdAt', 'isDisabled'],
    filters: ['isDisabled', 'createdAt'],
    search: ['name', 'source'],
    order: ['-createdAt'],
  },
  form: ['name', 'target', 'source', 'isDisabled'],
})
export interface CollectTaskRow extends RowOf<typeof collectTask> {}

const collectBytes = 20 * 1024 * 1024

const batch = z.object({
  id: idOf('collect-batch'),
  fileName: z.string(),
  total: z.int(),
  done: z.int(),
  taken: z.int(),
  unchanged: z.int(),
  quarantined: z.int(),
  createdAt: z.iso.datetime(),
})
export type CollectBatch = z.output<typeof batch>

export const collectTaskApi = {
  ...entityRoutes(collectTask, {
    path: '/api/openManage/collectTask',
    actions: ['list', 'create', 'update', 'disable'],
  }),
  targets: route({
    method: 'GET',
    path: '/api/openManage/collectTargets',
    title: '可采集的内容',
    access: 'collect.manage',
    data: z.array(z.object({ key: z.string(), title: z.string(), fields: z.array(openField) })),
  }),
  batches: route({
    method: 'GET',
    path: '/api/openManage/collectBatches',
    title: '采集记录',
    access: 'collect.manage',
    query: z.object({ taskId: idOf('collect-task') }),
    data: z.array(batch),
  }),
}
export const collectFileApi = {
  upload: route({
    method: 'POST',
    path: '/api/openManage/collectFile',
    title: '上传采集数据',
    access: 'collect.manage',
    multipart: true,
    uploadBytes: collectBytes,
    ownTransactions: true,
    body: z.object({
      taskId: idOf('collect-task'),
      file: upload({ maxBytes: collectBytes, tooLarge: '文件超过20MB，请拆分后上传' }),
    }),
    data: z.object({ id: idOf('collect-batch'), isRepeated: z.boolean() }),
  }),
}
export type CollectTargets = DataOf<typeof collectTaskApi.targets>

const quarantineStates = labels({
  waiting: { label: '待处理', tone: 'warning', next: ['replayed', 'dropped'] },
  replayed: { label: '已重放', tone: 'success' },
  dropped: { label: '已丢弃', tone: 'closed' },
})

/** A row that was not accepted. */
export const quarantineRow = entitiesOf(manifest)('collect-quarantine', {
  title: '隔离数据',
  measure: '行',
  versioned: false,
  access: { read: 'collect.manage', update: 'collect.manage' },
  scope: { org: 'org' },
  fields: {
    reason: text('原因', { max: 200, write: 'server' }),
    task: reference('collect-task', 'v_collect_task')('采集任务', {
      column: 'task_id',
      write: 'server',
      required: true,
      width: 176,
    }),
    org: organisation('单位', { column: 'org_id', write: 'server', show: 'none', required: true }),
    createdAt: datetime('收到时间', { required: true }),
    decidedAt: datetime('处理时间', { show: 'detail' }),
    /** The fields as JSON; they may name a child, so those of class C are masked until somebody says why. */
    payload: secret('内容', { max: 10_000, write: 'server', mask: 'all', revealWith: 'collect.reveal' }),
    status: status('状态', quarantineStates, { width: 104 }),
  },
  name: 'reason',
  list: {
    columns: ['task', 'createdAt', 'status'],
    filters: ['status', 'createdAt'],
    search: ['reason', 'task'],
    order: ['-createdAt'],
  },
  form: [],
  detail: ['task', 'createdAt', 'decidedAt', 'payload'],
})
export interface QuarantineRow extends RowOf<typeof quarantineRow> {}
export interface QuarantineDetail extends DetailOf<typeof quarantineRow> {}

const replayed = z.object({ taken: z.int(), left: z.int() })

export const quarantineApi = {
  ...entityRoutes(quarantineRow, { path: '/api/openManage/quarantine', actions: ['list', 'get', 'reveal'] }),
  /** Sends the rows again, as they are. */
  replay: route({
    method: 'POST',
    path: '/api/openManage/replay',
    title: '重放隔离数据',
    access: 'collect.manage',
    body: z.object({ ids: z.array(idOf('collect-quarantine')).min(1).max(500) }),
    data: replayed,
  }),
  /** Changes the values of one row and sends it again. */
  mend: route({
    method: 'POST',
    path: '/api/openManage/mendQuarantine',
    title: '修改并重放隔离数据',
    access: 'collect.manage',
    body: z.object({ id: idOf('collect-quarantine'), values: z.record(z.string().max(60), z.string().max(500)) }),
    data: replayed,
  }),
  drop: route({
    method: 'POST',
    path: '/api/openManage/dropQuarantine',
    title: '丢弃隔离数据',
    access: 'collect.manage',
    body: z.object({ ids: z.array(idOf('collect-quarantine')).min(1).max(500) }),
    data: z.object({ count: z.int() }),
  }),
}
