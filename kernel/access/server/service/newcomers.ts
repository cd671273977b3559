import { may, notFound, type Ctx } from '#packages/core'
import type { RoleChoice } from '#kernel/staff/server'
import { orgsWithin } from '../administrator-queries.ts'
import { rolesOfOrgs } from '../role-queries.ts'
import { aboutRole } from './about-role.ts'
import { setRolesOfUser } from './assigning.ts'
import { readBook } from './books.ts'
import { assignableTo } from './roles.ts'

/** Which roles the caller may give to somebody new at this place, each with what it is for. */
export async function choicesAt(
  ctx: Ctx,
  { orgId, departmentId }: { orgId: string; departmentId: string | null },
): Promise<RoleChoice[]> {
  const reach = ctx.actor.permissions.get('role.assign')
  if (!reach) return []
  const ids = departmentId === null ? [orgId] : [orgId, departmentId]
  const nodes = await orgsWithin(ctx.db, reach, ids)
  const org = nodes.find(({ id }) => id === orgId)
  if (!org) return []
  const department = nodes.find(({ id }) => id === departmentId)
  const roles = await rolesOfOrgs(ctx.db, (department ?? org).path.split('.'))
  const book = await readBook(
    ctx,
    roles.map(({ id }) => id),
  )
  const place = { orgId, orgPath: org.path, departmentId, departmentPath: department?.path ?? null }
  const assignable = await assignableTo(ctx, roles, place, book, false)
  return roles
    .filter(({ id }) => assignable.has(id))
    .map((role) => ({ id: role.id, name: role.name, about: aboutRole(role) }))
}

/** As part of adding somebody: whoever may give no roles has none to name. */
export async function giveToNewcomer(ctx: Ctx, userId: string, roleIds: readonly string[]) {
  if (!may(ctx.actor, 'role.assign')) throw notFound('角色')
  await setRolesOfUser(ctx, { userId, add: [...roleIds], remove: [] })
}
