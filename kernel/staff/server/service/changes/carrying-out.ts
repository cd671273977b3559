import { found, newId, nothing, Refusal, type Ctx, type Scope } from '#packages/core'
import { recordIdentityChange, type IdentityChange } from '#kernel/audit/server'
import { withdrawInvitations } from '#kernel/identity/server'
import { findChange, presentPerson, rememberNewPlace, type ChangeRow } from '../../change-queries.ts'
import { copyPlaces } from '../../guards.ts'
import { appointMain, endPlaces, insertPlace, updatePlaces } from '../../place-queries.ts'
import { copyPlaceRows } from '../../relocate-queries.ts'
import { findNode, findUser, type UserRow } from '../../user-queries.ts'
import { alreadyThere } from '../adding.ts'
import { keepingCounts } from '../counting.ts'
import { keepHistory } from '../history.ts'
import { fieldsIn, momentOf } from '../presenting.ts'
import { placeAsked } from './requesting.ts'

const everywhere: Scope = { ...nothing, district: true }

/**
 * Writes the dated places of a change that everybody has agreed to, at once. What depends on today follows by itself on
 * its day, because places are dated.
 */
export async function carryOut(ctx: Ctx, id: string) {
  const reader = { reading: everywhere, editing: everywhere, personId: ctx.actor.personId }
  const asked = found(await findChange(ctx.db, reader, id), '人员变动')
  const place = asked.membershipId ? await findUser(ctx.db, everywhere, asked.membershipId, momentOf(ctx)) : undefined
  // Whoever turned out to be somebody else since it was asked for moves as that person.
  const person = await presentPerson(ctx.db, found(place?.personId ?? asked.personId, '人员'))
  const change = { ...asked, personId: person.id }
  await requireDestination(ctx, change)
  await keepingCounts(ctx, [change.personId], async () => {
    const made = await deeds[change.type as keyof typeof deeds](ctx, change, place)
    if (made) await rememberNewPlace(ctx.db, id, made)
    await appointMain(ctx.db, [change.personId], momentOf(ctx).day, ctx.now)
  })
  const kinds: Record<number, IdentityChange> = {
    1: 'transferred',
    2: 'place-added',
    3: 'place-ended',
    4: 'transferred',
  }
  await recordIdentityChange(ctx, kinds[change.type]!, '', {
    personId: change.personId,
    accountId: person.accountId,
  })
}

/** Between asking and agreeing an organisation may have been merged or deleted: nobody is sent where nothing is. */
async function requireDestination(ctx: Ctx, { type, toOrgId, toDepartmentId }: ChangeRow) {
  if (type === 3) return
  const unit = toOrgId && (await findNode(ctx.db, everywhere, toOrgId))
  const department = toDepartmentId && (await findNode(ctx.db, everywhere, toDepartmentId))
  if (!unit || (toDepartmentId !== null && !department))
    throw new Refusal('接收单位或部门已撤销，请拒绝或撤回后重新申请')
  if (department && department.unitId !== toOrgId) throw new Refusal('接收部门已不属于该单位，请拒绝或撤回后重新申请')
}

/** The place that it begins with, still open on the day when it is to change. */
function open(place: UserRow | undefined, { effectiveOn }: ChangeRow): UserRow {
  if (!place || (place.overOn !== null && place.overOn <= effectiveOn)) throw new Refusal('该任职已结束，无法变动')
  if (effectiveOn <= place.beginsOn) throw new Refusal('生效日期应晚于任职开始日期')
  return place
}

type Decided = ChangeRow & { personId: string }

const deeds = {
  1: async (ctx: Ctx, change: Decided, from: UserRow | undefined) => {
    const place = open(from, change)
    await endPlaces(ctx.db, [place.id], change.effectiveOn, ctx.now)
    return begin(ctx, change, place, place.isMain)
  },
  2: (ctx: Ctx, change: Decided, place: UserRow | undefined) => begin(ctx, change, place, false),
  3: async (ctx: Ctx, change: Decided, from: UserRow | undefined) => {
    await endPlaces(ctx.db, [open(from, change).id], change.effectiveOn, ctx.now)
    return null
  },
  4: async (ctx: Ctx, change: Decided, from: UserRow | undefined) => {
    const place = open(from, change)
    if (change.effectiveOn <= momentOf(ctx).day) return moveNow(ctx, change, place)
    // The same organisation, so what somebody may do goes along; from that day on.
    const going = { from: place.id, id: newId(), orgId: place.orgId, departmentId: change.toDepartmentId }
    await copyPlaceRows(ctx.db, [going], change.effectiveOn, ctx.now).catch(alreadyThere)
    await endPlaces(ctx.db, [place.id], change.effectiveOn, ctx.now)
    await copyPlaces(ctx, [{ from: place.id, to: going.id }])
    return going.id
  },
}

async function moveNow(ctx: Ctx, change: ChangeRow, place: UserRow) {
  await updatePlaces(ctx.db, [place.id], { department_id: change.toDepartmentId }, ctx.now).catch(alreadyThere)
  const names = { before: change.oldDepartmentName, after: change.newDepartmentName }
  await keepHistory(ctx, place, [{ field: 'departmentId', of: 'place', ...names }])
  return null
}

/**
 * What somebody is in the new organisation: as that asked for it, or else as far as it is the same person's, and the
 * post is given there.
 */
async function begin(ctx: Ctx, change: Decided, place: UserRow | undefined, isMain: boolean) {
  const id = newId()
  const { personId, toOrgId, toDepartmentId: departmentId, effectiveOn: beginsOn, askedPlace } = change
  const { userType = 'teacher', subject = '', workerType = null } = place ?? {}
  const facts = askedPlace
    ? placeAsked(await fieldsIn(ctx), change.id, askedPlace)
    : { userType, post: '', subject, workerType }
  await insertPlace(ctx.db, { id, personId, orgId: toOrgId!, departmentId, isMain, beginsOn, ...facts }, ctx.now).catch(
    alreadyThere,
  )
  await withdrawInvitations(ctx, change.personId)
  return id
}
