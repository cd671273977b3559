import { sweepIdempotency } from '#packages/http'
import { defineJob, sweepEvents } from '#packages/jobs'

/** Deletes expired temporary data of the packages. */
export const sweepTemporaryData = defineJob({
  name: 'temporary-data.sweep',
  title: '清理临时数据',
  cron: '50 2 * * *',
  handle: async (ctx) => {
    await sweepIdempotency(ctx.db, ctx.now)
    await sweepEvents(ctx.db, ctx.now)
  },
})
