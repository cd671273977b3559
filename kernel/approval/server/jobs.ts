import { ensureMonthPartitions } from '#packages/db'
import { defineJob, enqueue } from '#packages/jobs'
import { shareTree } from '#kernel/org/server/api.ts'
import { checkDeadlines } from './check-deadlines.ts'
import { joinNewApprovers } from './join-approvers.ts'

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

/** After the memberships of the day have begun and ended. Each run handles some flows and leaves the rest to the next. */
export const joinApproversJob = defineJob<{ after?: string }>({
  name: 'approval.join-approvers',
  title: '补充新任审批人',
  cron: '20 0 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: async (ctx, { after }) => {
    await shareTree(ctx)
    const last = await joinNewApprovers(ctx, after)
    if (last !== undefined) await enqueue(ctx, joinApproversJob, { after: last })
  },
})
