import type { Ctx } from '#packages/core'
import { signal } from '#packages/db'
import { enqueue } from '#packages/jobs'
import { wayOf, type OutsideChannel } from '../channels.ts'
import { insertDeliveries, type NewDelivery } from '../delivery-queries.ts'
import { idWithin } from '../ids.ts'
import { deliverPiece } from '../delivery-jobs.ts'
import { insertMessages, settingsOf, takeTurn, type Batch, type Recipient } from '../queries.ts'
import { endOfNight } from '../quiet.ts'
import { smsIsAllowed } from './quota.ts'

type Given = Recipient & { id: string }

/** Gives people their copies, plans what leaves the application, and has whoever is looking told. SQL only. */
export async function giveCopies(
  ctx: Ctx,
  batch: Batch,
  people: readonly Recipient[],
  piece: number,
  doneAt: Date | null,
): Promise<void> {
  await takeTurn(ctx.db, batch)
  const given = await insertMessages(ctx.db, batch, people, doneAt)
  if (given.length === 0) return
  if (doneAt === null) {
    await planDelivery(ctx, batch, given, piece, 'dingtalk')
    if (batch.maySms && (await smsIsAllowed(ctx, batch.template))) await planDelivery(ctx, batch, given, piece, 'sms')
  }
  await signal(
    ctx.db,
    given.map(({ personId }) => personId),
  )
}

/** Everybody whom the channel leads to and who has not switched it off, now or when the night is over. */
async function planDelivery(ctx: Ctx, batch: Batch, given: readonly Given[], piece: number, channel: OutsideChannel) {
  const way = wayOf(channel)
  if (!way) return
  const ids = given.map(({ personId }) => personId)
  const reached = await way.reaches(ctx, ids)
  if (reached.size === 0) return
  const settings = new Map((await settingsOf(ctx.db, ids)).map((row) => [row.personId, row]))
  const morning = batch.kind === 'alert' || batch.isUrgent ? undefined : endOfNight(ctx.now)
  const planned = given.flatMap(({ id, personId, orgId }): NewDelivery[] => {
    const setting = settings.get(personId)
    if (!reached.has(personId) || setting?.switchedOff.includes(`${batch.kind}:${channel}`)) return []
    const nextAt = (setting?.isQuietAtNight ?? true) ? (morning ?? ctx.now) : ctx.now
    return [{ id: idWithin(id, channel), messageId: id, personId, orgId, nextAt }]
  })
  if (planned.length === 0) return
  const part = { batchId: batch.id, channel, piece }
  await insertDeliveries(ctx.db, part, planned)
  for (const time of new Set(planned.map(({ nextAt }) => nextAt.getTime())))
    await enqueue(ctx, deliverPiece, part, time > ctx.now.getTime() ? { startAfter: new Date(time) } : {})
}
