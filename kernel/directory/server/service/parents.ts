import type { Ctx } from '#packages/core'
import { phonesOf } from '#kernel/identity/server'
import { openToParents } from '../own-queries.ts'

/** The own numbers of those at these places who let parents call them (家长可见); the others are left out and not opened. */
export async function numbersForParents(ctx: Ctx, userIds: readonly string[]): Promise<Map<string, string>> {
  const places = await openToParents(ctx.db, userIds)
  const phones = await phonesOf(
    { db: ctx.db, districtId: ctx.actor.districtId },
    places.map(({ personId }) => personId),
  )
  return new Map(places.map(({ userId, personId }) => [userId, phones.get(personId) ?? '']))
}
