import type { DataOf } from '#packages/contract'
import { dayOf, scopeOf, type Ctx } from '#packages/core'
import type { watchRoutes } from '../../contract-watch.ts'
import { changesSince, holdersWithin } from '../watch-queries.ts'
import { rolesGiving } from './books.ts'

const weekMs = 7 * 86_400_000
/** With these one opens numbers. */
const opening = ['user.reveal', 'student.reveal', 'export.sensitive']
/** A class teacher who opens the numbers of her class is no more than usual. */
const wide = ['district', 'org-tree', 'org', 'listed-orgs']

/** What those have to know who watch over the roles. */
export async function readWatch(ctx: Ctx): Promise<DataOf<typeof watchRoutes.watch>> {
  const reach = scopeOf(ctx, 'role.read')
  const changes = await changesSince(ctx.db, reach, new Date(ctx.now.getTime() - weekMs))
  const given = []
  for (const permission of opening) given.push(...(await rolesGiving(ctx, permission)))
  const roles = given.filter(({ scope }) => wide.includes(scope))
  const holders = await holdersWithin(ctx.db, roles, reach, dayOf(ctx.now))
  return {
    changes: changes.count,
    recent: changes.items.map(({ id, at, role, title, by }) => ({ id, at: at.toISOString(), role, title, by })),
    revealers: holders.count,
    people: holders.items.map(({ userId, name, orgName, role }) => ({ userId, name, orgName, role })),
  }
}
