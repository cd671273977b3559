import { formatNumber } from '#packages/web/core/format/number.ts'
import type { BatchStatus, RowState } from '../contract.ts'

export const stepTitles = ['上传文件', '匹配字段', '检查与修正', '导入', '结果'] as const

/** The status labels in the list of own imports. */
export const statusLabels: Record<BatchStatus, string> = {
  reading: '正在读取',
  mapping: '待匹配字段',
  checking: '正在检查',
  ready: '待修正和导入',
  applying: '正在导入',
  applied: '已导入',
  undoing: '正在撤销',
  undone: '已撤销',
  failed: '未完成',
  discarded: '已取消',
}

const finished: readonly BatchStatus[] = ['applied', 'undoing', 'undone']
export const isFinished = (status: BatchStatus) => finished.includes(status)

const working: readonly BatchStatus[] = ['reading', 'checking', 'applying', 'undoing']
/** A step is running, so the page polls. */
export const isWorking = (status: BatchStatus) => working.includes(status)

export const rowStateLabels: Record<RowState, string> = {
  new: '新增',
  changed: '更新',
  same: '不变',
  wrong: '待修正',
  skipped: '不导入',
}

/** Describes the effect of an undo; zero counts are left out. */
export const describeUndo = (removed: number, restored: number, measure: string) =>
  [
    (removed > 0 || restored === 0) && `移除新增的 ${formatNumber(removed)} ${measure}`,
    restored > 0 && `还原 ${formatNumber(restored)} ${measure}的旧资料`,
  ]
    .filter(Boolean)
    .join('，')
