import type { Page, PageQuery } from '#packages/contract'
import { addDays, dayOf, daysBetween, invalid, newId, orNotFound, type Ctx, type Scope } from '#packages/core'
import { decideRecord, lockFlowOf } from '#kernel/approval/server/api.ts'
import { claimFiles } from '#kernel/files/server/api.ts'
import type { PupilLeave, PupilLeaveForm } from '../../contract.ts'
import { loadLeaveCipher, sealLeaveTexts } from './leave-fields.ts'
import { alreadyChanged, endLeave, getLeave, putInForce } from './leave-in-force.ts'
import {
  leaveEnteredTemplate,
  leaveRevokedTemplate,
  notifyClassTeachers,
  notifyFamilyOfLeave,
  leaveHoldsTemplate,
} from './leave-notifications.ts'
import {
  findEnrolmentOn,
  findLeaveInScope,
  findPupilInScope,
  insertLeave,
  listLeaveInScope,
  lockLeaveOf,
  type LeaveFilter,
  type PupilLeaveRow,
} from './leave-queries.ts'
import { leadsClass } from './leave-rights.ts'
import { planLeave, staffLimits } from './plan-leave.ts'
import { leaveSubject, presentLeaves } from './present-leave.ts'

// The functions of this file are for an application: it gives the scope of the caller's permission.

const mostDays = 366

/** The leave of some days that the caller handles. */
export async function listLeave(
  ctx: Ctx,
  scope: Scope,
  filter: LeaveFilter,
  page: PageQuery,
): Promise<Page<PupilLeave>> {
  if (filter.to < filter.from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  if (daysBetween(filter.from, filter.to) > mostDays) throw invalid([{ field: 'from', msg: '时间范围不超过一年' }])
  const { items, ...counts } = await listLeaveInScope(ctx.db, scope, filter, page, dayOf(ctx.now))
  return { ...counts, items: await presentLeaves(ctx, items, listOfficeActions) }
}

export async function getLeaveInScope(ctx: Ctx, scope: Scope, id: string): Promise<PupilLeave> {
  const [leave] = await presentLeaves(ctx, [await requireLeave(ctx, scope, id)], listOfficeActions)
  return orNotFound(leave, '请假')
}

const listOfficeActions = ({ status }: PupilLeaveRow): PupilLeave['may'] =>
  status === 'running' ? ['decide'] : status === 'approved' ? ['revoke'] : []

/** For a family that called: it holds at once, also for a lesson that is over. */
export async function enterLeave(ctx: Ctx, scope: Scope, form: PupilLeaveForm) {
  const today = dayOf(ctx.now)
  const pupil = orNotFound(await findPupilInScope(ctx.db, scope, form.studentId, today), '学生')
  const plan = await planLeave(ctx, { studentId: pupil.id, orgId: pupil.orgId }, form, staffLimits)
  const { classId } = (await findEnrolmentOn(ctx.db, pupil.id, form.startsOn, pupil.orgId)) ?? pupil
  const id = newId()
  const { reason, fileIds, ...facts } = form
  const cipher = await loadLeaveCipher(ctx)
  const { personId } = ctx.actor
  await insertLeave(
    ctx.db,
    {
      ...facts,
      id,
      orgId: pupil.orgId,
      classId,
      periodIds: plan.periodIds,
      ...sealLeaveTexts(cipher, id, { reason, symptoms: plan.symptoms }),
      status: 'approved',
      source: (await leadsClass(ctx, pupil.classId)) ? 'class-teacher' : 'office',
      askedById: personId,
      decidedById: personId,
    },
    ctx.now,
  )
  await claimFiles(ctx, fileIds, { kind: leaveSubject, id })
  const leave = await getLeave(ctx, id)
  await putInForce(ctx, leave)
  await notifyFamilyOfLeave(ctx, leave, leaveEnteredTemplate)
  await notifyClassTeachers(ctx, leave, leaveHoldsTemplate)
  return { id }
}

const requireLeave = async (ctx: Ctx, scope: Scope, id: string): Promise<PupilLeaveRow> =>
  orNotFound(await findLeaveInScope(ctx.db, scope, id, dayOf(ctx.now)), '请假')

/** The same decision as in the list of approvals, also by somebody else who is in charge of the pupil. */
export async function decideLeave(ctx: Ctx, scope: Scope, form: { id: string; agree: boolean; note: string }) {
  const { id, agree, note } = form
  await requireLeave(ctx, scope, id)
  if (!agree && note.length < 2) throw invalid([{ field: 'note', msg: '请填写不批准的原因' }])
  await decideRecord(ctx, { subject: leaveSubject, id, isAgreed: agree, opinion: note, mayTakeOver: true })
  return null
}

/** It should not have been given, or nobody needs it: what it filled is missing again. */
export async function revokeLeave(ctx: Ctx, scope: Scope, { id, note }: { id: string; note: string }) {
  const { studentId } = await requireLeave(ctx, scope, id)
  await lockFlowOf(ctx, leaveSubject, id)
  await lockLeaveOf(ctx.db, studentId)
  const leave = await requireLeave(ctx, scope, id)
  if (leave.status !== 'approved') throw alreadyChanged()
  if (leave.endsOn < addDays(dayOf(ctx.now), -staffLimits.back))
    throw invalid([{ field: 'note', msg: `只能取消${staffLimits.back}天内的请假` }])
  await endLeave(ctx, leave, note)
  await notifyFamilyOfLeave(ctx, leave, leaveRevokedTemplate)
  return null
}
