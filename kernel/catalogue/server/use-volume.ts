import type { Ctx } from '#packages/core'

/** How many things of its business an application holds for the organisation that the caller is in. */
type Volume = (ctx: Ctx) => Promise<number>

const offered = new Map<string, Volume>()

/** A built-in application says how it counts its data, once, at start-up. */
export function offerAppVolume(key: string, count: Volume) {
  if (offered.has(key)) throw new Error(`two modules count the data of ${key}`)
  offered.set(key, count)
}

/** Nothing where nobody counts. */
export const volumeOf = async (ctx: Ctx, key: string) => (await offered.get(key)?.(ctx)) ?? 0
