import { listContributions, type Ctx } from '#packages/core'

/** Counts the business records of a built-in application in the caller's organisation. */
interface AppDataCounter {
  /** The key of the application. */
  key: string
  count(ctx: Ctx): Promise<number>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** How built-in applications count their data. */
    appDataCounters: AppDataCounter
  }
}

/** Returns 0 for an application without a counter. */
export const countAppData = async (ctx: Ctx, key: string) =>
  (await listContributions(ctx, 'appDataCounters')
    .find((counter) => counter.key === key)
    ?.count(ctx)) ?? 0

/** The applications that count their data, with their numbers in the caller's organisation. */
export async function listAppDataCounts(ctx: Ctx): Promise<{ key: string; value: number }[]> {
  const counts: { key: string; value: number }[] = []
  for (const { key, count } of listContributions(ctx, 'appDataCounters')) counts.push({ key, value: await count(ctx) })
  return counts
}
