import type { BodyOf } from '#packages/contract'
import { dayOf, forbidden, invalid, orNotFound, scopeOf, type App, type Ctx } from '#packages/core'
import { signalSessionsEnded, type Db } from '#packages/db'
import { listAllApplications } from '#kernel/catalogue/server/api.ts'
import type { openApiRoutes } from '../contract.ts'
import { findOrgPath } from './collect-queries.ts'
import { openApiSetting } from './settings.ts'
import { findDayQuota, storeDayQuota } from './token-queries.ts'

interface LimitedApplication {
  key: string
  orgPath: string
}

/** The limits of an application on a day: those of the setting, or what was raised for this day. */
export async function readLimits(ctx: { app: App; db: Db }, { key, orgPath }: LimitedApplication, day: string) {
  const { dayCalls, perSecond } = await openApiSetting.read(ctx, orgPath)
  return { dayCalls: Math.max(dayCalls, await findDayQuota(ctx.db, key, day)), perSecond }
}

/** Raises the limit of an application for today. It holds at once, and ends at midnight. */
export async function raiseDayQuota(
  ctx: Ctx,
  { appKey, dayCalls, reason }: BodyOf<typeof openApiRoutes.setQuota>,
): Promise<null> {
  if (!scopeOf(ctx, 'open-api.quota').district) throw forbidden()
  const app = orNotFound(
    (await listAllApplications(ctx)).find(({ key, isBuiltIn }) => key === appKey && !isBuiltIn),
    '应用',
  )
  const orgPath = app.manageOrgId ? await findOrgPath(ctx.db, app.manageOrgId) : ''
  const usual = await openApiSetting.read(ctx, orgPath)
  if (dayCalls <= usual.dayCalls) throw invalid([{ field: 'dayCalls', msg: `须大于每日调用次数${usual.dayCalls}` }])
  await storeDayQuota(ctx.db, { appKey, day: dayOf(ctx.now), dayCalls, reason, by: ctx.actor.personId }, ctx.now)
  // The processes forget the limits that they know.
  await signalSessionsEnded(ctx.db, [appKey])
  return null
}
