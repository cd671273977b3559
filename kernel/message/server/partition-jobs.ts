import { ensureMonthPartitions } from '#packages/db'
import { defineJob } from '#packages/jobs'

const monthsAhead = 6

/** Messages are stored in monthly partitions; the job creates those of the coming months early. */
export const createMessagePartitions = defineJob({
  name: 'message-partitions.make',
  title: '准备消息分区',
  cron: '25 2 * * *',
  handle: async (ctx) => {
    for (const table of ['message_batch', 'message', 'message_delivery', 'account_sms'])
      await ensureMonthPartitions(ctx.db, table, ctx.now, monthsAhead)
  },
})
