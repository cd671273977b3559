import { defineJob, enqueue } from '#packages/jobs'
import { wayOf } from './channels.ts'
import { check, deliver, inside, type Followed } from './delivering.ts'
import { forgottenPieces, providerIdsOf, type Piece } from './delivery-queries.ts'

type PieceData = Piece & { [key: string]: unknown }

const then: Followed = {
  again: (ctx, piece, startAfter) => enqueue(ctx, deliverPiece, { ...piece }, { startAfter }),
  check: (ctx, piece, round, startAfter) => enqueue(ctx, checkPiece, { ...piece, round }, { startAfter }),
  close: (ctx, batchId) => enqueue(ctx, closeOutside, { batchId }),
}

/** Hands a part of a batch to the provider of a channel. */
export const deliverPiece = defineJob<PieceData>({
  name: 'message.deliver',
  title: '向外发送消息',
  retries: 20,
  handleOutside: (outside, { batchId, channel, piece }) => deliver(outside, { batchId, channel, piece }, then),
})

/** Whatever became of a job: what should have gone is taken up again. */
export const deliverForgotten = defineJob({
  name: 'message.deliver-forgotten',
  title: '补发遗漏的消息',
  cron: '40 * * * *',
  handle: async (ctx) => {
    for (const piece of await forgottenPieces(ctx.db, deliverPiece.name, ctx.now))
      await enqueue(ctx, deliverPiece, { ...piece })
  },
})

/** Asks the provider what became of it. */
export const checkPiece = defineJob<PieceData & { round: number }>({
  name: 'message.check',
  title: '查询消息回执',
  retries: 20,
  handleOutside: (outside, { batchId, channel, piece, round }) =>
    check(outside, { batchId, channel, piece }, round, then),
})

/** Says where a to-do was sent that it is done. */
export const closeOutside = defineJob<{ batchId: string }>({
  name: 'message.close-outside',
  title: '更新钉钉待办',
  retries: 20,
  handleOutside: async (outside, { batchId }) => {
    const way = wayOf('dingtalk')
    const ids = await inside(outside, new Date(), (ctx) => providerIdsOf(ctx.db, batchId, 'dingtalk'))
    if (ids.length > 0) await way?.close?.(outside, ids)
  },
})
