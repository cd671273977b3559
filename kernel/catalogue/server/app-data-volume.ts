import type { Ctx } from '#packages/core'

/** How many things of its business an application holds for the organisation that the caller is in. */
type DataCounter = (ctx: Ctx) => Promise<number>

const dataCounters = new Map<string, DataCounter>()

/** A built-in application says how it counts its data, once, at start-up. */
export function offerAppVolume(key: string, count: DataCounter) {
  if (dataCounters.has(key)) throw new Error(`two modules count the data of ${key}`)
  dataCounters.set(key, count)
}

/** Nothing where nobody counts. */
export const countAppData = async (ctx: Ctx, key: string) => (await dataCounters.get(key)?.(ctx)) ?? 0
