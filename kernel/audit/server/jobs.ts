import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** Logs are kept in monthly tables; those of the coming months are made long before they are needed. */
export const makeLogPartitions = defineJob({
  name: 'log-partitions.make',
  title: '准备日志分区',
  cron: '20 2 * * *',
  handle: async (ctx) => {
    for (const log of ['operation_log', 'login_log', 'identity_log', 'download_log'])
      await ensureMonthPartitions(ctx.db, log, ctx.now, monthsAhead)
  },
})
