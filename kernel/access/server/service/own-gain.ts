import { dayOf, Refusal, type Ctx } from '#packages/core'
import { rolesByPlace, type RoleByPlace } from '../audience-queries.ts'
import { definitionOf, type Definition } from '../definition.ts'
import { readBook } from './books.ts'
import { grantableBy, mayGive, mayShow, pathsNamedIn } from './grantable.ts'

/**
 * Roles go with posts, departments and organisations, and whoever keeps the list of colleagues appoints to them: that is
 * what the district wanted when it gave a role to a post. But nobody appoints herself to more than she could be given.
 */
export async function refuseOwnGain<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const day = dayOf(ctx.now)
  const had = await rolesByPlace(ctx.db, ctx.actor.personId, day)
  const done = await change()
  const now = await rolesByPlace(ctx.db, ctx.actor.personId, day)
  const gained = now.filter((one) => isMore(one, had))
  if (gained.length === 0) return done
  const book = await readBook(ctx, [...new Set(gained.map(({ roleId }) => roleId))])
  const grantable = await grantableBy(ctx, { forSelf: true })
  for (const one of gained) {
    const functions = newFunctions(definitionOf(book, one.roleId), one, had)
    const isHers =
      mayShow(grantable, functions, book.hidden.get(one.roleId) ?? []) &&
      mayGive(grantable, functions, one, await pathsNamedIn(ctx, functions))
    if (!isHers) throw new Refusal(`该任职带有角色“${one.roleName}”，超出您本人的权限，请由其他管理员办理`)
  }
  return done
}

/** A role that was not there before in this place, reaches another department there, begins sooner or counts again. */
function isMore(one: RoleByPlace, had: readonly RoleByPlace[]): boolean {
  const before = had.find(({ roleId, userId }) => roleId === one.roleId && userId === one.userId)
  return (
    !before ||
    before.departmentId !== one.departmentId ||
    one.beginsOn < before.beginsOn ||
    (before.isSuspended && !one.isSuspended)
  )
}

/** Whoever has the role in the same organisation today has all of it already but what is about a department. */
function newFunctions(functions: Definition, { roleId, orgId }: RoleByPlace, had: readonly RoleByPlace[]): Definition {
  if (!had.some((one) => one.roleId === roleId && one.orgId === orgId && one.isLive)) return functions
  return new Map([...functions].filter(([, { scope }]) => scope === 'department' || scope === 'department-tree'))
}
