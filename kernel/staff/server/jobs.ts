import { dayOf, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { moveTasksOfAbsent } from '#kernel/approval/server/api.ts'
import { lockTree, storeCounts } from '#kernel/org/server/api.ts'
import { listWrongUserCounts } from './member-count-queries.ts'
import { appointMainMembership } from './membership-queries.ts'
import { announceMemberships } from './service/announce-memberships.ts'

const batchSize = 50_000

/** Recounts the children and people of every organisation and corrects wrong counts. */
export async function recountMembers(ctx: Ctx) {
  // Without the lock a concurrent change would be overwritten with the old count.
  await lockTree(ctx)
  for (;;) {
    const wrong = await listWrongUserCounts(ctx.db, dayOf(ctx.now), batchSize)
    await storeCounts(ctx, wrong)
    if (wrong.length < batchSize) return
  }
}

/** Just after midnight, because memberships begin and end by date. A night without a worker is made up for. */
export const announceMembershipDates = defineJob({
  name: 'membership.announce-dates',
  title: '处理到期和生效的任职',
  cron: '1 0 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: async (ctx) => {
    await lockTree(ctx)
    await announceMemberships(ctx, null)
    await moveTasksOfAbsent(ctx)
  },
})

/** Just after midnight, because memberships begin and end by date. */
export const recountOrganisations = defineJob({
  name: 'org.recount',
  title: '统计组织人数',
  cron: '3 0 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: async (ctx) => {
    await recountMembers(ctx)
    await appointMainMembership(ctx.db, null, dayOf(ctx.now), ctx.now)
  },
})
