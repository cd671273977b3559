import { defineJob } from '#packages/jobs'
import { deleteOldSessions } from './queries.ts'

const keepDays = 30

export const sweepSessions = defineJob({
  name: 'session.sweep',
  title: '清理过期会话',
  cron: '10 3 * * *',
  handle: (ctx) => deleteOldSessions(ctx.db, new Date(ctx.now.getTime() - keepDays * 24 * 3600_000)),
})
