import type { Ctx } from '#packages/core'

/** Counts the business records of an application in the caller's organisation. */
type DataCounter = (ctx: Ctx) => Promise<number>

const dataCounters = new Map<string, DataCounter>()

/** Registers at start-up how a built-in application counts its data. */
export function offerAppVolume(key: string, count: DataCounter) {
  if (dataCounters.has(key)) throw new Error(`two modules count the data of ${key}`)
  dataCounters.set(key, count)
}

/** Returns 0 for an application without a counter. */
export const countAppData = async (ctx: Ctx, key: string) => (await dataCounters.get(key)?.(ctx)) ?? 0
