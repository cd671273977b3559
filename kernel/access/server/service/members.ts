import type { QueryOf } from '#packages/contract'
import { dayOf, found, scopeOf, type Ctx } from '#packages/core'
import type { memberRoutes } from '../../contract-members.ts'
import { pageOfMembers } from '../member-queries.ts'
import { findRole } from '../role-queries.ts'

/** Whom a role was given to by name, as far as the caller may look at their rights. */
export async function listMembers(ctx: Ctx, { id, keyword, ...page }: QueryOf<typeof memberRoutes.members>) {
  const scope = scopeOf(ctx, 'role.read')
  const role = found(await findRole(ctx.db, scope, id), '角色')
  const removing = ctx.actor.permissions.get('role.assign') ?? null
  const members = await pageOfMembers(ctx.db, scope, { roleId: role.id, keyword, day: dayOf(ctx.now), removing }, page)
  return { ...members, items: members.items.map((one) => ({ ...one, grantedAt: one.grantedAt.toISOString() })) }
}
