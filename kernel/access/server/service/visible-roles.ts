import type { RoleTemplate } from '#packages/contract'
import { dayOf, orNotFound, notFound, scopeOf, type Ctx } from '#packages/core'
import { findMembership } from '#kernel/staff/server/api.ts'
import { listOrgsInScope } from '../administrator-queries.ts'
import { listTemplateHolders, listMembershipsInScope } from '../member-queries.ts'
import { listMembershipRoles } from '../role-holding-queries.ts'
import { countRoleHolders, findRole, listRoleNames } from '../role-queries.ts'

/** Roles that a membership has today, by name or by audience. */
export async function listRoleIdsOfMembership(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<string[]> {
  const membership = await findMembership(ctx, userId)
  if (!membership) return []
  const nodeIds = (membership.departmentPath ?? membership.orgPath).split('.')
  const held = await listMembershipRoles(ctx.db, { id: userId, nodeIds }, dayOf(ctx.now))
  return [...new Set(held.map(({ roleId }) => roleId))]
}

/** A role of the district, or of an organisation in the caller's scope of this permission. */
export async function getVisibleRole(ctx: Ctx, permission: string, roleId: string) {
  const { id, name, orgId, template } = orNotFound(await findRole(ctx.db, scopeOf(ctx, permission), roleId), '角色')
  return { id, name, orgId, template }
}

/** An organisation or department in scope. */
export async function getOrgInScope(ctx: Ctx, permission: string, orgId: string) {
  const [org] = await listOrgsInScope(ctx.db, scopeOf(ctx, permission), [orgId])
  return orNotFound(org, '组织')
}

/** Memberships that are valid today and in scope; not found if one of them is not. */
export async function listVisibleMembers(ctx: Ctx, permission: string, userIds: readonly string[]) {
  const requestedIds = new Set(userIds)
  if (requestedIds.size === 0) return []
  const members = await listMembershipsInScope(ctx.db, scopeOf(ctx, permission), [...requestedIds], {
    day: dayOf(ctx.now),
  })
  if (members.length < requestedIds.size) throw notFound('人员')
  return members
}

/** Name, owner and number of present holders of roles. */
export async function describeRoles(ctx: Pick<Ctx, 'db' | 'now'>, roleIds: readonly string[]) {
  if (roleIds.length === 0) return new Map<string, { name: string; orgName: string; memberCount: number }>()
  const counts = await countRoleHolders(ctx.db, null, roleIds, dayOf(ctx.now))
  const rows = await listRoleNames(ctx.db, roleIds)
  return new Map(
    rows.map(({ id, name, orgName }) => [id, { name, orgName, memberCount: counts.get(id) ?? 0 }] as const),
  )
}

/** Members of an organisation who have a system role today. */
export async function listCurrentTemplateHolders(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { orgId, template }: { orgId: string; template: RoleTemplate },
) {
  const holders = await listTemplateHolders(ctx.db, { orgId, template, day: dayOf(ctx.now) })
  return holders.map(({ isByName: _, ...holder }) => holder)
}
