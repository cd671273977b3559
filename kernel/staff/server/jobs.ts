import { dayOf, type Ctx } from '#packages/core'
import { defineJob } from '#packages/jobs'
import { storeCounts } from '#kernel/org/server'
import { wrongUserCounts } from './queries.ts'

const atOnce = 50_000

/** Counts children and people of every organisation of the district, and corrects what is wrong. */
export async function recount(ctx: Ctx) {
  for (;;) {
    const wrong = await wrongUserCounts(ctx.db, dayOf(ctx.now), atOnce)
    await storeCounts(ctx, wrong)
    if (wrong.length < atOnce) return
  }
}

export const recountOrganisations = defineJob({
  name: 'org.recount',
  title: '统计组织人数',
  cron: '40 3 * * *',
  oneWaiting: true,
  minutes: 5,
  handle: recount,
})
