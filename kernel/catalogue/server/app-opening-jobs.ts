import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** Visits are stored in monthly partitions; the job creates those of the coming months early. */
export const appOpeningPartitionJob = defineJob({
  name: 'app-opening-partitions.make',
  title: '准备应用访问分区',
  cron: '35 2 * * *',
  handle: (ctx) => ensureMonthPartitions(ctx.db, 'app_opening', ctx.now, monthsAhead),
})
