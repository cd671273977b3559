import { defineJob, subscribe, type JobDefinition } from '#packages/jobs'
import { applyRows } from './service/import-applying.ts'
import { checkRows } from './service/import-checking.ts'
import { sweepImports } from './service/import-ending.ts'
import { readFile } from './service/import-reading.ts'
import { settleEnded } from './service/import-settling.ts'
import { undoRows } from './service/import-undoing.ts'
import { writeWrongRows } from './service/import-wrong-rows.ts'

/** What was given up, and what nobody has gone on with for a week, does not lie about. */
const sweepBatches = defineJob({
  name: 'sheet.sweep',
  title: '清理导入数据',
  cron: '15 * * * *',
  isLong: true,
  handleOutside: sweepImports,
})

export const importJobs: readonly JobDefinition[] = [
  readFile.job,
  checkRows.job,
  applyRows.job,
  undoRows.job,
  writeWrongRows.job,
  sweepBatches as unknown as JobDefinition,
]

export const onImportTaskEnded = subscribe('task.ended', {
  name: 'sheet.settle',
  title: '了结中断的导入',
  handle: (ctx, { ids }) => settleEnded(ctx, String(ids['taskId'])),
})
