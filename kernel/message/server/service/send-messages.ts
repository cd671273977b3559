import type { Ctx } from '#packages/core'
import { signalPersons } from '#packages/db'
import { enqueue, defineJob } from '#packages/jobs'
import { filterExternalBatches, insertDeliveries, type NewDelivery } from '../delivery-queries.ts'
import { createIdAt, deriveId } from '../message-ids.ts'
import { closeExternalTodosJob, deliverPieceJob } from '../delivery-jobs.ts'
import {
  closeMessageBatches,
  closeMessages,
  insertMessageBatch,
  type MessageBatch,
  type Recipient,
  insertMessages,
  listMessageSettings,
  lockMessageSubject,
  lockMessageBatch,
} from '../message-batch-queries.ts'
import { fillTemplate, type MessageTemplate } from '../message-templates.ts'
import { findDeliveryChannel, type ExternalChannel } from '../delivery-channels.ts'
import { findQuietHoursEnd } from '../quiet-hours.ts'
import { isSmsAllowed } from './sms-quota.ts'

export interface MessageSubject {
  kind: string
  id: string
}

export interface NewMessage {
  /** People, or people with the organisation that it concerns. A person who is named twice gets one copy. */
  to: readonly string[] | readonly { personId: string; orgId?: string | undefined }[]
  /** For the {names} in the template. */
  values: Readonly<Record<string, string>>
  /** A path of the portal that the message leads to. */
  url?: string
  /**
   * The subject of the message. It closes to-dos, and a person gets at most one message about it within ten minutes.
   */
  subject: MessageSubject
  /** The organisation for recipients without one of their own. */
  orgId?: string
  dueAt?: Date
}

/** The most copies written in the request; more are written by jobs, so that nobody waits. */
const recipientsInRequest = 200
const recipientsPerJob = 500

/**
 * Sends messages in the caller's transaction: a rollback cancels them. A large audience gets its copies from jobs, a
 * few hundred at a time.
 */
export async function sendMessages(ctx: Ctx, template: MessageTemplate, message: NewMessage): Promise<void> {
  const people = listRecipients(message)
  if (people.length === 0) return
  const { url = '', subject, dueAt = null } = message
  if (url !== '' && !/^\/(?!\/)/.test(url)) throw new Error(`a message leads to a page of ours, not to ${url}`)
  const { kind, isUrgent, sms } = template
  const text = fillTemplate(template, message.values)
  const batch: MessageBatch = {
    id: createIdAt(ctx.now),
    template: template.code,
    kind,
    ...text,
    url,
    subject,
    isUrgent,
    maySms: sms,
    dueAt,
  }
  await insertMessageBatch(ctx.db, batch)
  if (people.length <= recipientsInRequest) return createMessages(ctx, batch, people, 0, null)
  for (let from = 0, piece = 0; from < people.length; from += recipientsPerJob, piece++) {
    const some = people.slice(from, from + recipientsPerJob)
    await enqueue(ctx, createMessagesJob, {
      batchId: batch.id,
      piece,
      personIds: some.map(({ personId }) => personId),
      orgIds: some.map(({ orgId }) => orgId),
    })
  }
}

function listRecipients({ to, orgId }: NewMessage): Recipient[] {
  const people = new Map<string, Recipient>()
  for (const one of to) {
    const { personId, orgId: at } = typeof one === 'string' ? { personId: one } : one
    if (!people.has(personId)) people.set(personId, { personId, orgId: at ?? orgId ?? null })
  }
  return [...people.values()]
}

/** Closes the to-dos about this subject for everybody, also in external channels. */
export async function closeTodos(ctx: Ctx, subject: MessageSubject): Promise<void> {
  const batches = (await closeMessageBatches(ctx.db, subject, ctx.now)).map(({ id }) => id)
  if (batches.length === 0) return
  await signalPersons(ctx.db, await closeMessages(ctx.db, batches, ctx.now))
  for (const batchId of await filterExternalBatches(ctx.db, batches, 'dingtalk'))
    await enqueue(ctx, closeExternalTodosJob, { batchId })
}

type CreatedMessage = Recipient & { id: string }

/** Inserts the copies, plans external deliveries, and signals open streams. SQL only. */
export async function createMessages(
  ctx: Ctx,
  batch: MessageBatch,
  people: readonly Recipient[],
  piece: number,
  doneAt: Date | null,
): Promise<void> {
  await lockMessageSubject(ctx.db, batch)
  const created = await insertMessages(ctx.db, batch, people, doneAt)
  if (created.length === 0) return
  if (doneAt === null) {
    await planDeliveries(ctx, batch, created, piece, 'dingtalk')
    if (batch.maySms && (await isSmsAllowed(ctx, batch.template)))
      await planDeliveries(ctx, batch, created, piece, 'sms')
  }
  await signalPersons(
    ctx.db,
    created.map(({ personId }) => personId),
  )
}

/**
 * Plans deliveries for everybody whom the channel reaches and who has not switched it off, now or after the quiet
 * hours.
 */
async function planDeliveries(
  ctx: Ctx,
  batch: MessageBatch,
  created: readonly CreatedMessage[],
  piece: number,
  channel: ExternalChannel,
) {
  const deliveryChannel = findDeliveryChannel(ctx, channel)
  if (!deliveryChannel) return
  const ids = created.map(({ personId }) => personId)
  const reachable = await deliveryChannel.filterReachable(ctx, ids)
  if (reachable.size === 0) return
  const settings = new Map((await listMessageSettings(ctx.db, ids)).map((row) => [row.personId, row]))
  const morning = batch.kind === 'alert' || batch.isUrgent ? undefined : findQuietHoursEnd(ctx.now)
  const planned = created.flatMap(({ id, personId, orgId }): NewDelivery[] => {
    const setting = settings.get(personId)
    if (!reachable.has(personId) || setting?.switchedOff.includes(`${batch.kind}:${channel}`)) return []
    const nextAt = (setting?.isQuietAtNight ?? true) ? (morning ?? ctx.now) : ctx.now
    return [{ id: deriveId(id, channel), messageId: id, personId, orgId, nextAt }]
  })
  if (planned.length === 0) return
  const part = { batchId: batch.id, channel, piece }
  await insertDeliveries(ctx.db, part, planned)
  for (const time of new Set(planned.map(({ nextAt }) => nextAt.getTime())))
    await enqueue(ctx, deliverPieceJob, part, time > ctx.now.getTime() ? { startAfter: new Date(time) } : {})
}

/** Inserts the copies of a part of a large audience; the text is in the batch. */
export const createMessagesJob = defineJob<{
  batchId: string
  piece: number
  personIds: readonly string[]
  orgIds: readonly (string | null)[]
}>({
  name: 'message.notify',
  title: '发送消息',
  retries: 20,
  minutes: 1,
  handle: async (ctx, { batchId, piece, personIds, orgIds }) => {
    const batch = await lockMessageBatch(ctx.db, batchId)
    if (!batch) return
    const people = personIds.map((personId, at) => ({ personId, orgId: orgIds[at] ?? null }))
    await createMessages(ctx, batch, people, piece, batch.closedAt)
  },
})
