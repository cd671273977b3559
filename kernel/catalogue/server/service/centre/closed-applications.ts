import { dayOf, Refusal, Ret, type Contributions, type Ctx } from '#packages/core'
import { closingsAt } from '#kernel/setting/server/api.ts'
import { findCallerAccess } from '../../application-access-queries.ts'
import { listBuiltInApplications, type AppRow } from '../../application-list.ts'
import { findAppRefusal } from '../../app-visibility.ts'
import { createAdministratorCheck, pathToIds } from './viewer-applications.ts'

type ReadCtx = Pick<Ctx, 'app' | 'actor' | 'db' | 'now'>

/** These built-in applications with the reason why the caller may not use each, if there is one. */
async function checkApplications({ actor, db, now }: ReadCtx, apps: readonly AppRow[]) {
  const { orgId, userId } = actor
  const keys = apps.map(({ key }) => key)
  const access = await findCallerAccess(db, { keys, orgId, userId, day: dayOf(now) })
  const changes = new Map(access?.changes.map((change) => [change.key, change]))
  const grants = access?.grants ?? []
  const facts = {
    orgIds: access ? pathToIds(access.path) : [],
    userId,
    roleIds: new Set(grants.flatMap(({ kind, objectId }) => (kind === 'role' ? objectId : []))),
    isTeaching: access?.isTeaching ?? false,
    administers: createAdministratorCheck(actor, access?.auditorTypes ?? []),
  }
  return {
    orgPath: access?.path ?? '',
    refusals: apps.map((app) => ({ app, refusal: findAppRefusal({ ...app, ...changes.get(app.key) }, grants, facts) })),
  }
}

/** The addresses of the built-in applications that the caller may not use; a closing for a time is not among them. */
export async function listClosedApplicationUrls(ctx: ReadCtx): Promise<readonly string[]> {
  const apps = listBuiltInApplications(ctx.app.manifests)
  if (apps.length === 0) return []
  const { refusals } = await checkApplications(ctx, apps)
  return refusals.flatMap(({ app, refusal }) => (refusal ? app.url : []))
}

const findApplicationOf = ({ app }: Pick<Ctx, 'app'>, module: string) =>
  listBuiltInApplications(app.manifests).find(({ key }) => key === module)

/** Refuses the routes of an application that is closed for the organisation, limited to others, or closed for a time. */
export const closedApplicationGuard: Contributions['routeGuards'] = {
  appliesTo: (ctx, { module }) => findApplicationOf(ctx, module) !== undefined,
  refuse: async (ctx, { module }) => {
    const { orgPath, refusals } = await checkApplications(ctx, [findApplicationOf(ctx, module)!])
    if (refusals[0]!.refusal === 'closed') throw new Refusal('该应用未对本单位开通', Ret.forbidden)
    if (refusals[0]!.refusal === 'limited') throw new Refusal('该应用尚未对您开放', Ret.forbidden)
    await refuseDuringClosing(ctx, orgPath, module)
  },
}

const clock = new Intl.DateTimeFormat('sv-SE', { timeZone: 'Asia/Shanghai', dateStyle: 'short', timeStyle: 'short' })

/** Refuses while the organisation or one above it has closed the application for a time. */
export async function refuseDuringClosing(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, orgPath: string, key: string) {
  const now = ctx.now.getTime()
  const window = (await closingsAt(ctx, orgPath)).find(
    ({ appKey, from, to }) => appKey === key && Date.parse(from) <= now && now < Date.parse(to),
  )
  if (window)
    throw new Refusal(`${window.reason}，该应用${clock.format(Date.parse(window.to))}后恢复使用`, Ret.windowClosed)
}
