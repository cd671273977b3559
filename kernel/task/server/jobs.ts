import { defineJob } from '#packages/jobs'
import { deleteTasksBefore, listLostTasks } from './task-queries.ts'
import { concludeTask, failedMessage } from './run-task.ts'

const daysKept = 7
/** Longer than the queue needs to detect a dead worker and retry. */
const silentMinutes = 15

/** Ends tasks whose last worker died and deletes those that ended a week ago. */
export const sweepTasks = defineJob({
  name: 'task.sweep',
  title: '清理任务',
  cron: '*/10 * * * *',
  oneWaiting: true,
  handle: async (ctx) => {
    const before = (minutes: number) => new Date(ctx.now.getTime() - minutes * 60_000)
    for (const { id, attempt } of await listLostTasks(ctx.db, before(silentMinutes)))
      await concludeTask(ctx, id, attempt, { status: 'failed', message: failedMessage })
    await deleteTasksBefore(ctx.db, before(daysKept * 24 * 60))
  },
})
