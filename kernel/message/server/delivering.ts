import { emptyId, newId, type Actor, type Ctx } from '#packages/core'
import { fieldsOf } from '#packages/crypto'
import { inDistrict } from '#packages/db'
import type { Outside } from '#packages/jobs'
import { wayOf, type Addressee, type Fate, type Handed, type Notice, type Outcome, type Way } from './channels.ts'
import {
  changeDeliveries,
  dueOf,
  heldAs,
  nextTimeOf,
  noticeOf,
  takeDeliveries,
  type Change,
  type Due,
  type Held,
  type Piece,
} from './delivery-queries.ts'
import { settingsOf } from './queries.ts'
import { endOfNight } from './quiet.ts'
import { returnQuota, takeQuota } from './service/quota.ts'

/**
 * What is still under way after this long was begun by somebody who is no more, as a try takes five seconds at most; and
 * by then the gateway tells of what it took.
 */
const lostMs = 60_000
const unansweredMs = 3600_000
const triesAtMost = 8
const pausesMs = [30_000, 60_000, 5 * 60_000, 10 * 60_000, 20 * 60_000, 30 * 60_000]
const quotaIsUsedUp = '短信额度已用完，已改为站内消息'
const readInside = '已在站内查看，无需发送'
const switchedOff = '本人已关闭此渠道'
const gaveUp = '多次发送未成功'

export interface Followed {
  /** To be run again then. */
  again(ctx: Ctx, piece: Piece, at: Date): Promise<unknown>
  /** To be asked about then. */
  check(ctx: Ctx, piece: Piece, round: number, at: Date): Promise<unknown>
  /** What it asked for was done while it went out. */
  close(ctx: Ctx, batchId: string): Promise<unknown>
}

/** The district, on nobody's behalf. */
export const inside = <T>({ cells, districtId }: Outside, now: Date, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  const nobody = { accountId: emptyId, personId: emptyId, userId: emptyId, orgId: emptyId, sessionId: emptyId }
  const actor: Actor = { kind: 'job', districtId, ...nobody, permissions: new Map() }
  return inDistrict(cells, districtId, (db) => work({ actor, db, now, requestId: newId() }))
}

/**
 * Sends what is due of a piece, a few at a time: first it is written down that they are about to go, then they go, then
 * what became of them. A worker that dies in between leaves them written down as going; the job comes back, asks the
 * provider whether it has them, and sends only what it does not have. Twice can only arrive what the provider took and,
 * a minute later, still denied having. While the provider is away the job comes back, for however long that is.
 */
export async function deliver(outside: Outside, piece: Piece, next: Followed): Promise<void> {
  const way = wayOf(piece.channel)
  if (!way) return
  const run: Run = { outside, way, piece, next, isChecked: false }
  let went: Went = (await recover(run)) ? 'on' : 'nowhere'
  while (went === 'on') went = await sendSome(run)
  const now = new Date()
  await inside(outside, now, async (ctx) => {
    const { nextAt, isSending } = await nextTimeOf(ctx.db, piece)
    if (nextAt || isSending) {
      const lost = isSending ? now.getTime() + lostMs : Infinity
      const soonest = Math.min(nextAt?.getTime() ?? Infinity, lost)
      // Not before it can be asked about what may have gone: until then nothing else would be tried to any purpose.
      const pause = isSending ? lostMs : pausesMs[0]!
      await next.again(ctx, piece, new Date(went === 'nowhere' ? now.getTime() + pause : soonest))
    }
  })
}

interface Run {
  outside: Outside
  way: Way
  piece: Piece
  next: Followed
  /** Somebody will ask what became of what this run sends. */
  isChecked: boolean
}

/** With the first of a run that went, in the same transaction: whatever happens to us then, it is asked about. */
async function follow(ctx: Ctx, run: Run) {
  const { piece, next } = run
  if (!run.isChecked) await next.check(ctx, piece, 0, new Date(ctx.now.getTime() + firstCheckMs))
  run.isChecked = true
  if ((await noticeOf(ctx.db, piece.batchId))?.closedAt) await next.close(ctx, piece.batchId)
}

/** On: there may be more. Nowhere: nothing got through, so it is no use to go on now. */
type Went = 'on' | 'through' | 'nowhere'

async function sendSome(run: Run): Promise<Went> {
  const { outside, way, piece } = run
  let found: Found | undefined
  if (way.lookUp) {
    const peek = await inside(outside, new Date(), (ctx) => dueOf(ctx.db, piece, ctx.now, way.atOnce))
    const personIds = peek.map(({ personId }) => personId)
    const unanswered = await way.lookUp(outside, personIds).catch(() => undefined)
    if (!unanswered) return 'nowhere'
    found = { ids: peek.map(({ id }) => id), unanswered }
  }
  const turn = await inside(outside, new Date(), (ctx) => take(ctx, run, found))
  if (turn.to.length > 0) {
    const outcomes = await way.send(outside, turn.notice!, turn.to)
    await inside(outside, new Date(), (ctx) => record(ctx, run, turn, outcomes))
    // A provider that is away, or busy, would keep this job for an hour, and others from their turn.
    if ([...outcomes.values()].every(({ is }) => is === 'unsure' || is === 'later')) return 'nowhere'
  }
  return (found?.ids.length ?? turn.seen) > 0 ? 'on' : 'through'
}

/** What was looked up: another run may take these before us, but we may take no others, as nobody asked for them. */
interface Found {
  ids: readonly string[]
  unanswered: ReadonlySet<string>
}

interface Turn {
  seen: number
  notice: Notice | undefined
  to: Addressee[]
  tries: Map<string, number>
  takenAt: Date
}

async function take(ctx: Ctx, { outside, way, piece }: Run, found: Found | undefined): Promise<Turn> {
  const due = await dueOf(ctx.db, piece, ctx.now, way.atOnce, found?.ids)
  const notice = await noticeOf(ctx.db, piece.batchId)
  const isOver = (one: Due) => one.isSettled || notice === undefined || notice.closedAt !== null
  const live = due.filter((one) => !isOver(one))
  const held = new Map((await heldBack(ctx, outside.now, piece, notice, live)).map((change) => [change.id, change]))
  const asked = live.filter(({ id }) => !held.has(id))
  const unanswered = asked.filter(({ personId }) => found?.unanswered.has(personId))
  const wanted = asked.filter((one) => !unanswered.includes(one))
  const addresses = await way.addressesOf(
    ctx,
    wanted.map(({ personId }) => personId),
  )
  const reachable = wanted.filter(({ personId }) => addresses.has(personId))
  const paid = piece.channel === 'sms' && reachable.length > 0 ? await takeQuota(ctx, reachable.length) : Infinity
  const going = reachable.slice(0, paid)
  const skipped = (some: readonly Due[], reason: string): Change[] =>
    some.map(({ id }) => ({ id, status: 'skipped', reason }))
  await changeDeliveries(ctx.db, piece, 'waiting', null, [
    ...held.values(),
    ...unanswered.map(({ id, tries }) => ({ ...postponed(ctx.now, id, tries + 1, ''), tries: tries + 1 })),
    ...skipped(due.filter(isOver), readInside),
    ...skipped(
      wanted.filter(({ personId }) => !addresses.has(personId)),
      way.withoutAddress,
    ),
    ...skipped(reachable.slice(going.length), quotaIsUsedUp),
  ])
  const to = going.map(({ id, personId }) => ({ deliveryId: id, personId, address: addresses.get(personId)! }))
  if (to.length > 0) {
    const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
    const sealed = to.map(({ deliveryId, address }) => ({
      id: deliveryId,
      address: fields.encrypt(addressField, address, deliveryId),
    }))
    await takeDeliveries(ctx.db, piece, sealed, ctx.now)
  }
  const tries = new Map(going.map((one) => [one.id, one.tries + 1]))
  return { seen: due.length, notice: notice && { ...notice, orgName: '' }, to, tries, takenAt: ctx.now }
}
export const addressField = 'message_delivery.address'

/** What does not go now because of how its people want it: it may be tried long after it was planned. */
async function heldBack(
  ctx: Ctx,
  startedAt: Date,
  { channel }: Piece,
  notice: { kind: string; isUrgent: boolean } | undefined,
  due: readonly Due[],
): Promise<Change[]> {
  if (!notice || due.length === 0) return []
  const people = due.map(({ personId }) => personId)
  const settings = new Map((await settingsOf(ctx.db, people)).map((row) => [row.personId, row]))
  const morning = notice.kind === 'alert' || notice.isUrgent ? undefined : endOfNight(startedAt)
  return due.flatMap(({ id, personId }): Change[] => {
    const setting = settings.get(personId)
    if (setting?.switchedOff.includes(`${notice.kind}:${channel}`))
      return [{ id, status: 'skipped', reason: switchedOff }]
    const isNight = morning !== undefined && morning > ctx.now && (setting?.isQuietAtNight ?? true)
    return isNight ? [{ id, status: 'waiting', nextAt: morning }] : []
  })
}

async function record(ctx: Ctx, run: Run, turn: Turn, outcomes: ReadonlyMap<string, Outcome>) {
  const { piece } = run
  const changes = turn.to.flatMap(({ deliveryId: id }): Change[] => {
    const outcome = outcomes.get(id) ?? { is: 'unsure' }
    if (outcome.is === 'sent') return [{ id, status: 'sent', providerId: outcome.providerId, sentAt: ctx.now }]
    if (outcome.is === 'refused') return [{ id, status: 'failed', reason: outcome.reason }]
    // What may have gone stays as it is: the job comes back and asks.
    return outcome.is === 'later' ? [postponed(ctx.now, id, turn.tries.get(id)!, outcome.reason)] : []
  })
  const noted = new Set(await changeDeliveries(ctx.db, piece, 'sending', turn.takenAt, changes))
  const unsent = changes.filter(({ id, status }) => status !== 'sent' && noted.has(id)).length
  if (piece.channel === 'sms' && unsent > 0) await returnQuota(ctx, turn.takenAt, unsent)
  if (noted.size > unsent) await follow(ctx, run)
}

function postponed(now: Date, id: string, tries: number, reason: string): Change {
  if (tries >= triesAtMost) return { id, status: 'failed', reason: reason || gaveUp }
  const pause = pausesMs[Math.min(tries, pausesMs.length) - 1] ?? pausesMs[0]!
  return { id, status: 'waiting', reason, nextAt: new Date(now.getTime() + pause) }
}

/**
 * Of what a run left behind that died or was not answered: what the provider has is sent, the rest is tried again.
 * Whether it could be asked.
 */
async function recover(run: Run): Promise<boolean> {
  const { outside, way, piece } = run
  const left = await openAddresses(outside, piece, 'sending')
  const lost = left.filter(({ takenAt }) => takenAt.getTime() < Date.now() - lostMs)
  if (lost.length === 0) return true
  const fates = await way.fatesOf(outside, lost.map(asHanded)).catch(() => undefined)
  if (!fates) return false
  await inside(outside, new Date(), async (ctx) => {
    for (const { id, takenAt, tries } of lost) {
      const fate = fates.get(id)
      const change = fate ? afterLoss(ctx.now, fate, id, tries, takenAt) : leftOut(ctx.now, id, takenAt)
      if (!change) continue
      const noted = await changeDeliveries(ctx.db, piece, 'sending', takenAt, [change])
      if (piece.channel === 'sms' && fate?.is === 'unknown') await returnQuota(ctx, takenAt, noted.length)
      if (change.status === 'sent' && noted.length > 0) await follow(ctx, run)
    }
  })
  return true
}

const afterLoss = (now: Date, fate: Fate, id: string, tries: number, takenAt: Date): Change =>
  fate.is === 'unknown' ? { ...postponed(now, id, tries, ''), nextAt: now } : changeBy(fate, id, takenAt)

/** The provider answers, but not about this one: it may have gone, so it is not sent again, and not asked for for ever. */
const leftOut = (now: Date, id: string, takenAt: Date): Change | undefined =>
  now.getTime() - takenAt.getTime() > unansweredMs ? { id, status: 'failed', reason: gaveUp } : undefined

const changeBy = (fate: Exclude<Fate, { is: 'unknown' }>, id: string, sentAt: Date): Change => {
  if (fate.is === 'delivered') return { id, status: 'delivered', sentAt, deliveredAt: fate.at }
  if (fate.is === 'failed') return { id, status: 'failed', reason: fate.reason, sentAt }
  return { id, status: 'sent', providerId: fate.providerId, sentAt }
}

const firstCheckMs = 20_000
const checksMs = [60_000, 5 * 60_000, 20 * 60_000, 3600_000, 3 * 3600_000, 8 * 3600_000]
const checkedFor = 72 * 3600_000
const noReceipt = '72小时内没有收到回执'

/** Asks what became of what was sent, less and less often, for three days. */
export async function check(outside: Outside, piece: Piece, round: number, next: Followed): Promise<void> {
  const way = wayOf(piece.channel)
  if (!way) return
  const sent = await openAddresses(outside, piece, 'sent')
  // Who is away is asked again like who does not know yet.
  const fates = await way.fatesOf(outside, sent.map(asHanded)).catch(() => new Map<string, Fate>())
  const now = new Date()
  await inside(outside, now, async (ctx) => {
    const changes = sent.flatMap(({ id, takenAt, sentAt }): Change[] => {
      const fate = fates.get(id)
      if (fate?.is === 'delivered' || fate?.is === 'failed') return [changeBy(fate, id, sentAt ?? takenAt)]
      const isOld = now.getTime() - (sentAt ?? takenAt).getTime() > checkedFor
      return isOld ? [{ id, status: 'sent', reason: noReceipt }] : []
    })
    const settled = await changeDeliveries(ctx.db, piece, 'sent', null, changes)
    if (settled.length === sent.length) return
    const pause = checksMs[Math.min(round, checksMs.length - 1)]!
    await next.check(ctx, piece, round + 1, new Date(now.getTime() + pause))
  })
}

const openedAtOnce = 500
type Opened = Omit<Held, 'address'> & { address: string }

/** Those of a piece that stand so, with where they went. */
const openAddresses = (outside: Outside, piece: Piece, status: 'sending' | 'sent'): Promise<Opened[]> =>
  inside(outside, new Date(), async (ctx) => {
    const held = await heldAs(ctx.db, piece, status, openedAtOnce)
    const fields = await fieldsOf(ctx.db, ctx.actor.districtId)
    return held.map((row) => ({
      ...row,
      address: row.address ? fields.decrypt(addressField, row.address, row.id) : '',
    }))
  })

const asHanded = ({ id, personId, address, providerId, sentAt, takenAt }: Opened): Handed => ({
  deliveryId: id,
  personId,
  address,
  providerId,
  sentAt: sentAt ?? takenAt,
})
