import { orNotFound, notFound, type Ctx } from '#packages/core'
import { findUnitById } from '#kernel/org/server/api.ts'
import { listAllApplications, isServing, type AppRow } from '../../application-list.ts'
import { isOfferedTo } from '../../app-visibility.ts'
import { pathToIds, hasAppPermission } from '../centre/viewer-applications.ts'

/**
 * The applications whose registration the caller may read: those of the organisations that she manages, and those
 * available to her own. Another school's own applications are not included.
 */
export async function listReadableApplications(ctx: Ctx): Promise<{ all: AppRow[]; apps: AppRow[] }> {
  const all = await listAllApplications(ctx)
  const here = await findUnitById(ctx, ctx.actor.orgId)
  const orgIds = here ? pathToIds(here.path) : []
  const apps = all.filter(
    (app) =>
      (hasAppPermission(ctx.actor, 'app.read', app) && !isForeignDraft(ctx, app)) ||
      (ctx.actor.kind !== 'developer' && here && isServing(app) && isOfferedTo(app, orgIds)),
  )
  return { all, apps }
}

/** What a developer has not submitted yet concerns nobody in the district. */
const isForeignDraft = ({ actor }: Pick<Ctx, 'actor'>, { developerId, status }: AppRow) =>
  developerId !== null && status === 0 && actor.kind !== 'developer'

/** An application on which the caller has the permission; otherwise it does not exist. */
export async function getApplicationFor(ctx: Ctx, permission: 'app.edit' | 'app.audit', key: string): Promise<AppRow> {
  const app = orNotFound(
    (await listAllApplications(ctx)).find((one) => one.key === key),
    '应用',
  )
  if (!hasAppPermission(ctx.actor, permission, app) || isForeignDraft(ctx, app)) throw notFound('应用')
  return app
}
