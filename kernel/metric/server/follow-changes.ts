import { addDays, dayOf, listContributions, startOfDay, type Ctx } from '#packages/core'
import type { MetricChanges } from '#packages/crud'
import { tryWork } from '#kernel/approval/server/api.ts'
import { listCountedDays, moveBookmarks, readBookmarks } from './bookmark-queries.ts'
import { upsertDue, type MetricCell } from './fact-queries.ts'

/** A transaction that was open while the job asked last is seen the next time. */
const overlapMs = 2 * 60_000
const mostBehindMs = 24 * 3600_000
const mostDaysBack = 400

/** Asks each source what changed since the last time, and notes it to be counted again. */
export async function followChanges(ctx: Ctx): Promise<void> {
  const sources = listContributions(ctx, 'metricChanges').filter(({ listChanged }) => listChanged)
  const keys = sources.map(({ key }) => key)
  if (keys.length === 0) return
  const bookmarks = await readBookmarks(ctx.db, keys)
  const asked: string[] = []
  for (const source of sources)
    // One that fails is asked for the same time again.
    await tryWork(ctx, { source: source.key }, 'changed figures were not found', async () => {
      await upsertDue(ctx.db, await listChangedCells(ctx, source, bookmarks.get(source.key)), {
        isRecounted: true,
        at: ctx.now,
      })
      asked.push(source.key)
    })
  await moveBookmarks(ctx.db, asked, ctx.now)
}

async function listChangedCells(
  ctx: Ctx,
  { codes, isOfNow, listChanged }: MetricChanges,
  until: Date | undefined,
): Promise<MetricCell[]> {
  const today = dayOf(ctx.now)
  const from = until ?? startOfDay(today)
  const since = new Date(Math.max(from.getTime(), ctx.now.getTime() - mostBehindMs) - overlapMs)
  const changed = (await listChanged!(ctx, since)).flatMap(({ orgId, days }) => days.map((day) => ({ orgId, day })))
  if (changed.length === 0) return []
  const first = isOfNow ? today : addDays(today, -mostDaysBack)
  const counted = await listCountedDays(ctx.db, changed, { codes, first, today })
  return counted.flatMap((orgDay) => codes.map((code) => ({ code, ...orgDay })))
}
