import { defineJob, subscribe } from '#packages/jobs'
import { taskEnded } from '#kernel/task/contract.ts'
import { findEndedTask } from '#kernel/task/server/api.ts'
import { abandonExport } from './export-queries.ts'
import { expireExports } from './service/approve-export.ts'

/** Expires requests that were not decided within three days. */
export const sweepExports = defineJob({
  name: 'export.sweep',
  title: '清理过期的导出申请',
  cron: '35 * * * *',
  oneWaiting: true,
  handle: expireExports,
})

/** Records the end of tasks that were stopped or failed; finished exports record themselves. */
export const onExportEnded = subscribe(
  taskEnded,
  { name: 'sheet.on-task-ended', title: '登记导出结果' },
  async (ctx, { taskId }) => {
    const task = await findEndedTask(ctx.db, taskId)
    if (!task || task.status === 'done' || task.status === 'paused') return
    const state = task.status === 'cancelled' ? 'cancelled' : 'failed'
    await abandonExport(ctx.db, task.id, { state, failure: task.message, now: ctx.now })
  },
)
