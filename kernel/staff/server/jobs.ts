import { dayOf, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { holdTree, storeCounts } from '#kernel/org/server'
import { wrongUserCounts } from './count-queries.ts'
import { appointMain } from './place-queries.ts'

const atOnce = 50_000

/** Counts children and people of every organisation of the district, and corrects what is wrong. */
export async function recount(ctx: Ctx) {
  // What somebody changes while we count would be overwritten with what was there before.
  await holdTree(ctx)
  for (;;) {
    const wrong = await wrongUserCounts(ctx.db, dayOf(ctx.now), atOnce)
    await storeCounts(ctx, wrong)
    if (wrong.length < atOnce) return
  }
}

/** Just after midnight: by then places have begun and ended that nobody touched. */
export const recountOrganisations = defineJob({
  name: 'org.recount',
  title: '统计组织人数',
  cron: '3 0 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: async (ctx) => {
    await recount(ctx)
    await appointMain(ctx.db, null, dayOf(ctx.now), ctx.now)
  },
})
