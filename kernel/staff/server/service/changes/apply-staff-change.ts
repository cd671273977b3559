import { addDays, orNotFound, newId, emptyScope, Refusal, type Ctx, type Scope } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import { recordIdentityChange, type IdentityChange } from '#kernel/audit/server/api.ts'
import { withdrawInvitations } from '#kernel/identity/server/api.ts'
import { findStaffChange, getCurrentPerson, setNewMembership, type StaffChangeRow } from '../../change-queries.ts'
import { membershipKind } from '../../logged-objects.ts'
import { copyMembershipGrants } from '../../membership-guards.ts'
import {
  appointMainMembership,
  endMemberships,
  insertMembership,
  membershipOverlap,
  updateMemberships,
} from '../../membership-queries.ts'
import { copyMembershipRows } from '../../relocate-queries.ts'
import { findOrgNode, findUser, type UserRow } from '../../user-queries.ts'
import { changeWithCounts } from '../member-counts.ts'
import { notifyChangedPerson } from '../../staff-change-notifications.ts'
import { recordFieldHistory } from '../field-history.ts'
import { getFieldCipher, getMoment } from '../staff-presentation.ts'
import { getRequestedMembership } from './requested-membership.ts'

const everywhere: Scope = { ...emptyScope, district: true }

/** Writes the memberships of an approved change at once. They are dated, so access changes on the effective day. */
export async function applyStaffChange(ctx: Ctx, id: string) {
  const reader = { reading: everywhere, editing: everywhere, personId: ctx.actor.personId }
  const requested = orNotFound(await findStaffChange(ctx.db, reader, id), '人员变动')
  const membership = requested.membershipId
    ? await findUser(ctx.db, everywhere, requested.membershipId, getMoment(ctx))
    : undefined
  // A person who was merged after the request moves as the merged person.
  const person = await getCurrentPerson(ctx.db, orNotFound(membership?.personId ?? requested.personId, '人员'))
  const change = { ...requested, personId: person.id }
  await requireExistingDestination(ctx, change)
  await changeWithCounts(ctx, [change.personId], async () => {
    const made = await applyByType[change.type as keyof typeof applyByType](ctx, change, membership)
    if (made) await setNewMembership(ctx.db, id, made)
    await appointMainMembership(ctx.db, [change.personId], getMoment(ctx).day, ctx.now)
  })
  const kinds: Record<number, IdentityChange> = {
    1: 'transferred',
    2: 'place-added',
    3: 'place-ended',
    4: 'transferred',
  }
  if (membership && change.type !== 4)
    await recordFieldChanges(ctx, [
      {
        entity: membershipKind,
        rowId: membership.id,
        changes: [
          change.type === 3
            ? { field: 'endsOn', before: '', after: addDays(change.effectiveOn, -1) }
            : { field: 'orgId', before: change.oldOrgName, after: change.newOrgName },
        ],
      },
    ])
  await recordIdentityChange(ctx, kinds[change.type]!, {
    personId: change.personId,
    accountId: person.accountId,
  })
  await notifyChangedPerson(ctx, id)
}

/** The destination may have been merged or deleted between request and approval. */
async function requireExistingDestination(ctx: Ctx, { type, toOrgId, toDepartmentId }: StaffChangeRow) {
  if (type === 3) return
  const unit = toOrgId && (await findOrgNode(ctx.db, everywhere, toOrgId))
  const department = toDepartmentId && (await findOrgNode(ctx.db, everywhere, toDepartmentId))
  if (!unit || (toDepartmentId !== null && !department))
    throw new Refusal('接收单位或部门已撤销，请拒绝或撤回后重新申请')
  if (department && department.unitId !== toOrgId) throw new Refusal('接收部门已不属于该单位，请拒绝或撤回后重新申请')
}

/** The source membership, which must still be open on the effective day. */
function requireOpenMembership(membership: UserRow | undefined, { effectiveOn }: StaffChangeRow): UserRow {
  if (!membership || (membership.overOn !== null && membership.overOn <= effectiveOn))
    throw new Refusal('该任职已结束，无法变动')
  if (effectiveOn <= membership.beginsOn) throw new Refusal('生效日期应晚于任职开始日期')
  return membership
}

type DecidedChange = StaffChangeRow & { personId: string }

const applyByType = {
  1: async (ctx: Ctx, change: DecidedChange, from: UserRow | undefined) => {
    const membership = requireOpenMembership(from, change)
    await endMemberships(ctx.db, [membership.id], change.effectiveOn, ctx.now)
    return beginMembership(ctx, change, membership, membership.isMain)
  },
  2: (ctx: Ctx, change: DecidedChange, membership: UserRow | undefined) =>
    beginMembership(ctx, change, membership, false),
  3: async (ctx: Ctx, change: DecidedChange, from: UserRow | undefined) => {
    await endMemberships(ctx.db, [requireOpenMembership(from, change).id], change.effectiveOn, ctx.now)
    return null
  },
  4: async (ctx: Ctx, change: DecidedChange, from: UserRow | undefined) => {
    const membership = requireOpenMembership(from, change)
    if (change.effectiveOn <= getMoment(ctx).day) return moveDepartmentNow(ctx, change, membership)
    // The organisation stays the same, so the grants are copied to the new membership.
    const going = { from: membership.id, id: newId(), orgId: membership.orgId, departmentId: change.toDepartmentId }
    await copyMembershipRows(ctx.db, [going], change.effectiveOn, ctx.now).catch(membershipOverlap)
    await endMemberships(ctx.db, [membership.id], change.effectiveOn, ctx.now)
    await copyMembershipGrants(ctx, [{ from: membership.id, to: going.id }])
    return going.id
  },
}

async function moveDepartmentNow(ctx: Ctx, change: StaffChangeRow, membership: UserRow) {
  await updateMemberships(ctx.db, [membership.id], { department_id: change.toDepartmentId }, ctx.now).catch(
    membershipOverlap,
  )
  const names = { before: change.oldDepartmentName, after: change.newDepartmentName }
  await recordFieldHistory(ctx, membership, [{ field: 'departmentId', of: 'membership', ...names }])
  return null
}

/**
 * The new membership: with the requested fields, or with those of the person; the post is assigned by the new
 * organisation.
 */
async function beginMembership(ctx: Ctx, change: DecidedChange, membership: UserRow | undefined, isMain: boolean) {
  const id = newId()
  const { personId, toOrgId, toDepartmentId: departmentId, effectiveOn: beginsOn, requestedMembership } = change
  const { userType = 'teacher', subject = '', workerType = null } = membership ?? {}
  const facts = requestedMembership
    ? getRequestedMembership(await getFieldCipher(ctx), change.id, requestedMembership)
    : { userType, post: '', subject, workerType }
  await insertMembership(
    ctx.db,
    { id, personId, orgId: toOrgId!, departmentId, isMain, beginsOn, ...facts },
    ctx.now,
  ).catch(membershipOverlap)
  await withdrawInvitations(ctx, change.personId)
  return id
}
