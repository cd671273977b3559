import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** The log of flows is stored in monthly partitions; the job creates those of the coming months early. */
export const createFlowPartitions = defineJob({
  name: 'flow-partitions.make',
  title: '准备审批日志分区',
  cron: '35 2 * * *',
  handle: (ctx) => ensureMonthPartitions(ctx.db, 'flow_log', ctx.now, monthsAhead),
})
