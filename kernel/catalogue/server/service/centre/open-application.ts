import { addDays, dayOf, orNotFound, Refusal, Ret, type Ctx } from '#packages/core'
import { listApplicationCalls } from '#kernel/audit/server/api.ts'
import { getHandOverUrl } from '#kernel/session/server/api.ts'
import { recordAppOpenings, listAppUsage } from '../../app-usage-queries.ts'
import { readDataVolumes, usageDays } from './app-figures.ts'
import { refuseDuringClosing } from './closed-applications.ts'
import { subtractDays, hasPage, getViewerApps } from './viewer-applications.ts'

/** Returns the address of an application and counts the visit. */
export async function openApplication(ctx: Ctx, key: string) {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const { app, state } = orNotFound(
    seen.find((one) => one.app.key === key),
    '应用',
  )
  if (state !== 'mine') throw new Refusal('该应用尚未对您开放', Ret.forbidden)
  if (!hasPage(app)) throw new Refusal('该应用没有网页')
  await refuseDuringClosing(ctx, use.path, key)
  const { userId, orgId } = ctx.actor
  await recordAppOpenings(ctx.db, [{ userId, orgId, key, day: dayOf(ctx.now), times: 1, lastAt: ctx.now }])
  return { url: app.audience === 'public' ? app.url : await getHandOverUrl(ctx, app.url) }
}

type DataType = '1' | '2' | '3' | '4'

/** One figure of each application that is open for the current organisation, including the organisations below. */
export async function listAppFigures(ctx: Ctx, dataType: DataType) {
  const { seen, use, isOpenHere } = await getViewerApps(ctx, ctx.actor)
  const isUse = dataType === '1' || dataType === '2'
  const usage = isUse ? await listAppUsage(ctx.db, use.path, subtractDays(ctx.now, usageDays)) : []
  const counted = new Map(usage.map((row) => [row.key, dataType === '1' ? row.visits : row.users]))
  // Calls of the open interface belong to no organisation: everybody reads those of the district.
  const days = { from: addDays(dayOf(ctx.now), 1 - usageDays), to: dayOf(ctx.now) }
  for (const { appKey, calls } of dataType === '4' ? await listApplicationCalls(ctx, days) : [])
    counted.set(appKey, calls)
  const asOf = ctx.now.toISOString()
  const open = seen.flatMap(({ app, state }) => (state === 'mine' || state === 'others' || isOpenHere(app) ? app : []))
  const volumeOf =
    dataType === '3'
      ? await readDataVolumes(
          ctx,
          open.map(({ key }) => key),
        )
      : (key: string) => counted.get(key) ?? 0
  return open.flatMap(({ key, name }) => {
    const value = volumeOf(key)
    return value === undefined ? [] : [{ key, name, value, asOf }]
  })
}
