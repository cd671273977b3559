import { addDays, dayOf, orNotFound, type Ctx } from '#packages/core'
import { getFlowsOf } from '#kernel/approval/server/api.ts'
import type { CoverRequest } from '../contract.ts'
import { coverSubject, hasBegun, isOpen, loadCases, type CoverCase } from './cases.ts'
import { handedOver } from './chains.ts'
import { findOfficeRight } from './cover-office.ts'
import { describeLegs, type LegNames } from './describe-legs.ts'
import { listChainsOf } from './leg-queries.ts'
import { listMembers, type MemberRow } from './people-queries.ts'
import { listGivenRequests, listOwnRequests, listRequestsToAnswer } from './list-queries.ts'
import type { LegRow } from './request-queries.ts'
import { openTexts } from './sealed-texts.ts'
import { coverSetting } from './settings.ts'
import { isApplicant } from './withdraw.ts'

/** What the reader may know and do besides being one of the people of the request. */
type OfficeRight = 'arrange' | 'read' | undefined

/** One request, for its people and for whoever arranges the lessons of the school. For others it does not exist. */
export async function getCover(ctx: Ctx, { id }: { id: string }): Promise<CoverRequest> {
  const [one] = await loadCases(ctx, [id])
  const found = orNotFound(one, '代调课')
  const classIds = found.legs.flatMap(({ classId }) => classId ?? [])
  const right = await findOfficeRight(ctx, { orgId: found.orgId, classIds, day: found.legs[0]!.day })
  orNotFound(isConcerned(ctx, found) || right !== undefined || undefined, '代调课')
  return (await describeCovers(ctx, [found], right))[0]!
}

const isConcerned = (ctx: Ctx, one: CoverCase) =>
  isApplicant(ctx, one) ||
  one.asks.some(({ memberId }) => memberId === ctx.actor.userId) ||
  one.legs.some(({ toId, fromId }) => toId === ctx.actor.userId || fromId === ctx.actor.userId)

const shownAtMost = 200
/** Days before today from which on lessons are listed. */
const usualDays = 62

/** own: of the caller · asked: the caller is asked · given: the caller gives the lesson. */
export async function listCovers(
  ctx: Ctx,
  { box, from }: { box: 'own' | 'asked' | 'given'; from?: string | undefined },
): Promise<CoverRequest[]> {
  const who = {
    userId: ctx.actor.userId,
    personId: ctx.actor.personId,
    from: from ?? addDays(dayOf(ctx.now), -usualDays),
    limit: shownAtMost,
  }
  const list = { own: listOwnRequests, asked: listRequestsToAnswer, given: listGivenRequests }[box]
  const ids = await list(ctx.db, who)
  const cases = new Map((await loadCases(ctx, ids)).map((one) => [one.id, one]))
  return describeCovers(
    ctx,
    ids.flatMap((id) => cases.get(id) ?? []),
    undefined,
  )
}

export async function describeCovers(
  ctx: Ctx,
  cases: readonly CoverCase[],
  right: OfficeRight,
): Promise<CoverRequest[]> {
  if (cases.length === 0) return []
  const legs = cases.flatMap((one) => one.legs)
  const names = await describeLegs(ctx, legs)
  const chains = await listChainsOf(
    ctx.db,
    legs.map(({ id }) => id),
  )
  const ids = [
    ...legs.flatMap(({ fromId, toId }) => [fromId, toId]),
    ...[...chains.values()].flat().map(({ fromId }) => fromId),
  ]
  const members = await listMembers(
    ctx.db,
    [...ids, ...cases.map(({ memberId }) => memberId)].filter((id) => id !== null),
  )
  const knows = await findKnowing(ctx, cases, right)
  const known = cases.filter(({ id }) => knows.has(id))
  const texts = await openTexts(
    ctx,
    'reason',
    known.map(({ id, reason }) => ({ requestId: id, text: reason })),
  )
  const reasons = new Map(known.map(({ id }, at) => [id, texts[at]!]))
  const flows = await getFlowsOf(
    ctx,
    coverSubject,
    cases.map(({ id }) => id),
  )
  return cases.map((one) => ({
    id: one.id,
    kind: one.kind,
    askMode: one.askMode,
    status: one.status,
    applicant: { id: one.memberId, name: one.name },
    source: knows.has(one.id) ? one.source : null,
    reason: knows.has(one.id) ? (reasons.get(one.id) ?? '') : null,
    isBackfilled: one.isBackfilled,
    appliedAt: one.createdAt.toISOString(),
    legs: one.legs.map((leg) => toLeg(leg, names.get(leg.id)!, members)),
    asked: listAsked(ctx, one, right),
    chain: toChain(one, one.legs[0]!, chains, members),
    flowId: flows.get(one.id)?.id ?? null,
    // It may be why a colleague declined.
    note: right === 'arrange' || isApplicant(ctx, one) ? one.note : '',
    may: listActions(ctx, one, right),
  }))
}

const toMember = (members: ReadonlyMap<string, MemberRow>, id: string | null) => {
  const member = members.get(id ?? '')
  return member ? { id: member.id, name: member.name } : null
}

const toLeg = (
  leg: LegRow,
  names: LegNames,
  members: ReadonlyMap<string, MemberRow>,
): CoverRequest['legs'][number] => ({
  id: leg.id,
  lessonId: leg.lessonId,
  day: leg.day,
  periodId: leg.periodId,
  periodName: names.periodName,
  begins: leg.begins,
  ends: leg.ends,
  groupName: names.groupName,
  subjectName: names.subjectName,
  from: toMember(members, leg.fromId),
  to: toMember(members, leg.toId),
  toDay: leg.toDay,
  toPeriodName: names.toPeriodName,
  toBegins: leg.toBegins ?? '',
  chainNo: leg.chainNo,
  credit: leg.credit,
})

/** Source and reason: the applicant and the office; colleagues who are asked if the school shows it to them. */
async function findKnowing(ctx: Ctx, cases: readonly CoverCase[], right: OfficeRight): Promise<ReadonlySet<string>> {
  const known = new Set<string>()
  for (const one of cases)
    if (right === 'arrange' || isApplicant(ctx, one) || (await coverSetting.read(ctx, one.orgPath)).showReason)
      known.add(one.id)
  return known
}

/** Who else was asked, and why somebody declined, is for the applicant and the office. */
function listAsked(ctx: Ctx, one: CoverCase, right: OfficeRight): CoverRequest['asked'] {
  const isKnown = right === 'arrange' || isApplicant(ctx, one)
  return one.asks
    .filter(({ memberId, answer }) => isKnown || answer === 'yes' || memberId === ctx.actor.userId)
    .map(({ memberId, name, answer, note, answeredAt }) => ({
      id: memberId,
      name,
      answer,
      note: isKnown || memberId === ctx.actor.userId ? note : '',
      at: answeredAt?.toISOString() ?? null,
    }))
}

type Chains = Awaited<ReturnType<typeof listChainsOf>>

/** Whoever gives the lesson now is the last one. */
function toChain({ kind }: CoverCase, leg: LegRow, chains: Chains, members: ReadonlyMap<string, MemberRow>): string[] {
  const nameOf = (id: string | null) => members.get(id ?? '')?.name ?? ''
  const givers = (chains.get(leg.id) ?? []).filter((link) => handedOver.includes(link.kind as never))
  const names = givers.map(({ fromId }) => nameOf(fromId))
  if (!handedOver.includes(kind)) return [nameOf(leg.fromId)].filter(Boolean)
  return [...names, nameOf(leg.toId)].filter(Boolean)
}

function listActions(ctx: Ctx, one: CoverCase, right: OfficeRight): CoverRequest['may'] {
  const may: CoverRequest['may'] = []
  const begun = hasBegun(ctx, one)
  const own = one.asks.find(({ memberId }) => memberId === ctx.actor.userId)
  if (one.status === 'asking' && own?.answer === 'waiting' && !begun)
    may.push(one.askMode === 'everybody' ? 'claim' : 'answer')
  if (isOpen(one) && isApplicant(ctx, one)) may.push('recall')
  if (right === 'arrange') {
    if ((isOpen(one) || one.status === 'effective') && !begun) may.push('cancel')
    if (isOpen(one) && one.status !== 'auditing' && !begun) may.push('assign')
    if (one.status === 'auditing' && !begun && one.personId !== ctx.actor.personId) may.push('audit')
  }
  if (one.status === 'effective' || one.status === 'done') may.push('print')
  return may
}
