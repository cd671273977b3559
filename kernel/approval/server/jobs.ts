import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'
import { checkDeadlines } from './check-deadlines.ts'

const monthsAhead = 6

/** The log of flows is stored in monthly partitions; the job creates those of the coming months early. */
export const createFlowPartitions = defineJob({
  name: 'flow-partitions.make',
  title: '准备审批日志分区',
  cron: '35 2 * * *',
  handle: (ctx) => ensureMonthPartitions(ctx.db, 'flow_log', ctx.now, monthsAhead),
})

export const checkDeadlinesJob = defineJob({
  name: 'flow.check-deadlines',
  title: '检查审批时限',
  cron: '*/10 * * * *',
  oneWaiting: true,
  handle: checkDeadlines,
})
