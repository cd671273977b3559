import { found, invalid, newId, nothing, notFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import { onConstraint } from '#packages/db'
import { publish } from '#packages/jobs'
import type { ChangeForm } from '../../../contract.ts'
import { insertChanges } from '../../change-queries.ts'
import { refusedPlaces } from '../../guards.ts'
import { findNode, findUser, type UserRow } from '../../user-queries.ts'
import { fieldsIn, momentOf } from '../presenting.ts'
import { carryOut } from './carrying-out.ts'
import { reasonField } from './noting.ts'

const everywhere: Scope = { ...nothing, district: true }
const alreadyAsked = onConstraint('staff_change_open', '该人员已有待处理的变动申请')

/**
 * Asks for a change of places. The one that gives agrees first, then the one that receives; whoever asks for a side that
 * is his or her own has agreed for it by asking.
 */
export async function applyChange(ctx: Ctx, form: ChangeForm) {
  const editing = scopeOf(ctx, 'user.edit')
  const moment = momentOf(ctx)
  const mine = await findUser(ctx.db, editing, form.userId, moment)
  const place = found(mine ?? (await findUser(ctx.db, everywhere, form.userId, moment)), '人员')
  const to = await destinationOf(ctx, place, form)
  const isReceived = to !== null && (await findNode(ctx.db, editing, to.departmentId ?? to.orgId)) !== undefined
  // Whoever speaks for neither side does not learn that there is such a person.
  if (!mine && !isReceived) throw notFound('人员')
  requireDates(place, form, moment.day)
  if (form.type === 1 || form.type === 3) await requireFree(ctx, place.id)
  const needsReceiver = form.type === 1 || form.type === 2
  const status = mine ? (needsReceiver && !isReceived ? 4 : 1) : 0
  const fields = await fieldsIn(ctx)
  const id = newId()
  const row = {
    id,
    type: form.type,
    status,
    person_id: place.personId,
    membership_id: place.id,
    from_org_id: place.orgId,
    from_department_id: place.departmentId,
    to_org_id: to?.orgId ?? null,
    to_department_id: to?.departmentId ?? null,
    effective_on: form.effectiveOn,
    reason: fields.encrypt(reasonField, form.reason, id),
    applicant_id: ctx.actor.personId,
    is_received: isReceived,
    ...(status === 1 ? { decided_by: ctx.actor.personId, decided_at: ctx.now } : {}),
  }
  await insertChanges(ctx.db, [row], ctx.now).catch(alreadyAsked)
  if (status === 1) await carryOut(ctx, row.id)
  await publish(ctx, status === 1 ? 'staff.change-decided' : 'staff.change-asked', { id: row.id })
  return { id: row.id }
}

/** Where it leads: nowhere for one who only leaves, within the organisation for one who changes the department. */
async function destinationOf(ctx: Ctx, place: UserRow, form: ChangeForm) {
  if (form.type === 3) return null
  const orgId = form.type === 4 ? place.orgId : form.toOrgId!
  const departmentId = form.toDepartmentId
  const node = found(await findNode(ctx.db, everywhere, departmentId ?? orgId), '组织')
  if (departmentId === null && node.isDepartment) throw invalid([{ field: 'toOrgId', msg: '请选择调入单位' }])
  if (departmentId !== null && (!node.isDepartment || node.unitId !== orgId))
    throw invalid([{ field: 'toDepartmentId', msg: '部门不属于该单位' }])
  if (form.type === 1 && orgId === place.orgId)
    throw invalid([{ field: 'toOrgId', msg: '调入单位与现单位相同，请选择部门变动' }])
  if (form.type === 4 && departmentId === place.departmentId)
    throw invalid([{ field: 'toDepartmentId', msg: '已在该部门' }])
  return { orgId, departmentId }
}

function requireDates(place: UserRow, { effectiveOn, type }: ChangeForm, day: string) {
  if (place.overOn !== null && place.overOn <= day) throw new Refusal('该任职已结束')
  if (type === 2) return
  const wrong = (msg: string) => invalid([{ field: 'effectiveOn', msg }])
  if (effectiveOn <= place.beginsOn) throw wrong('生效日期应晚于任职开始日期')
  if (place.overOn !== null && effectiveOn >= place.overOn) throw wrong('生效日期应早于任职结束日期')
}

export async function requireFree(ctx: Ctx, membershipId: string) {
  const reason = (await refusedPlaces(ctx, [membershipId])).get(membershipId)
  if (reason) throw new Refusal(reason)
}
