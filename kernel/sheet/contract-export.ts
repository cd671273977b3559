import { z } from 'zod'
import { dayRange, enumOf, idOf, labels, pageQuery } from '#packages/contract'

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
  waiting: { label: '待审批', tone: 'info' },
  running: { label: '导出中', tone: 'info' },
  done: { label: '已完成', tone: 'success', isNormal: true },
  refused: { label: '已拒绝', tone: 'error' },
  cancelled: { label: '已取消', tone: 'closed' },
  expired: { label: '已过期', tone: 'closed' },
  failed: { label: '导出失败', tone: 'error' },
})
export type ExportState = keyof typeof exportStates

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

export const exportRecord = z.object({
  id: idOf('data-export'),
  source: z.string(),
  title: z.string(),
  description: z.string(),
  columns: z.array(z.string()),
  isWhole: z.boolean(),
  count: z.int(),
  reason: z.string(),
  state: enumOf(exportStates),
  byName: z.string(),
  orgName: z.string(),
  requestedAt: z.iso.datetime(),
  /** The decider and the decision text. */
  deciderName: z.string(),
  opinion: z.string(),
  decidedAt: z.iso.datetime().nullable(),
  endedAt: z.iso.datetime().nullable(),
  /** Why the export failed; usually empty. */
  failure: z.string(),
  /** Requested by the caller, who fetches the file in the task centre when it is done. */
  isOwn: z.boolean(),
  /** Whether the caller may decide about it. */
  mayDecide: z.boolean(),
  taskId: idOf('task').nullable(),
})
export type ExportRecord = z.output<typeof exportRecord>

export const exportsQuery = pageQuery.extend({
  /** mine; decide: those that wait for the caller; all: those in the scope of `export.approve`. */
  as: z.enum(['mine', 'decide', 'all']).default('mine'),
  state: enumOf(exportStates).optional(),
  ...dayRange.shape,
})

export const decideExportForm = z.object({
  id: idOf('data-export'),
  isAgreed: z.boolean(),
  opinion: z.string().trim().max(200, '意见不超过200字'),
})
