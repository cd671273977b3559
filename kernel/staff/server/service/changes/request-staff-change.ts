import {
  addDays,
  orNotFound,
  invalid,
  listContributions,
  newId,
  emptyScope,
  notFound,
  Refusal,
  scopeOf,
  type Ctx,
  type Scope,
} from '#packages/core'
import { onConstraint } from '#packages/db'
import type { StaffChangeForm } from '../../../contract.ts'
import { insertStaffChanges } from '../../change-queries.ts'
import { findOrgNode, findUser, type UserRow } from '../../user-queries.ts'
import { getFieldCipher, getMoment } from '../staff-presentation.ts'
import { requireMayLeave } from '../../membership-guards.ts'
import { applyStaffChange } from './apply-staff-change.ts'
import { startStaffChangeFlow } from './staff-change-approval.ts'
import { reasonField } from './staff-change-log.ts'

const everywhere: Scope = { ...emptyScope, district: true }
const alreadyRequested = onConstraint('staff_change_open', '该人员已有待处理的变动申请')

/** Requests a change of membership. A request counts as the approval of the applicant's side; the other one decides. */
export async function requestStaffChange(ctx: Ctx, form: StaffChangeForm) {
  const editing = scopeOf(ctx, 'user.edit')
  const moment = getMoment(ctx)
  const mine = await findUser(ctx.db, editing, form.userId, moment)
  const membership = orNotFound(mine ?? (await findUser(ctx.db, everywhere, form.userId, moment)), '人员')
  const to = await getDestination(ctx, membership, form)
  const isReceived = to !== null && (await findOrgNode(ctx.db, editing, to.departmentId ?? to.orgId)) !== undefined
  // A caller for neither side must not learn that the person exists.
  if (!mine && !isReceived) throw notFound('人员')
  requireChangeDates(membership, form, moment.day)
  const needsReceiver = form.type === 1 || form.type === 2
  const status = mine ? (needsReceiver && !isReceived ? 4 : 1) : 0
  const leaves = form.type === 1 || form.type === 3
  if (leaves) await requireMayLeave(ctx, membership.id, status === 1 ? 'end' : 'request')
  const fields = await getFieldCipher(ctx)
  const id = newId()
  const row = {
    id,
    type: form.type,
    status,
    person_id: membership.personId,
    membership_id: membership.id,
    from_org_id: membership.orgId,
    from_department_id: membership.departmentId,
    to_org_id: to?.orgId ?? null,
    to_department_id: to?.departmentId ?? null,
    effective_on: form.effectiveOn,
    reason: fields.encrypt(reasonField, form.reason, id),
    applicant_id: ctx.actor.personId,
    is_received: isReceived,
    ...(status === 1 ? { decided_at: ctx.now } : {}),
  }
  await insertStaffChanges(ctx.db, [row], ctx.now).catch(alreadyRequested)
  if (status === 1) {
    await applyStaffChange(ctx, id)
    return { id }
  }
  await startStaffChangeFlow(ctx, id)
  const departure = { membershipId: membership.id, lastDay: addDays(form.effectiveOn, -1), isTransfer: form.type === 1 }
  if (leaves) for (const { requested } of listContributions(ctx, 'departures')) await requested(ctx, departure)
  return { id }
}

/** The destination: none for a departure, the same organisation for a new department. */
async function getDestination(ctx: Ctx, membership: UserRow, form: StaffChangeForm) {
  if (form.type === 3) return null
  const orgId = form.type === 4 ? membership.orgId : form.toOrgId!
  const departmentId = form.toDepartmentId
  const node = orNotFound(await findOrgNode(ctx.db, everywhere, departmentId ?? orgId), '组织')
  if (departmentId === null && node.isDepartment) throw invalid([{ field: 'toOrgId', msg: '请选择调入单位' }])
  if (departmentId !== null && (!node.isDepartment || node.unitId !== orgId))
    throw invalid([{ field: 'toDepartmentId', msg: '部门不属于该单位' }])
  if (form.type === 1 && orgId === membership.orgId)
    throw invalid([{ field: 'toOrgId', msg: '调入单位与现单位相同，请选择部门变动' }])
  if (form.type === 4 && departmentId === membership.departmentId)
    throw invalid([{ field: 'toDepartmentId', msg: '已在该部门' }])
  return { orgId, departmentId }
}

function requireChangeDates(membership: UserRow, { effectiveOn, type }: StaffChangeForm, day: string) {
  if (membership.overOn !== null && membership.overOn <= day) throw new Refusal('该任职已结束')
  if (type === 2) return
  const wrong = (msg: string) => invalid([{ field: 'effectiveOn', msg }])
  if (effectiveOn <= membership.beginsOn) throw wrong('生效日期应晚于任职开始日期')
  if (membership.overOn !== null && effectiveOn >= membership.overOn) throw wrong('生效日期应早于任职结束日期')
}
