import type { QueryOf, BodyOf, RoleTemplate } from '#packages/contract'
import { addDays, type Ctx, dayOf, notFound, orNotFound, Refusal, scopeOf } from '#packages/core'
import { recordFieldChanges } from '#packages/crud'
import type { memberRoutes } from '../../contract-members.ts'
import {
  readRoleMemberPage,
  listTemplateHolders,
  listMembershipsInScope,
  type MembershipRow,
} from '../member-queries.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { findLastAdministrators } from '../appoint-administrators.ts'
import { getRolePermissions, getBaseTemplate } from '../role-definitions.ts'
import { assignRoleToMemberships, listDirectHolders, findTemplateRole, revokeRole } from '../role-grant-queries.ts'
import { mayAppointSeparateDuty, isFamilyRole } from '../policy.ts'
import { isPathBelow } from '../role-scope.ts'
import { loadRoleDefinitions, type LoadedRoleDefinitions } from './load-role-definitions.ts'
import { administratorTemplates, refuseTwoDuties } from './separate-duties.ts'
import {
  getGrantablePermissions,
  getListedOrgPaths,
  refuseBeyondOwn,
  refuseShowingHiddenFields,
} from './grantable-permissions.ts'
import { memberRolesKind } from '../logged-objects.ts'
import { recordRoleChange } from './role-history.ts'
import { listVisibleMembers } from './visible-roles.ts'
import { announceRoleGiven, announceRoleTaken } from './announce-grants.ts'
import { refuseOwnLoss } from './own-permission-guards.ts'

/** Holders by name in the caller's scope. */
export async function listRoleMembers(ctx: Ctx, { id, keyword, ...page }: QueryOf<typeof memberRoutes.members>) {
  const scope = scopeOf(ctx, 'role.read')
  const role = orNotFound(await findRole(ctx.db, scope, id), '角色')
  const removing = ctx.actor.permissions.get('role.assign') ?? null
  const members = await readRoleMemberPage(
    ctx.db,
    scope,
    { roleId: role.id, keyword, day: dayOf(ctx.now), removing },
    page,
  )
  return { ...members, items: members.items.map((one) => ({ ...one, grantedAt: one.grantedAt.toISOString() })) }
}

type MemberChange = Omit<BodyOf<typeof memberRoutes.setMembers>, 'id'>

export const lastAdministratorMessage = '至少保留一名管理员'

/** Assigns and revokes a role; all people in scope, and no permission that the caller lacks. */
export async function setRoleMembers(ctx: Ctx, { id, ...members }: BodyOf<typeof memberRoutes.setMembers>) {
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), id), '角色')
  return changeMembers(ctx, role, members)
}

export async function setRolesOfUser(ctx: Ctx, { userId, add, remove }: BodyOf<typeof memberRoutes.setRolesOfUser>) {
  const roleOf = async (id: string) => orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), id), '角色')
  // Revokes first, so that one of two exclusive roles can be exchanged for the other.
  for (const id of new Set(remove))
    await changeMembers(ctx, await roleOf(id), { add: [], remove: [userId], from: null, to: null })
  for (const id of new Set(add))
    await changeMembers(ctx, await roleOf(id), { add: [userId], remove: [], from: null, to: null })
  return null
}

/** Sets the holders by name of a system role in an organisation to exactly these people. */
export async function setTemplateHolders(
  ctx: Ctx,
  { orgId, template, userIds }: { orgId: string; template: RoleTemplate; userIds: readonly string[] },
) {
  const { id } = orNotFound(await findTemplateRole(ctx.db, template), '角色')
  const holders = await listTemplateHolders(ctx.db, { orgId, template, day: dayOf(ctx.now) })
  const held = holders.flatMap(({ userId, isByName }) => (isByName ? userId : []))
  return setRoleMembers(ctx, {
    id,
    from: null,
    to: null,
    add: userIds.filter((userId) => !held.includes(userId)),
    remove: held.filter((userId) => !userIds.includes(userId)),
  })
}

async function changeMembers(ctx: Ctx, role: RoleRow, { add, remove, from, to }: MemberChange) {
  const day = dayOf(ctx.now)
  if (to && to < day) throw new Refusal('结束日期不能早于今天')
  const receiving = await listVisibleMembers(ctx, 'role.assign', add)
  const losing = await listMembershipsInScope(ctx.db, scopeOf(ctx, 'role.assign'), remove, { day, orSuspended: true })
  if (losing.length < new Set(remove).size) throw notFound('人员')
  const definitions = await loadRoleDefinitions(ctx, [role.id])
  await refuseUnassignable(ctx, role, receiving, definitions)
  await refuseLastAdministrator(ctx, role, { add, remove, from, to })
  const days = { beginsOn: from, overOn: to && addDays(to, 1), by: ctx.actor.personId, day }
  const { given, taken } = await refuseOwnLoss(ctx, async () => {
    const from = await revokeRole(ctx.db, role.id, remove)
    const duties = { templates: [getBaseTemplate(definitions, role.id)], membershipIds: add }
    const given = await refuseTwoDuties(ctx, duties, () =>
      assignRoleToMemberships(ctx.db, { roleId: role.id, membershipIds: [...new Set(add)], ...days }, ctx.now),
    )
    return { given, taken: from }
  })
  await recordMemberChange(ctx, role, receiving, losing, { given, taken })
  return { added: given.length, removed: taken.length }
}

/** Refuses roles that these people may not have, or that the caller may not assign. */
export async function refuseUnassignable(
  ctx: Ctx,
  role: RoleRow,
  memberships: readonly MembershipRow[],
  definitions: LoadedRoleDefinitions,
) {
  if (memberships.length === 0) return
  if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
  if (role.soleMemberId !== null && memberships.some(({ userId }) => userId !== role.soleMemberId))
    throw new Refusal('该角色是一人的单独授权，不能分配给其他人')
  const functions = getRolePermissions(definitions, role.id)
  const paths = await getListedOrgPaths(ctx, functions)
  const forSelf = memberships.some(({ personId }) => personId === ctx.actor.personId)
  const grantable = await getGrantablePermissions(ctx, { forSelf })
  const isAppointing = !forSelf && mayAppointSeparateDuty(ctx.actor, role.template)
  if (!isAppointing) refuseShowingHiddenFields(grantable, functions, definitions.hidden.get(role.id) ?? [])
  for (const membership of memberships) {
    if (role.orgPath !== null && !isPathBelow(membership.departmentPath ?? membership.orgPath, role.orgPath))
      throw new Refusal(`该角色只能分配给${role.orgName}的人员`)
    if (!isAppointing) refuseBeyondOwn(grantable, functions, membership, paths)
  }
}

/** Refuses to revoke an administrator role from its last holder, now or by a first or last day. */
async function refuseLastAdministrator(ctx: Ctx, role: RoleRow, { add, remove, from, to }: MemberChange) {
  if (role.template === null || !administratorTemplates.includes(role.template)) return
  const day = dayOf(ctx.now)
  const isPartOfTime = to !== null || (from !== null && from > day)
  const ending = isPartOfTime ? await listDirectHolders(ctx.db, role.id, add, day) : []
  const refused = await findLastAdministrators(ctx, [...remove, ...ending], role.template)
  if (refused.size > 0) throw new Refusal(lastAdministratorMessage)
}

async function recordMemberChange(
  ctx: Ctx,
  role: RoleRow,
  receiving: readonly MembershipRow[],
  losing: readonly MembershipRow[],
  { given, taken }: { given: readonly string[]; taken: readonly string[] },
) {
  const namesOf = (memberships: readonly MembershipRow[], ids: readonly string[]) =>
    memberships.filter(({ userId }) => ids.includes(userId)).map(({ name, orgName }) => `${name}（${orgName}）`)
  await recordFieldChanges(ctx, [
    ...taken.map((rowId) => ({
      entity: memberRolesKind,
      rowId,
      changes: [{ field: 'roles', before: role.name, after: '' }],
    })),
    ...given.map((rowId) => ({
      entity: memberRolesKind,
      rowId,
      changes: [{ field: 'roles', before: '', after: role.name }],
    })),
  ])
  if (taken.length > 0) {
    await recordRoleChange(ctx, role.id, { title: '移除成员', lines: namesOf(losing, taken), before: null })
    await announceRoleTaken(ctx, role.id, taken)
  }
  if (given.length === 0) return
  await recordRoleChange(ctx, role.id, { title: '新增成员', lines: namesOf(receiving, given), before: null })
  await announceRoleGiven(ctx, role.id, given)
}
