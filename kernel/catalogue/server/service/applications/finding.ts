import { found, notFound, type Ctx } from '#packages/core'
import { readUnit } from '#kernel/org/server'
import { applicationsOf, isServing, type AppRow } from '../../application-list.ts'
import { isOfferedTo } from '../../visibility.ts'
import { idsOfPath, isWithin } from '../use/viewing.ts'

/**
 * The applications whose registration the caller may read: those of the organisations that she looks after, and those
 * that are there for hers. What another school registered for itself is its own affair.
 */
export async function readable(ctx: Ctx): Promise<{ all: AppRow[]; apps: AppRow[] }> {
  const all = await applicationsOf(ctx)
  const here = await readUnit(ctx, ctx.actor.orgId)
  const orgIds = here ? idsOfPath(here.path) : []
  const apps = all.filter(
    (app) => isWithin(ctx.actor, 'app.read', app) || (here && isServing(app) && isOfferedTo(app, orgIds)),
  )
  return { all, apps }
}

/** One of them that the caller may do this to; for all others it does not exist. */
export async function findFor(ctx: Ctx, permission: 'app.edit' | 'app.audit', key: string): Promise<AppRow> {
  const app = found(
    (await applicationsOf(ctx)).find((one) => one.key === key),
    '应用',
  )
  if (!isWithin(ctx.actor, permission, app)) throw notFound('应用')
  return app
}
