import { z } from 'zod'
import {
  computed,
  datetime,
  entitiesOf,
  entityRoutes,
  field,
  flag,
  idOf,
  integer,
  labels,
  organisation,
  owner,
  person,
  secret,
  status,
  text,
  type DetailOf,
  type RowOf,
} from '#packages/contract'
import { manifest } from './manifest.ts'

/** Larger exports run in the background: 导出超过5000行，已转为后台任务，完成后将通知您. */
export const foregroundRows = 5_000
/** An export of more people, or with any sensitive column in full, needs an approval. */
export const peopleWithoutApproval = 500
export const rowsAtMost = 100_000
/** The notice on files with unmasked numbers. */
export const oneTimeNotice = '下载后即删除，24小时内有效'

/**
 * waiting: for an approval; running; done; refused; cancelled by the requester; expired: nobody decided in time;
 * failed.
 */
export const exportStates = labels({
  waiting: { label: '待审批', tone: 'info', next: ['running', 'refused', 'cancelled', 'expired'] },
  running: { label: '导出中', tone: 'info', next: ['done', 'cancelled', 'failed'] },
  done: { label: '已完成', tone: 'success', isNormal: true },
  refused: { label: '已拒绝', tone: 'error' },
  cancelled: { label: '已取消', tone: 'closed' },
  expired: { label: '已过期', tone: 'closed' },
  failed: { label: '导出失败', tone: 'error' },
})

export const sourceKey = z.string().regex(/^[a-z][a-z0-9-]{0,30}$/, '没有这种导出')

export const exportSourceFacts = z.object({
  key: z.string(),
  title: z.string(),
  measure: z.string(),
  columns: z.array(
    z.object({
      key: z.string(),
      title: z.string(),
      isSensitive: z.boolean(),
      /** The column is also sensitive when one of these is chosen. */
      isSensitiveBeside: z.array(z.string()),
    }),
  ),
  /** Whether the caller may export sensitive columns in full. */
  maySensitive: z.boolean(),
})
export type ExportSourceFacts = z.output<typeof exportSourceFacts>

const exportFields = {
  source: sourceKey,
  /** The filter of the list page; validated by the module that owns the list. */
  filter: z.record(z.string(), z.unknown()),
  columns: z.array(z.string().max(60)).min(1, '请至少选择一列').max(200),
  /** Sensitive columns in full instead of masked. */
  isWhole: z.boolean(),
}
export const exportPreviewForm = z.object(exportFields)
export const exportPreview = z.object({
  count: z.int(),
  /** For example 实验小学，在岗. */
  description: z.string(),
  needsReason: z.boolean(),
  /** The export needs an approval and a code by SMS. */
  needsApproval: z.boolean(),
  /** More rows than `foregroundRows`. */
  isLong: z.boolean(),
  /** Why the export is not possible: too many rows, or nobody who could approve. Usually empty. */
  obstacle: z.string(),
})
export type ExportPreview = z.output<typeof exportPreview>

export const exportForm = z.object({
  ...exportFields,
  reason: z.string().trim().max(200, '原因不超过200字'),
  /** The proof after an answer -7. */
  msgId: z.string().max(100).optional(),
  code: z.string().max(10).optional(),
})

const titles = z.array(z.string())

/** The record of an export: of the caller, or in the scope of `export.approve`. Its texts may contain names. */
export const dataExport = entitiesOf(manifest)('data-export', {
  title: '导出记录',
  measure: '条',
  versioned: false,
  access: { read: 'data.export' },
  scope: { org: 'org', owner: 'ownerId' },
  fields: {
    title: text('内容', { max: 40, write: 'server', width: 120 }),
    description: secret('范围', { show: 'list', max: 2000, write: 'server', width: 220, dropAt: 1 }),
    count: integer('行数', { write: 'server', required: true, width: 88, unit: '行' }),
    isWhole: flag('敏感列', { write: 'server', width: 80, dropAt: 3 }),
    columns: field<string[], never, 'detail', 'server', 'column_titles'>(
      '导出列',
      { show: 'detail', write: 'server', column: 'column_titles' },
      { kind: 'external', output: titles, input: z.never(), initial: undefined as never },
    ),
    reason: secret('原因', { max: 200, write: 'server' }),
    requester: person('申请人', { column: 'person_id', write: 'server', required: true, width: 96 }),
    ownerId: owner({ of: 'person', column: 'person_id' }),
    org: organisation('单位', { column: 'org_id', write: 'server', required: true, dropAt: 2 }),
    createdAt: datetime('时间', { column: 'requested_at', required: true, dropAt: 4 }),
    state: status('状态', exportStates),
    /** Null as long as nobody has decided, and for exports that need no approval. */
    decision: computed('审批', z.object({ name: z.string(), opinion: z.string(), at: z.iso.datetime() }).nullable(), {
      show: 'detail',
    }),
    endedAt: datetime('完成时间', { show: 'detail' }),
    failure: text('失败原因', { max: 300, write: 'server', show: 'detail' }),
    /** Requested by the caller, who fetches the file in the task centre when it is done. */
    isOwn: computed('本人申请', z.boolean()),
    mayDecide: computed('可以审批', z.boolean()),
    task: text('后台任务', { max: 36, column: 'task_id', write: 'server', show: 'none' }),
    /** The task, which exists only for the requester. */
    taskId: computed('任务', idOf('task').nullable()),
  },
  name: 'title',
  list: {
    columns: ['description', 'count', 'isWhole', 'requester', 'org', 'createdAt', 'state'],
    filters: ['state', 'createdAt'],
    /** mine by default; decide: those that wait for the caller; all: those in the scope of `export.approve`. */
    extraFilters: { as: { label: '范围', options: { mine: '我的', decide: '待我审批', all: '全部' } } },
    search: [],
    order: ['-createdAt'],
  },
  form: [],
  detail: ['description', 'count', 'isWhole', 'columns', 'reason', 'createdAt', 'decision', 'endedAt', 'failure'],
})
export interface ExportRow extends RowOf<typeof dataExport> {}
export interface ExportRecord extends DetailOf<typeof dataExport> {}
export const dataExportApi = entityRoutes(dataExport, {
  path: '/api/excel',
  actions: ['list', 'get'],
  paths: { list: '/api/excel/exports', get: '/api/excel/exportDetail' },
})

export const decideExportForm = z.object({
  id: idOf('data-export'),
  isAgreed: z.boolean(),
  opinion: z.string().trim().max(200, '意见不超过200字'),
})
