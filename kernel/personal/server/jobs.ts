import { defineJob } from '#packages/jobs'
import { deleteDraftsBefore } from './queries.ts'

const daysKept = 30

/** What was begun and left for a month is not kept: it may hold what nobody meant to keep. */
export const sweepDrafts = defineJob({
  name: 'draft.sweep',
  title: '清理过期草稿',
  cron: '10 3 * * *',
  handle: (ctx) => deleteDraftsBefore(ctx.db, new Date(ctx.now.getTime() - daysKept * 24 * 3600_000)),
})
