import { defineJob } from '#packages/jobs'
import { deleteDraftsBefore } from './queries.ts'

const daysKept = 30

/** Deletes drafts after a month, because they may contain data that nobody meant to store. */
export const sweepDrafts = defineJob({
  name: 'draft.sweep',
  title: '清理过期草稿',
  cron: '10 3 * * *',
  handle: (ctx) => deleteDraftsBefore(ctx.db, new Date(ctx.now.getTime() - daysKept * 24 * 3600_000)),
})
