import { defineJob } from '#packages/jobs'
import { holdBatch } from '../queries.ts'
import { giveCopies } from './copies.ts'

/** Gives a part of a large audience their copies; the text is in the batch. */
export const tellPeople = defineJob<{
  batchId: string
  piece: number
  personIds: readonly string[]
  orgIds: readonly (string | null)[]
}>({
  name: 'message.tell',
  title: '发送消息',
  retries: 20,
  minutes: 1,
  handle: async (ctx, { batchId, piece, personIds, orgIds }) => {
    const batch = await holdBatch(ctx.db, batchId)
    if (!batch) return
    const people = personIds.map((personId, at) => ({ personId, orgId: orgIds[at] ?? null }))
    await giveCopies(ctx, batch, people, piece, batch.closedAt)
  },
})
