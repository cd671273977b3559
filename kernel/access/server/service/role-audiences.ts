import type { BodyOf } from '#packages/contract'
import { addDays, type Ctx, dayOf, newId, orNotFound, Refusal, scopeOf } from '#packages/core'
import type { memberRoutes } from '../../contract-members.ts'
import {
  countAudienceMembers,
  deleteAudience,
  findAudience,
  listCurrentAndFuturePaths,
  upsertAudience,
} from '../audience-queries.ts'
import { getRolePermissions, getBaseTemplate } from '../role-definitions.ts'
import { isFamilyRole } from '../policy.ts'
import { isPathBelow } from '../role-scope.ts'
import { findRole, type RoleRow } from '../role-queries.ts'
import { loadRoleDefinitions } from './load-role-definitions.ts'
import { administratorTemplates } from './separate-duties.ts'
import {
  getGrantablePermissions,
  getListedOrgPaths,
  refuseBeyondOwn,
  refuseShowingHiddenFields,
} from './grantable-permissions.ts'
import { recordRoleChange } from './role-history.ts'
import { getOrgInScope } from './visible-roles.ts'
import { refuseOwnLoss } from './own-permission-guards.ts'

const describeAudience = (orgName: string, post: string) =>
  post === '' ? `${orgName}全体教职工` : `${orgName}岗位“${post}”`

/** Grants a role to all present and future members of an organisation, or of a post there. */
export async function setAudience(ctx: Ctx, form: BodyOf<typeof memberRoutes.setAudience>) {
  const { id: roleId, orgId, includesBelow, post, from, to } = form
  const day = dayOf(ctx.now)
  if (to && to < day) throw new Refusal('结束日期不能早于今天')
  const role = orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), roleId), '角色')
  const org = await getOrgInScope(ctx, 'role.assign', orgId)
  await refuseAudience(ctx, role, org.path)
  const days = { beginsOn: from, overOn: to && addDays(to, 1) }
  const audience = { id: newId(), roleId, orgId, includesBelow, post, ...days, by: ctx.actor.personId }
  const id = await refuseOwnLoss(ctx, () => upsertAudience(ctx.db, audience, ctx.now))
  await recordRoleChange(ctx, roleId, {
    title: '按单位或岗位分配',
    lines: [describeAudience(org.name, post)],
    before: null,
  })
  return { memberCount: await countAudienceMembers(ctx.db, id, day) }
}

async function refuseAudience(ctx: Ctx, role: RoleRow, path: string) {
  if (isFamilyRole(role.template)) throw new Refusal('学生和家长的权限由系统维护')
  if (role.soleMemberId !== null) throw new Refusal('该角色是一人的单独授权，不能按单位或岗位分配')
  const definitions = await loadRoleDefinitions(ctx, [role.id])
  const behind = getBaseTemplate(definitions, role.id)
  // Administrators are appointed by name and do not come with a post.
  if (behind && administratorTemplates.includes(behind)) throw new Refusal('管理员须指定到人')
  if (role.orgPath !== null && !isPathBelow(path, role.orgPath))
    throw new Refusal(`该角色只能分配给${role.orgName}的人员`)
  const functions = getRolePermissions(definitions, role.id)
  const own = await listCurrentAndFuturePaths(ctx.db, ctx.actor.personId, dayOf(ctx.now))
  const forSelf = own.some((one) => isPathBelow(one, path))
  const grantable = await getGrantablePermissions(ctx, { forSelf })
  refuseBeyondOwn(grantable, functions, { below: path }, await getListedOrgPaths(ctx, functions))
  refuseShowingHiddenFields(grantable, functions, definitions.hidden.get(role.id) ?? [])
}

export async function removeAudience(ctx: Ctx, audienceId: string) {
  const { roleId, orgName, post } = orNotFound(
    await findAudience(ctx.db, scopeOf(ctx, 'role.assign'), audienceId),
    '分配',
  )
  orNotFound(await findRole(ctx.db, scopeOf(ctx, 'role.assign'), roleId), '角色')
  await refuseOwnLoss(ctx, () => deleteAudience(ctx.db, audienceId))
  await recordRoleChange(ctx, roleId, {
    title: '取消按单位或岗位分配',
    lines: [describeAudience(orgName, post)],
    before: null,
  })
  return null
}
