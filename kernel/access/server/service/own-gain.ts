import { dayOf, Refusal, type Ctx } from '#packages/core'
import { definitionOf } from '../definition.ts'
import { rolesByPlace } from '../audience-queries.ts'
import { readBook } from './books.ts'
import { grantableBy, mayGive, mayShow, pathsNamedIn } from './grantable.ts'

/**
 * Roles go with posts, departments and organisations, and whoever keeps the list of colleagues appoints to them: that is
 * what the district wanted when it gave a role to a post. But nobody appoints herself to more than she could be given.
 */
export async function refuseOwnGain<T>(ctx: Ctx, change: () => Promise<T>): Promise<T> {
  const day = dayOf(ctx.now)
  const keyOf = ({ roleId, userId }: { roleId: string; userId: string }) => `${roleId} ${userId}`
  const had = new Set((await rolesByPlace(ctx.db, ctx.actor.personId, day)).map(keyOf))
  const done = await change()
  const gained = (await rolesByPlace(ctx.db, ctx.actor.personId, day)).filter((one) => !had.has(keyOf(one)))
  if (gained.length === 0) return done
  const book = await readBook(ctx, [...new Set(gained.map(({ roleId }) => roleId))])
  const grantable = await grantableBy(ctx, { forSelf: true })
  for (const { roleId, roleName, ...place } of gained) {
    const functions = definitionOf(book, roleId)
    const isHers =
      mayShow(grantable, functions, book.hidden.get(roleId) ?? []) &&
      mayGive(grantable, functions, place, await pathsNamedIn(ctx, functions))
    if (!isHers) throw new Refusal(`该任职带有角色“${roleName}”，超出您本人的权限，请由其他管理员办理`)
  }
  return done
}
