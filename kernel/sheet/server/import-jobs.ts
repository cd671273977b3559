import { defineJob, subscribe, type JobDefinition } from '#packages/jobs'
import { taskEnded } from '#kernel/task/contract.ts'
import { applyRowsTask } from './service/apply-import.ts'
import { checkRowsTask } from './service/check-import.ts'
import { sweepImports } from './service/discard-import.ts'
import { readFileTask } from './service/read-import-file.ts'
import { settleEndedTask } from './service/settle-import.ts'
import { undoRowsTask } from './service/undo-import.ts'
import { writeWrongRowsTask } from './service/export-wrong-rows.ts'

/** Deletes discarded batches and those that nobody has continued for a week. */
const sweepBatches = defineJob({
  name: 'sheet.sweep',
  title: '清理导入数据',
  cron: '15 * * * *',
  isLong: true,
  handleOutside: sweepImports,
})

export const importJobs: readonly JobDefinition[] = [
  readFileTask.job,
  checkRowsTask.job,
  applyRowsTask.job,
  undoRowsTask.job,
  writeWrongRowsTask.job,
  sweepBatches as unknown as JobDefinition,
]

export const onImportTaskEnded = subscribe(
  taskEnded,
  { name: 'sheet.settle', title: '了结中断的导入' },
  (ctx, { taskId }) => settleEndedTask(ctx, taskId),
)
