import type { DataOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import type { accessOverviewRoutes } from '../../contract-access-overview.ts'
import { listRoleChangesSince, listRevealers } from '../access-overview-queries.ts'
import { listGrantingRoles } from './load-role-definitions.ts'

const weekMs = 7 * 86_400_000
/** Permissions to reveal full numbers. */
const revealPermissions = ['user.reveal', 'student.reveal', 'export.sensitive']
/** Scopes wider than a class teacher's, whose reveals are normal. */
const wideScopes = ['district', 'org-tree', 'org', 'listed-orgs']

/** Figures for those who supervise roles. */
export async function getAccessOverview(ctx: Ctx): Promise<DataOf<typeof accessOverviewRoutes.watch>> {
  const reach = scopeOf(ctx, 'role.read')
  const changes = await listRoleChangesSince(ctx.db, reach, new Date(ctx.now.getTime() - weekMs))
  const given = []
  for (const permission of revealPermissions) given.push(...(await listGrantingRoles(ctx, permission)))
  const roles = given.filter(({ scope }) => wideScopes.includes(scope))
  const holders = await listRevealers(ctx.db, roles, reach, dayOf(ctx.now))
  return {
    changes: changes.count,
    recent: changes.items.map(({ id, at, role, title, by }) => ({ id, at: at.toISOString(), role, title, by })),
    revealers: holders.count,
    people: holders.items.map(({ userId, name, orgName, role }) => ({ userId, name, orgName, role })),
  }
}
