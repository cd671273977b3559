import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** Visits are kept in monthly tables; those of the coming months are made long before they are needed. */
export const appOpeningPartitionJob = defineJob({
  name: 'app-opening-partitions.make',
  title: '准备应用访问分区',
  cron: '35 2 * * *',
  handle: (ctx) => ensureMonthPartitions(ctx.db, 'app_opening', ctx.now, monthsAhead),
})
