import { emptyId, newId, type Actor, type Ctx } from '#packages/core'
import { loadFieldCipher } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { OutsideJobContext } from '#packages/jobs'
import {
  findDeliveryChannel,
  type Addressee,
  type DeliveryReceipt,
  type SentMessage,
  type OutgoingMessage,
  type SendOutcome,
  type DeliveryChannel,
} from './delivery-channels.ts'
import {
  updateDeliveries,
  lockDueDeliveries,
  listTakenDeliveries,
  getNextAttempt,
  findOutgoingMessage,
  markDeliveriesSending,
  type DeliveryChange,
  type DueDelivery,
  type TakenDelivery,
  type DeliveryPiece,
} from './delivery-queries.ts'
import { listMessageSettings } from './message-batch-queries.ts'
import { findQuietHoursEnd } from './quiet-hours.ts'
import { releaseSmsQuota, reserveSmsQuota } from './service/sms-quota.ts'

/**
 * A delivery that is still `sending` after this time belongs to a dead worker, because an attempt takes five seconds at
 * most; by then the gateway can report what it accepted.
 */
const lostMs = 60_000
const unansweredMs = 3600_000
const triesAtMost = 8
const pausesMs = [30_000, 60_000, 5 * 60_000, 10 * 60_000, 20 * 60_000, 30 * 60_000]
const quotaUsedUpReason = '短信额度已用完，已改为站内消息'
const alreadyReadReason = '已在站内查看，无需发送'
const switchedOffReason = '本人已关闭此渠道'
const gaveUpReason = '多次发送未成功'

export interface FollowUpJobs {
  /** Runs the piece again at that time. */
  scheduleRetry(ctx: Ctx, piece: DeliveryPiece, at: Date): Promise<unknown>
  /** Asks for the receipts at that time. */
  scheduleReceiptCheck(ctx: Ctx, piece: DeliveryPiece, round: number, at: Date): Promise<unknown>
  /** The to-do was done while it was being sent. */
  scheduleTodoClosing(ctx: Ctx, batchId: string): Promise<unknown>
}

/** Runs in the district without a person as actor. */
export const runAsDistrict = <T>(
  { app, cells, districtId }: OutsideJobContext,
  now: Date,
  work: (ctx: Ctx) => Promise<T>,
): Promise<T> => {
  const noPerson = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const actor: Actor = { kind: 'job', districtId, ...noPerson, permissions: new Map() }
  return inDistrict(cells, districtId, (db) => work({ app, actor, db, now, requestId: newId() }))
}

/**
 * Sends the due deliveries of a piece in small batches: they are marked as sending, sent, and their outcome is stored.
 * If a worker dies in between, they stay marked; the job runs again, asks the provider, and sends only what the
 * provider does not have. A message can arrive twice only if the provider accepted it and denies that a minute later.
 * While the provider is unavailable the job is retried.
 */
export async function deliverPiece(
  outside: OutsideJobContext,
  piece: DeliveryPiece,
  next: FollowUpJobs,
): Promise<void> {
  const channel = findDeliveryChannel(outside, piece.channel)
  if (!channel) return
  const run: DeliveryRun = { outside, channel, piece, next, isChecked: false }
  let progress: RunProgress = (await recoverLostDeliveries(run)) ? 'on' : 'nowhere'
  while (progress === 'on') progress = await sendNextBatch(run)
  const now = new Date()
  await runAsDistrict(outside, now, async (ctx) => {
    const { nextAt, isSending } = await getNextAttempt(ctx.db, piece)
    if (nextAt || isSending) {
      const lost = isSending ? now.getTime() + lostMs : Infinity
      const soonest = Math.min(nextAt?.getTime() ?? Infinity, lost)
      // Waits until the provider can report on sent messages; an earlier attempt would be useless.
      const pause = isSending ? lostMs : pausesMs[0]!
      await next.scheduleRetry(ctx, piece, new Date(progress === 'nowhere' ? now.getTime() + pause : soonest))
    }
  })
}

interface DeliveryRun {
  outside: OutsideJobContext
  channel: DeliveryChannel
  piece: DeliveryPiece
  next: FollowUpJobs
  /** The receipt check of this run is already scheduled. */
  isChecked: boolean
}

/** Scheduled in the transaction of the first sent message, so that its receipt is requested even after a crash. */
async function scheduleFollowUps(ctx: Ctx, run: DeliveryRun) {
  const { piece, next } = run
  if (!run.isChecked) await next.scheduleReceiptCheck(ctx, piece, 0, new Date(ctx.now.getTime() + firstCheckMs))
  run.isChecked = true
  if ((await findOutgoingMessage(ctx.db, piece.batchId))?.closedAt) await next.scheduleTodoClosing(ctx, piece.batchId)
}

/** on: there may be more. nowhere: nothing was accepted, so the run stops for now. */
type RunProgress = 'on' | 'through' | 'nowhere'

async function sendNextBatch(run: DeliveryRun): Promise<RunProgress> {
  const { outside, channel, piece } = run
  let lookedUp: LookedUpPeople | undefined
  if (channel.lookUpAddresses) {
    const peek = await runAsDistrict(outside, new Date(), (ctx) =>
      lockDueDeliveries(ctx.db, piece, ctx.now, channel.batchSize),
    )
    const personIds = peek.map(({ personId }) => personId)
    const unanswered = await channel.lookUpAddresses(outside, personIds).catch(() => undefined)
    if (!unanswered) return 'nowhere'
    lookedUp = { ids: peek.map(({ id }) => id), unanswered }
  }
  const turn = await runAsDistrict(outside, new Date(), (ctx) => takeDueDeliveries(ctx, run, lookedUp))
  if (turn.to.length > 0) {
    const outcomes = await channel.send(outside, turn.message!, turn.to)
    await runAsDistrict(outside, new Date(), (ctx) => recordOutcomes(ctx, run, turn, outcomes))
    // An unavailable provider would block this job for an hour and delay others.
    if ([...outcomes.values()].every(({ status }) => status === 'unsure' || status === 'later')) return 'nowhere'
  }
  return (lookedUp?.ids.length ?? turn.seen) > 0 ? 'on' : 'through'
}

/**
 * The people that were looked up: another run may take them first, but this run may take no others, because their
 * addresses were not looked up.
 */
interface LookedUpPeople {
  ids: readonly string[]
  unanswered: ReadonlySet<string>
}

interface SendTurn {
  seen: number
  message: OutgoingMessage | undefined
  to: Addressee[]
  tries: Map<string, number>
  takenAt: Date
}

async function takeDueDeliveries(
  ctx: Ctx,
  { outside, channel, piece }: DeliveryRun,
  lookedUp: LookedUpPeople | undefined,
): Promise<SendTurn> {
  const due = await lockDueDeliveries(ctx.db, piece, ctx.now, channel.batchSize, lookedUp?.ids)
  const message = await findOutgoingMessage(ctx.db, piece.batchId)
  const isOver = (one: DueDelivery) => one.isSettled || message === undefined || message.closedAt !== null
  const live = due.filter((one) => !isOver(one))
  const postponements = new Map(
    (await listHeldByPreferences(ctx, outside.now, piece, message, live)).map((change) => [change.id, change]),
  )
  const remaining = live.filter(({ id }) => !postponements.has(id))
  const unanswered = remaining.filter(({ personId }) => lookedUp?.unanswered.has(personId))
  const wanted = remaining.filter((one) => !unanswered.includes(one))
  const addresses = await channel.getAddresses(
    ctx,
    wanted.map(({ personId }) => personId),
  )
  const reachable = wanted.filter(({ personId }) => addresses.has(personId))
  const paid = piece.channel === 'sms' && reachable.length > 0 ? await reserveSmsQuota(ctx, reachable.length) : Infinity
  const going = reachable.slice(0, paid)
  const skipped = (some: readonly DueDelivery[], reason: string): DeliveryChange[] =>
    some.map(({ id }) => ({ id, status: 'skipped', reason }))
  await updateDeliveries(
    ctx.db,
    piece,
    'waiting',
    null,
    [
      ...postponements.values(),
      ...unanswered.map(({ id, tries }) => ({ ...planRetry(ctx.now, id, tries + 1, ''), tries: tries + 1 })),
      ...skipped(due.filter(isOver), alreadyReadReason),
      ...skipped(
        wanted.filter(({ personId }) => !addresses.has(personId)),
        channel.noAddressReason,
      ),
      ...skipped(reachable.slice(going.length), quotaUsedUpReason),
    ],
    ctx.now,
  )
  const to = going.map(({ id, personId, resends }) => ({
    deliveryId: id,
    personId,
    address: addresses.get(personId)!,
    resends,
  }))
  if (to.length > 0) {
    const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
    const sealed = to.map(({ deliveryId, address }) => ({
      id: deliveryId,
      address: fields.encrypt(addressField, address, deliveryId),
      tail: fields.index(addressTailField, address.slice(-4)),
    }))
    await markDeliveriesSending(ctx.db, piece, sealed, ctx.now)
  }
  const tries = new Map(going.map((one) => [one.id, one.tries + 1]))
  return { seen: due.length, message: message && { ...message, orgName: '' }, to, tries, takenAt: ctx.now }
}
export const addressField = 'message_delivery.address'
export const addressTailField = 'message_delivery.address_tail'

/** Deliveries that the preferences of their people stop now: an attempt may happen long after the planning. */
async function listHeldByPreferences(
  ctx: Ctx,
  startedAt: Date,
  { channel }: DeliveryPiece,
  message: { kind: string; isUrgent: boolean } | undefined,
  due: readonly DueDelivery[],
): Promise<DeliveryChange[]> {
  if (!message || due.length === 0) return []
  const people = due.map(({ personId }) => personId)
  const settings = new Map((await listMessageSettings(ctx.db, people)).map((row) => [row.personId, row]))
  const morning = message.kind === 'alert' || message.isUrgent ? undefined : findQuietHoursEnd(startedAt)
  return due.flatMap(({ id, personId }): DeliveryChange[] => {
    const setting = settings.get(personId)
    if (setting?.switchedOff.includes(`${message.kind}:${channel}`))
      return [{ id, status: 'skipped', reason: switchedOffReason }]
    const isNight = morning !== undefined && morning > ctx.now && (setting?.isQuietAtNight ?? true)
    return isNight ? [{ id, status: 'waiting', nextAt: morning }] : []
  })
}

async function recordOutcomes(ctx: Ctx, run: DeliveryRun, turn: SendTurn, outcomes: ReadonlyMap<string, SendOutcome>) {
  const { piece } = run
  const changes = turn.to.flatMap(({ deliveryId: id }): DeliveryChange[] => {
    const outcome = outcomes.get(id) ?? { status: 'unsure' }
    if (outcome.status === 'sent') return [{ id, status: 'sent', providerId: outcome.providerId, sentAt: ctx.now }]
    if (outcome.status === 'refused') return [{ id, status: 'failed', reason: outcome.reason }]
    // A possibly sent message stays as it is: the next run asks the provider.
    return outcome.status === 'later' ? [planRetry(ctx.now, id, turn.tries.get(id)!, outcome.reason)] : []
  })
  const noted = new Set(await updateDeliveries(ctx.db, piece, 'sending', turn.takenAt, changes, ctx.now))
  const unsent = changes.filter(({ id, status }) => status !== 'sent' && noted.has(id)).length
  if (piece.channel === 'sms' && unsent > 0) await releaseSmsQuota(ctx, turn.takenAt, unsent)
  if (noted.size > unsent) await scheduleFollowUps(ctx, run)
}

function planRetry(now: Date, id: string, tries: number, reason: string): DeliveryChange {
  if (tries >= triesAtMost) return { id, status: 'failed', reason: reason || gaveUpReason }
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? pausesMs[0]!
  return { id, status: 'waiting', reason, nextAt: new Date(now.getTime() + pause) }
}

/**
 * Recovers the deliveries of a dead or unanswered run: those that the provider has are marked as sent, the rest is
 * tried again. Returns whether the provider answered.
 */
async function recoverLostDeliveries(run: DeliveryRun): Promise<boolean> {
  const { outside, channel, piece } = run
  const left = await listWithAddresses(outside, piece, 'sending')
  const lost = left.filter(({ takenAt }) => takenAt.getTime() < Date.now() - lostMs)
  if (lost.length === 0) return true
  const receipts = await channel.getReceipts(outside, lost.map(toSentMessage)).catch(() => undefined)
  if (!receipts) return false
  await runAsDistrict(outside, new Date(), async (ctx) => {
    for (const { id, takenAt, tries } of lost) {
      const receipt = receipts.get(id)
      const change = receipt
        ? planAfterLoss(ctx.now, receipt, id, tries, takenAt)
        : planUnanswered(ctx.now, id, takenAt)
      if (!change) continue
      const noted = await updateDeliveries(ctx.db, piece, 'sending', takenAt, [change], ctx.now)
      if (piece.channel === 'sms' && receipt?.status === 'unknown') await releaseSmsQuota(ctx, takenAt, noted.length)
      if (change.status === 'sent' && noted.length > 0) await scheduleFollowUps(ctx, run)
    }
  })
  return true
}

const planAfterLoss = (now: Date, receipt: DeliveryReceipt, id: string, tries: number, takenAt: Date): DeliveryChange =>
  receipt.status === 'unknown'
    ? { ...planRetry(now, id, tries, ''), nextAt: now }
    : toDeliveryChange(receipt, id, takenAt)

/**
 * The provider answers, but not about this delivery: it may have been sent, so it is not sent again, and is given up
 * after a while.
 */
const planUnanswered = (now: Date, id: string, takenAt: Date): DeliveryChange | undefined =>
  now.getTime() - takenAt.getTime() > unansweredMs ? { id, status: 'failed', reason: gaveUpReason } : undefined

const toDeliveryChange = (
  receipt: Exclude<DeliveryReceipt, { status: 'unknown' }>,
  id: string,
  sentAt: Date,
): DeliveryChange => {
  if (receipt.status === 'delivered') return { id, status: 'delivered', sentAt, deliveredAt: receipt.at }
  if (receipt.status === 'failed') return { id, status: 'failed', reason: receipt.reason, sentAt }
  return { id, status: 'sent', providerId: receipt.providerId, sentAt }
}

const firstCheckMs = 20_000
const checksMs = [60_000, 5 * 60_000, 20 * 60_000, 3600_000, 3 * 3600_000, 8 * 3600_000]
const checkedFor = 72 * 3600_000
const noReceipt = '72小时内没有收到回执'

/** Asks for the receipts of sent messages, less and less often, for three days. */
export async function checkReceipts(
  outside: OutsideJobContext,
  piece: DeliveryPiece,
  round: number,
  next: FollowUpJobs,
): Promise<void> {
  const channel = findDeliveryChannel(outside, piece.channel)
  if (!channel) return
  const sent = await listWithAddresses(outside, piece, 'sent')
  // An unavailable provider counts as having no receipt yet.
  const receipts = await channel
    .getReceipts(outside, sent.map(toSentMessage))
    .catch(() => new Map<string, DeliveryReceipt>())
  const now = new Date()
  await runAsDistrict(outside, now, async (ctx) => {
    const changes = sent.flatMap(({ id, takenAt, sentAt }): DeliveryChange[] => {
      const receipt = receipts.get(id)
      if (receipt?.status === 'delivered' || receipt?.status === 'failed')
        return [toDeliveryChange(receipt, id, sentAt ?? takenAt)]
      const isOld = now.getTime() - (sentAt ?? takenAt).getTime() > checkedFor
      return isOld ? [{ id, status: 'sent', reason: noReceipt }] : []
    })
    const settled = await updateDeliveries(ctx.db, piece, 'sent', null, changes, now)
    if (settled.length === sent.length) return
    const pause = checksMs[Math.min(round, checksMs.length - 1)]!
    await next.scheduleReceiptCheck(ctx, piece, round + 1, new Date(now.getTime() + pause))
  })
}

const openedAtOnce = 500
type OpenedDelivery = Omit<TakenDelivery, 'address'> & { address: string }

/** The deliveries of a piece with this status, with their decrypted addresses. */
const listWithAddresses = (
  outside: OutsideJobContext,
  piece: DeliveryPiece,
  status: 'sending' | 'sent',
): Promise<OpenedDelivery[]> =>
  runAsDistrict(outside, new Date(), async (ctx) => {
    const taken = await listTakenDeliveries(ctx.db, piece, status, openedAtOnce)
    const fields = await loadFieldCipher(ctx.db, ctx.actor.districtId)
    return taken.map((row) => ({
      ...row,
      address: row.address ? fields.decrypt(addressField, row.address, row.id) : '',
    }))
  })

const toSentMessage = ({
  id,
  personId,
  address,
  providerId,
  sentAt,
  takenAt,
  resends,
}: OpenedDelivery): SentMessage => ({
  deliveryId: id,
  resends,
  personId,
  address,
  providerId,
  sentAt: sentAt ?? takenAt,
})
