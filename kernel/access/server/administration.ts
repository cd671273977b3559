import type { RoleTemplate } from '#packages/contract'
import { dayOf, found, invalid, Refusal, scopeOf, type Ctx } from '#packages/core'
import { createPerson, invitePerson, refuseTakenPhone } from '#kernel/identity/server'
import { holdTree } from '#kernel/org/server'
import { addMembership, requireAllWithin } from '#kernel/staff/server'
import type { AdministratorForm } from '../contract.ts'
import {
  copyRoles,
  findAppointable,
  holdAdministration,
  holdersFrom,
  holdersOf,
  placeIn,
  runningAmong,
  takeRole,
} from './administrator-queries.ts'
import { grantTemplates } from './service.ts'

/** The role of whoever runs an organisation of this kind. */
const roleOf = (type: string): RoleTemplate => (type === 'bureau' ? 'district-admin' : 'school-admin')

async function appointable(ctx: Ctx, orgId: string) {
  const org = found(await findAppointable(ctx.db, scopeOf(ctx, 'org.appoint'), orgId), '组织')
  if (org.type === 'department') throw new Refusal('部门由所在单位的管理员管理')
  return org
}

export async function listAdministrators(ctx: Ctx, orgId: string) {
  const { id, type } = await appointable(ctx, orgId)
  const holders = await holdersOf(ctx.db, id, roleOf(type), dayOf(ctx.now))
  return holders.map(({ orgId: _, ...holder }) => holder)
}

/** Makes somebody an administrator. Who has no account is invited; the word of the link is told once. */
export async function inviteToRun(ctx: Ctx, { orgId, userId, name, mobile }: AdministratorForm) {
  // Before looking: an organisation that is being deleted at this moment would end with somebody in it.
  await holdTree(ctx)
  const org = await appointable(ctx, orgId)
  if (org.isForbidden) throw new Refusal('该机构已停用')
  const place =
    userId === null
      ? await bringIn(ctx, org, name, mobile)
      : found(await placeIn(ctx.db, orgId, userId, dayOf(ctx.now)), '人员')
  // Whoever has the link chooses the password: for all places of the person, not only for this one.
  if (userId !== null && !place.hasAccount) await requireAllWithin(ctx, 'org.appoint', place.personId)
  await grantTemplates(ctx, place.userId, [roleOf(org.type)])
  const token = place.hasAccount ? null : await invitePerson(ctx, place.personId)
  return { userId: place.userId, name: place.name, token }
}

async function bringIn(ctx: Ctx, org: { id: string; type: string }, name: string, mobile: string) {
  if (mobile === '') throw invalid([{ field: 'mobile', msg: '请输入手机号' }])
  await refuseTakenPhone({ db: ctx.db, districtId: ctx.actor.districtId }, mobile, null)
  const personId = await createPerson(ctx, { name, phone: mobile })
  const userType = org.type === 'bureau' || org.type === 'institution' ? ('bureau' as const) : ('worker' as const)
  const userId = await addMembership(ctx, { personId, orgId: org.id, userType, post: '管理员' })
  return { userId, personId, name, hasAccount: false }
}

/** Takes the administration of an organisation from somebody, who goes on working there. */
export async function removeAdministrator(ctx: Ctx, { orgId, userId }: { orgId: string; userId: string }) {
  const { type } = await appointable(ctx, orgId)
  const { name } = found(await placeIn(ctx.db, orgId, userId, dayOf(ctx.now)), '人员')
  const refused = (await lastAdministratorsAmong(ctx, [userId])).get(userId)
  // Words that stand behind a name, as in lists of those who are left out.
  if (refused) throw new Refusal(name + refused)
  await takeRole(ctx.db, userId, roleOf(type))
  return null
}

const lastOne = '是本单位最后一名管理员，请先指定其他管理员'

/**
 * Of those who are about to go, the ones without whom nobody could run their organisation any more. Somebody who was
 * only invited does not count as long as anybody can sign in, and somebody whose last day is set not as long as anybody
 * stays: otherwise two could leave one after the other on the same day.
 */
export async function lastAdministratorsAmong(ctx: Ctx, membershipIds: readonly string[]) {
  const going = new Set(membershipIds)
  const refused = new Map<string, string>()
  for (const { orgId, template } of await runningAmong(ctx.db, membershipIds)) {
    await holdAdministration(ctx.db, orgId)
    const holders = await holdersFrom(ctx.db, orgId, template, dayOf(ctx.now))
    const able = preferred(
      preferred(holders, ({ hasAccount }) => hasAccount),
      ({ isLasting }) => isLasting,
    )
    if (able.every(({ userId }) => going.has(userId))) for (const { userId } of able) refused.set(userId, lastOne)
  }
  return refused
}

/** Those of whom it is true, or all where it is true of none. */
const preferred = <T>(all: readonly T[], isTrue: (one: T) => boolean) => (all.some(isTrue) ? all.filter(isTrue) : all)

/** People who go on in another place keep their roles; who ran an organisation that ended does not run the other. */
export const carryRoles = (ctx: Ctx, pairs: readonly { from: string; to: string }[]) =>
  copyRoles(ctx.db, pairs, ctx.now).then(() => {})
