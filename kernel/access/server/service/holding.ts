import type { RoleTemplate } from '#packages/contract'
import { dayOf, found, notFound, scopeOf, type Ctx } from '#packages/core'
import { findPlace } from '#kernel/staff/server'
import { orgsWithin } from '../administrator-queries.ts'
import { holdersOfTemplate, membersWithin } from '../member-queries.ts'
import { rolesHeldBy } from '../holding-queries.ts'
import { countHolders, findRole, roleNames } from '../role-queries.ts'

/** The roles that somebody holds today in this place, by whichever way. */
export async function rolesOfPlace(ctx: Pick<Ctx, 'db' | 'now'>, userId: string): Promise<string[]> {
  const place = await findPlace(ctx, userId)
  if (!place) return []
  const nodeIds = (place.departmentPath ?? place.orgPath).split('.')
  const held = await rolesHeldBy(ctx.db, { id: userId, nodeIds }, dayOf(ctx.now))
  return [...new Set(held.map(({ roleId }) => roleId))]
}

/** A role of the district, or of an organisation that the caller reaches with this permission. */
export async function visibleRole(ctx: Ctx, permission: string, roleId: string) {
  const { id, name, orgId, template } = found(await findRole(ctx.db, scopeOf(ctx, permission), roleId), '角色')
  return { id, name, orgId, template }
}

/** An organisation, or a department, within reach. */
export async function reachedOrg(ctx: Ctx, permission: string, orgId: string) {
  const [org] = await orgsWithin(ctx.db, scopeOf(ctx, permission), [orgId])
  return found(org, '组织')
}

/** All of these places, which have to be held today and within reach; otherwise they are not there. */
export async function visibleMembers(ctx: Ctx, permission: string, userIds: readonly string[]) {
  const asked = new Set(userIds)
  if (asked.size === 0) return []
  const members = await membersWithin(ctx.db, scopeOf(ctx, permission), [...asked], { day: dayOf(ctx.now) })
  if (members.length < asked.size) throw notFound('人员')
  return members
}

/** What roles are called, whose they are, and how many hold them today. */
export async function describeRoles(ctx: Pick<Ctx, 'db' | 'now'>, roleIds: readonly string[]) {
  if (roleIds.length === 0) return new Map<string, { name: string; orgName: string; memberCount: number }>()
  const counts = await countHolders(ctx.db, null, roleIds, dayOf(ctx.now))
  const rows = await roleNames(ctx.db, roleIds)
  return new Map(
    rows.map(({ id, name, orgName }) => [id, { name, orgName, memberCount: counts.get(id) ?? 0 }] as const),
  )
}

/** The people of an organisation who hold a shipped role today. */
export async function templateHolders(
  ctx: Pick<Ctx, 'db' | 'now'>,
  { orgId, template }: { orgId: string; template: RoleTemplate },
) {
  const holders = await holdersOfTemplate(ctx.db, { orgId, template, day: dayOf(ctx.now) })
  return holders.map(({ isByName: _, ...holder }) => holder)
}
