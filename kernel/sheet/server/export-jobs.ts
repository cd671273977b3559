import { defineJob, subscribe } from '#packages/jobs'
import { findEndedTask } from '#kernel/task/server'
import { abandonExport } from './export-queries.ts'
import { expireExports } from './service/approve-export.ts'

/** What nobody has decided about in three days is over. */
export const sweepExports = defineJob({
  name: 'export.sweep',
  title: '清理过期的导出申请',
  cron: '35 * * * *',
  oneWaiting: true,
  handle: expireExports,
})

/** The ledger learns of tasks that were stopped or failed; of those that were written it knows. */
export const onExportEnded = subscribe('task.ended', {
  name: 'sheet.on-task-ended',
  title: '登记导出结果',
  handle: async (ctx, { ids }) => {
    const task = await findEndedTask(ctx.db, String(ids['taskId']))
    if (!task || task.status === 'done' || task.status === 'paused') return
    const state = task.status === 'cancelled' ? 'cancelled' : 'failed'
    await abandonExport(ctx.db, task.id, { state, failure: task.words, now: ctx.now })
  },
})
