import { addDays, type Ctx, newId, orNotFound, Refusal, scopeOf, wholeDistrict } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { recordIdentityChange } from '#kernel/audit/server/api.ts'
import { withdrawInvitations } from '#kernel/identity/server/api.ts'
import { userTypes, type MembershipForm } from '../../contract.ts'
import { membershipKind } from '../logged-objects.ts'
import { requireMayLeave } from '../membership-guards.ts'
import {
  appointMainMembership,
  updateMembershipDates,
  insertMembership,
  clearOtherMainMemberships,
  listAllMemberships,
  updateMemberships,
  membershipOverlap,
} from '../membership-queries.ts'
import { findOrgNode, findUser, type UserRow } from '../user-queries.ts'
import { requireDestination } from './add-staff.ts'
import { changeWithCounts } from './member-counts.ts'
import { getLastDay, getMoment } from './staff-presentation.ts'

/** Saves a membership. Exactly one of a person's open memberships is the main one. */
export async function saveMembership(ctx: Ctx, form: MembershipForm) {
  const scope = scopeOf(ctx, 'user.edit')
  const person = orNotFound(await findUser(ctx.db, scope, form.userId, getMoment(ctx)), '人员')
  const membership = form.id ? orNotFound(await findUser(ctx.db, scope, form.id, getMoment(ctx)), '任职') : null
  if (membership && membership.personId !== person.personId) throw new Refusal('该任职不属于此人员')
  if (membership && membership.orgId !== form.orgId) throw new Refusal('任职单位不能更改，请使用人员变动')
  await requireDestination(ctx, form.orgId, form.departmentId)
  if (form.isMain) await requireMainInScope(ctx, person.personId)
  const id = form.id ?? newId()
  const { personId } = person
  await changeWithCounts(ctx, [personId], async () => {
    await (membership ? updateExistingMembership(ctx, membership, form) : addFurtherMembership(ctx, personId, id, form))
    const { day } = getMoment(ctx)
    if (form.isMain) await clearOtherMainMemberships(ctx.db, personId, id, day, ctx.now)
    await appointMainMembership(ctx.db, [personId], day, ctx.now)
  })
  return { id }
}

/** Moving the main flag needs the permission at the current main employer. */
async function requireMainInScope(ctx: Ctx, personId: string) {
  const { day } = getMoment(ctx)
  const memberships = await listAllMemberships(ctx.db, personId, scopeOf(ctx, 'user.edit'))
  const main = memberships.find(({ isMain, overOn }) => isMain && (overOn === null || overOn > day))
  if (main && !main.mayEdit) throw new Refusal(`主要任职在${main.orgName}，由该单位或上级单位调整`)
}

const getOverDay = ({ endsOn }: MembershipForm) => (endsOn === null ? null : addDays(endsOn, 1))

async function addFurtherMembership(ctx: Ctx, personId: string, id: string, form: MembershipForm) {
  const { orgId, departmentId, userType, post, isMain, startsOn } = form
  await insertMembership(
    ctx.db,
    { id, personId, orgId, departmentId, userType, post, isMain, beginsOn: startsOn, overOn: getOverDay(form) },
    ctx.now,
  ).catch(membershipOverlap)
  await withdrawInvitations(ctx, personId)
  await recordIdentityChange(ctx, 'place-added', { personId, accountId: null })
  const unit = await findOrgNode(ctx.db, wholeDistrict, orgId)
  await recordFieldChanges(ctx, [
    { entity: membershipKind, rowId: id, changes: [{ field: 'orgId', before: '', after: unit?.name ?? '' }] },
  ])
}

async function recordMembershipChange(
  ctx: Ctx,
  before: UserRow,
  { departmentId, userType, post, ...form }: MembershipForm,
) {
  const department = departmentId === null ? undefined : await findOrgNode(ctx.db, wholeDistrict, departmentId)
  const changes = [
    { field: 'departmentId', before: before.departmentName, after: department?.name ?? '' },
    { field: 'userType', before: userTypes[before.userType].title, after: userTypes[userType].title },
    { field: 'post', before: before.post, after: post },
    { field: 'isMain', before: before.isMain, after: form.isMain },
    { field: 'startsOn', before: before.beginsOn, after: form.startsOn },
    { field: 'endsOn', before: getLastDay(before.overOn), after: form.endsOn },
  ]
  await recordFieldChanges(ctx, [{ entity: membershipKind, rowId: before.id, changes }])
}

async function updateExistingMembership(ctx: Ctx, membership: UserRow, form: MembershipForm) {
  const { day } = getMoment(ctx)
  const overOn = getOverDay(form)
  const endsSooner = overOn !== null && (membership.overOn === null || overOn < membership.overOn)
  // A change that ends the membership today or later passes the same guards as other ways to end it.
  if (endsSooner || (form.startsOn > day && membership.beginsOn <= day))
    await requireMayLeave(ctx, membership.id, 'end')
  if (form.startsOn !== membership.beginsOn || form.endsOn !== getLastDay(membership.overOn))
    await updateMembershipDates(ctx.db, membership.id, form.startsOn, overOn, ctx.now).catch(membershipOverlap)
  const { departmentId, userType, post, isMain } = form
  const change = { department_id: departmentId, user_type: userType, post, is_main: isMain }
  await updateMemberships(ctx.db, [membership.id], change, ctx.now).catch(membershipOverlap)
  await recordMembershipChange(ctx, membership, form)
  if (endsSooner)
    await recordIdentityChange(ctx, 'place-ended', {
      personId: membership.personId,
      accountId: membership.accountId,
    })
}
