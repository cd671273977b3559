import { defineJob } from '#packages/jobs'
import { deleteExpiredTokens } from './token-queries.ts'

export const sweepTokensJob = defineJob({
  name: 'app-token.sweep',
  title: '清理过期的应用令牌',
  cron: '20 3 * * *',
  handle: (ctx) => deleteExpiredTokens(ctx.db, ctx.now),
})
