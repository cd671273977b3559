import { defineJob } from '#packages/jobs'
import { deleteTasksBefore, listLostTasks } from './task-queries.ts'
import { concludeTask, failedMessage } from './run-task.ts'

const daysKept = 7
/** Longer than the queue needs to notice a dead worker and to try again. */
const silentMinutes = 15

/** Ends what nobody will take up any more, because its last worker died, and deletes what ended a week ago. */
export const sweepTasks = defineJob({
  name: 'task.sweep',
  title: '清理任务',
  cron: '*/10 * * * *',
  oneWaiting: true,
  handle: async (ctx) => {
    const before = (minutes: number) => new Date(ctx.now.getTime() - minutes * 60_000)
    for (const { id, attempt } of await listLostTasks(ctx.db, before(silentMinutes)))
      await concludeTask(ctx, id, attempt, { status: 'failed', words: failedMessage })
    await deleteTasksBefore(ctx.db, before(daysKept * 24 * 60))
  },
})
