import { defineJob, enqueue } from '#packages/jobs'
import { shareTree } from '#kernel/org/server/api.ts'
import { checkDeadlines } from './check-deadlines.ts'
import { joinNewApprovers } from './join-approvers.ts'

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
