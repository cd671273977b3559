import { labelOf } from '#packages/contract'
import { orNotFound, Refusal, type Ctx } from '#packages/core'
import type { ApprovalSubject, SubjectReader } from '#kernel/approval/server/api.ts'
import { coverKinds, coverSources } from '../contract.ts'
import { hasBegun, loadCases, lockCases, type CoverCase } from './cases.ts'
import { describeLegs } from './describe-legs.ts'
import { closeRequests } from './end-requests.ts'
import { listMembers } from './people-queries.ts'
import { putInForce } from './put-in-force.ts'
import { openTexts } from './sealed-texts.ts'
import { begunText, formatDay } from './words.ts'
import { isApplicant } from './withdraw.ts'

/**
 * What becomes of a request whose approval ended: the callbacks of the subject, which the application with the permissions
 * defines. They run in the transaction of the decision.
 */
const lockAudited = async (ctx: Ctx, id: string): Promise<CoverCase | undefined> =>
  (await lockCases(ctx, [id])).find(({ status }) => status === 'auditing')

export async function approveCover(ctx: Ctx, id: string) {
  const one = orNotFound(await lockAudited(ctx, id), '代调课')
  if (hasBegun(ctx, one)) throw new Refusal(begunText)
  await putInForce(ctx, [one])
}

async function end(ctx: Ctx, id: string, status: 'rejected' | 'recalled' | 'cancelled') {
  const one = await lockAudited(ctx, id)
  // A request that lapsed ended before its approval did.
  if (one) await closeRequests(ctx, [one], status)
}
export const rejectCover = (ctx: Ctx, id: string) => end(ctx, id, 'rejected')
export const recallCover = (ctx: Ctx, id: string) => end(ctx, id, 'recalled')
export const terminateCover = (ctx: Ctx, id: string) => end(ctx, id, 'cancelled')

export interface CoverPlace {
  orgId: string
  classIds: string[]
  /** The teacher whose request it is. */
  memberId: string
  day: string
}

/** Where a request belongs, for whoever knows the permissions. */
export async function findCoverPlace(ctx: Ctx, id: string): Promise<CoverPlace | undefined> {
  const [one] = await loadCases(ctx, [id])
  if (!one) return undefined
  const classIds = one.legs.flatMap(({ classId }) => classId ?? [])
  return { orgId: one.orgId, classIds, memberId: one.memberId, day: one.legs[0]!.day }
}

export async function describeCover(
  ctx: Ctx,
  id: string,
  { isApprover, isDeputy }: SubjectReader,
): ReturnType<ApprovalSubject['describe']> {
  const [found] = await loadCases(ctx, [id])
  const one = orNotFound(found, '代调课')
  const names = await describeLegs(ctx, one.legs)
  const members = await listMembers(
    ctx.db,
    one.legs.flatMap(({ toId }) => toId ?? []),
  )
  const lessons = one.legs.map((leg) => {
    const { time, toPeriodName } = names.get(leg.id)!
    return leg.toDay === null ? time : `${time}，调到${formatDay(leg.toDay)}${toPeriodName}`
  })
  const toName = members.get(one.legs[0]!.toId ?? '')?.name ?? ''
  const lead = [
    { label: '类型', value: labelOf(coverKinds, one.kind) },
    { label: '课程', value: lessons.join('；') },
    { label: '代课教师', value: toName },
  ].filter(({ value }) => value !== '')
  if (!isApprover && !isDeputy && !isApplicant(ctx, one)) return { lead, facts: [], files: [] }
  const [reason = ''] = await openTexts(ctx, 'reason', [{ requestId: id, text: one.reason }])
  const facts = [
    { label: '申请人', value: one.name },
    { label: '来源', value: labelOf(coverSources, one.source) },
    { label: '说明', value: reason },
  ].filter(({ value }) => value !== '')
  return { lead, facts, files: [] }
}
