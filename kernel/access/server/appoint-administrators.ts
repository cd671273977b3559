import { roleTemplates, type RoleTemplate } from '#packages/contract'
import { dayOf, forbidden, orNotFound, invalid, Refusal, type Ctx } from '#packages/core'
import { createPerson, invitePerson, refuseTakenPhone } from '#kernel/identity/server/api.ts'
import { lockTree } from '#kernel/org/server/api.ts'
import { addMembership, isStaffInScope, requireInCharge } from '#kernel/staff/server/api.ts'
import type { AdministratorForm } from '../contract.ts'
import {
  copyMembershipRoles,
  listFirstTemplateHolders,
  lockAdministrators,
  listRemainingHolders,
  listOrgTemplateHolders,
  findOrgMembership,
  listAdministeredOrgs,
  revokeTemplateRole,
} from './administrator-queries.ts'
import { canAppointAdministrator } from './policy.ts'
import { administratorTemplates, refuseTwoDuties } from './service/separate-duties.ts'
import { announceRoleGiven, announceRoleTaken } from './service/announce-grants.ts'
import { getOrgInScope } from './service/visible-roles.ts'
import { assignTemplates } from './role-templates.ts'

const getAdministratorTemplate = (type: string): RoleTemplate => (type === 'bureau' ? 'district-admin' : 'school-admin')

async function getAppointableOrg(ctx: Ctx, orgId: string) {
  const org = await getOrgInScope(ctx, 'org.appoint', orgId)
  if (org.type === 'department') throw new Refusal('部门由所在单位的管理员管理')
  // A district administrator manages every school, so a scope of the bureau's own people is not enough.
  if (org.type === 'bureau' && !canAppointAdministrator(ctx.actor, { orgPath: org.path })) throw forbidden()
  return org
}

export async function listAdministrators(ctx: Ctx, orgId: string) {
  const { id, type } = await getAppointableOrg(ctx, orgId)
  const holders = await listOrgTemplateHolders(ctx.db, id, getAdministratorTemplate(type), dayOf(ctx.now))
  return holders.map(({ orgId: _, ...holder }) => holder)
}

/**
 * The first administrator with an account of each organisation; a department has the administrator of its organisation.
 */
export async function listFirstAdministrators(ctx: Ctx, orgs: readonly { id: string; type: string }[]) {
  const day = dayOf(ctx.now)
  const idsOf = (isMeant: (type: string) => boolean) => orgs.filter(({ type }) => isMeant(type)).map(({ id }) => id)
  const ofBureau = await listFirstTemplateHolders(
    ctx.db,
    idsOf((type) => type === 'bureau'),
    'district-admin',
    day,
  )
  const ofOthers = await listFirstTemplateHolders(
    ctx.db,
    idsOf((type) => type !== 'bureau' && type !== 'department'),
    'school-admin',
    day,
  )
  return new Map([...ofBureau, ...ofOthers].map(({ orgId, userId, name }) => [orgId, { userId, name }]))
}

/** Appoints an administrator. A person without an account is invited; the code of the link is returned once. */
export async function inviteOrgAdministrator(ctx: Ctx, { orgId, userId, name, mobile }: AdministratorForm) {
  // Locked before reading, because an organisation that is being deleted would otherwise end with a member.
  await lockTree(ctx)
  const org = await getAppointableOrg(ctx, orgId)
  if (org.isDisabled) throw new Refusal('该机构已停用')
  const membership =
    userId === null
      ? await addNewPerson(ctx, org, name, mobile)
      : orNotFound(await findOrgMembership(ctx.db, orgId, userId, dayOf(ctx.now)), '人员')
  // The link sets the password of the person, for all memberships and not only for this one.
  if (userId !== null && !membership.hasAccount) await requireInCharge(ctx, 'org.appoint', membership.personId)
  const given = await assignTemplates(ctx, membership.userId, [getAdministratorTemplate(org.type)])
  for (const { roleId } of given) await announceRoleGiven(ctx, roleId, [membership.userId])
  const token = membership.hasAccount ? null : await invitePerson(ctx, membership.personId)
  return { userId: membership.userId, name: membership.name, token }
}

async function addNewPerson(ctx: Ctx, org: { id: string; type: string }, name: string, mobile: string) {
  if (mobile === '') throw invalid([{ field: 'mobile', msg: '请输入手机号' }])
  await refuseTakenPhone(ctx, { phone: mobile, personId: null, isInScope: (personId) => isStaffInScope(ctx, personId) })
  const personId = await createPerson(ctx, { name, phone: mobile })
  const userType = org.type === 'bureau' || org.type === 'institution' ? ('bureau' as const) : ('worker' as const)
  const userId = await addMembership(ctx, { personId, orgId: org.id, userType, post: '管理员' })
  return { userId, personId, name, hasAccount: false }
}

/** Revokes the administrator role; the membership stays. */
export async function removeAdministrator(ctx: Ctx, { orgId, userId }: { orgId: string; userId: string }) {
  const { type } = await getAppointableOrg(ctx, orgId)
  const { name } = orNotFound(await findOrgMembership(ctx.db, orgId, userId, dayOf(ctx.now)), '人员')
  const refused = (await findLastAdministrators(ctx, [userId], getAdministratorTemplate(type))).get(userId)
  // The reason is a phrase that follows a name, as in lists of skipped people.
  if (refused) throw new Refusal(name + refused)
  const roleId = await revokeTemplateRole(ctx.db, userId, getAdministratorTemplate(type))
  if (roleId) await announceRoleTaken(ctx, roleId, [userId])
  return null
}

const lastAdministratorMessage = '是本单位最后一名管理员，请先指定其他管理员'

/**
 * Of the people who are about to leave, those without whom an organisation has no administrator. Invited people do not
 * count while another administrator can sign in, and people with an end date not while another stays; otherwise two
 * could leave one after the other on the same day. With `role` only that role is lost.
 */
export async function findLastAdministrators(ctx: Ctx, membershipIds: readonly string[], role?: RoleTemplate) {
  const going = new Set(membershipIds)
  const refused = new Map<string, string>()
  if (going.size === 0) return refused
  const day = dayOf(ctx.now)
  for (const { orgId, template } of await listAdministeredOrgs(ctx.db, membershipIds)) {
    if (role !== undefined && template !== role) continue
    await lockAdministrators(ctx.db, orgId ?? template)
    const holders = await listRemainingHolders(ctx.db, orgId, template, day)
    const able = preferMatching(
      preferMatching(holders, ({ hasAccount }) => hasAccount),
      ({ isLasting }) => isLasting,
    )
    if (!able.every(({ userId }) => going.has(userId))) continue
    const message =
      orgId === null ? `是本区最后一名${roleTemplates[template].title}，请先指定其他人` : lastAdministratorMessage
    for (const { userId } of able) refused.set(userId, message)
  }
  return refused
}

/** The elements that match, or all if none matches. */
const preferMatching = <T>(all: readonly T[], isTrue: (one: T) => boolean) =>
  all.some(isTrue) ? all.filter(isTrue) : all

/**
 * Roles continue in the new membership, but the administrator role of an organisation that ends and an organisation's
 * own roles do not apply elsewhere.
 */
export async function copyRolesToMemberships(ctx: Ctx, pairs: readonly { from: string; to: string }[]) {
  const duties = { templates: administratorTemplates, membershipIds: pairs.map(({ to }) => to) }
  await refuseTwoDuties(ctx, duties, () => copyMembershipRoles(ctx.db, pairs, ctx.now))
}
