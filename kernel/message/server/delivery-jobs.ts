import { defineJob, enqueue } from '#packages/jobs'
import { findDeliveryChannel } from './delivery-channels.ts'
import { checkReceipts, deliverPiece, runAsDistrict, type FollowUpJobs } from './deliver-messages.ts'
import { listOverduePieces, listProviderIds, type DeliveryPiece } from './delivery-queries.ts'

type PieceData = DeliveryPiece & { [key: string]: unknown }

const followUpJobs: FollowUpJobs = {
  scheduleRetry: (ctx, piece, startAfter) => enqueue(ctx, deliverPieceJob, { ...piece }, { startAfter }),
  scheduleReceiptCheck: (ctx, piece, round, startAfter) =>
    enqueue(ctx, checkReceiptsJob, { ...piece, round }, { startAfter }),
  scheduleTodoClosing: (ctx, batchId) => enqueue(ctx, closeExternalTodosJob, { batchId }),
}

/** Sends a part of a batch by one channel. */
export const deliverPieceJob = defineJob<PieceData>({
  name: 'message.deliver',
  title: '向外发送消息',
  retries: 20,
  handleOutside: (outside, { batchId, channel, piece }) =>
    deliverPiece(outside, { batchId, channel, piece }, followUpJobs),
})

/** Sends overdue deliveries whose job was lost. */
export const deliverOverdueJob = defineJob({
  name: 'message.deliver-forgotten',
  title: '补发遗漏的消息',
  cron: '40 * * * *',
  handle: async (ctx) => {
    for (const piece of await listOverduePieces(ctx.db, deliverPieceJob.name, ctx.now))
      await enqueue(ctx, deliverPieceJob, { ...piece })
  },
})

/** Asks the provider for the receipts. */
export const checkReceiptsJob = defineJob<PieceData & { round: number }>({
  name: 'message.check',
  title: '查询消息回执',
  retries: 20,
  handleOutside: (outside, { batchId, channel, piece, round }) =>
    checkReceipts(outside, { batchId, channel, piece }, round, followUpJobs),
})

/** Marks a to-do as done in the external channel. */
export const closeExternalTodosJob = defineJob<{ batchId: string }>({
  name: 'message.close-outside',
  title: '更新钉钉待办',
  retries: 20,
  handleOutside: async (outside, { batchId }) => {
    const channel = findDeliveryChannel(outside, 'dingtalk')
    const ids = await runAsDistrict(outside, new Date(), (ctx) => listProviderIds(ctx.db, batchId, 'dingtalk'))
    if (ids.length > 0) await channel?.closeTodos?.(outside, ids)
  },
})
