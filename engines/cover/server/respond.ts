import { Refusal, type Ctx } from '#packages/core'
import type { CoverStatus } from '../contract.ts'
import { advance } from './advance.ts'
import { listApplied, type Applied } from './apply.ts'
import { hasBegun, lockKnownCases, type CaseAsk, type CoverCase } from './cases.ts'
import { agreedTemplate } from './cover-notifications.ts'
import { handedOver } from './chains.ts'
import { endRequests } from './end-requests.ts'
import { notifyAbout } from './notify-of-change.ts'
import { closeAsks, updateLegs } from './request-queries.ts'
import { writeAnswers } from './sealed-texts.ts'
import { refuseOverWeek } from './week-limit.ts'
import { claimedText, handledText } from './words.ts'

/** One answer of somebody who is asked, for several requests. Of several who are asked the first yes counts. */
export async function respondToCovers(
  ctx: Ctx,
  { ids, agree, note }: { ids: readonly string[]; agree: boolean; note: string },
): Promise<Applied[]> {
  if (!agree && note === '') throw new Refusal('请填写拒绝的原因')
  const cases = await lockKnownCases(ctx, ids, (one) => findAsk(ctx, one) !== undefined)
  const waiting = cases.filter((one) => requireWaiting(ctx, one))
  const begun = waiting.filter((one) => hasBegun(ctx, one))
  await endRequests(ctx, begun, 'lapsed')
  const rest = waiting.filter((one) => !begun.includes(one))
  await (agree ? accept(ctx, rest, note) : decline(ctx, rest, note))
  return listApplied(ctx, ids)
}

/** 认领: whoever is first gives the lesson. */
export async function claimCover(ctx: Ctx, { id }: { id: string }): Promise<{ status: CoverStatus }> {
  const [answer] = await respondToCovers(ctx, { ids: [id], agree: true, note: '' })
  return { status: answer!.status }
}

const findAsk = (ctx: Ctx, { asks }: CoverCase): CaseAsk | undefined =>
  asks.find(({ memberId }) => memberId === ctx.actor.userId)

function requireWaiting(ctx: Ctx, one: CoverCase): boolean {
  const { answer } = findAsk(ctx, one)!
  const isTaken = one.asks.some((ask) => ask.answer === 'yes' && ask.memberId !== ctx.actor.userId)
  if (isTaken) throw new Refusal(claimedText)
  if (one.status !== 'asking' || answer !== 'waiting') throw new Refusal(handledText)
  return true
}

async function accept(ctx: Ctx, cases: readonly CoverCase[], note: string) {
  if (cases.length === 0) return
  await refuseTooMany(ctx, cases)
  const requestIds = cases.map(({ id }) => id)
  await writeAnswers(ctx, { requestIds, memberId: ctx.actor.userId }, { answer: 'yes', note })
  await closeAsks(ctx.db, requestIds, ctx.now)
  const named = cases.filter(({ kind }) => kind !== 'swap')
  await updateLegs(
    ctx.db,
    named.flatMap(({ legs }) => legs.map(({ id }) => ({ id, toId: ctx.actor.userId }))),
  )
  for (const { legs } of named) for (const leg of legs) leg.toId = ctx.actor.userId
  const [first] = cases
  const { name } = findAsk(ctx, first!)!
  await notifyAbout(ctx, agreedTemplate, cases, ({ personId }) => [personId], { name })
  await advance(ctx, cases)
}

/** She may have agreed to others since she was asked. */
async function refuseTooMany(ctx: Ctx, cases: readonly CoverCase[]) {
  const given = cases.filter(({ kind }) => handedOver.includes(kind))
  for (const [orgId, some] of Map.groupBy(given, (one) => one.orgId))
    await refuseOverWeek(
      ctx,
      orgId,
      some.flatMap(({ legs }) => legs.map(({ lessonId, day }) => ({ lessonId, day, memberId: ctx.actor.userId }))),
    )
}

/** The request ends with the last no. The applicant may ask somebody else. */
async function decline(ctx: Ctx, cases: readonly CoverCase[], note: string) {
  const requestIds = cases.map(({ id }) => id)
  await writeAnswers(ctx, { requestIds, memberId: ctx.actor.userId }, { answer: 'no', note })
  const isLast = ({ asks }: CoverCase) =>
    asks.every(({ answer, memberId }) => answer === 'no' || memberId === ctx.actor.userId)
  await endRequests(ctx, cases.filter(isLast), 'declined', note)
}
