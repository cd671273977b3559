import { dayOf, emptyScope, notFound, matchScope, type Actor, type Ctx } from '#packages/core'
import { listRoleIdsOfMembership } from '#kernel/access/server/api.ts'
import { listAllApplications, type AppRow } from '../../application-list.ts'
import { listGrants } from '../../grant-queries.ts'
import { getAppUsageFacts, type AppUsageFacts } from '../../app-usage-queries.ts'
import { isAppOpen, getAppState, type AppState, type ViewerFacts } from '../../app-visibility.ts'

type Viewer = Pick<Actor, 'kind' | 'userId' | 'orgId' | 'permissions'>

export interface ViewerApp {
  app: AppRow
  state: AppState
  isAdministrator: boolean
}

interface ViewerApps {
  /** The published applications for the viewer, in the order of the categories. */
  seen: ViewerApp[]
  /** All applications of the district, of any status. */
  apps: AppRow[]
  isOpenHere: (app: AppRow) => boolean
  use: AppUsageFacts
}

const recentDays = 60
export const subtractDays = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 3600_000)

/** The nodes of a path as ids, the lowest first. */
export const pathToIds = (path: string) =>
  path
    .split('.')
    .map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    .toReversed()

/**
 * Whether the actor has the permission over the managing organisation. An application without one belongs to the
 * district.
 */
export const hasAppPermission = (
  { permissions, kind, userId }: Pick<Actor, 'permissions'> & Partial<Pick<Actor, 'kind' | 'userId'>>,
  permission: string,
  app: Pick<AppRow, 'manageOrgId' | 'manageOrgPath'> & Partial<Pick<AppRow, 'developerId'>>,
) =>
  // A developer reads and edits the own applications, and nobody else's.
  kind === 'developer'
    ? app.developerId === userId && (permission === 'app.read' || permission === 'app.edit')
    : matchScope(
        permissions.get(permission) ?? emptyScope,
        app.manageOrgId === null ? {} : { orgId: app.manageOrgId, orgPath: app.manageOrgPath },
      ).length > 0

/** Whether somebody with these kinds of administration, or with app.edit, administers an application. */
export const createAdministratorCheck =
  (viewer: Pick<Actor, 'permissions'>, auditorTypes: readonly number[]): ViewerFacts['administers'] =>
  (app) =>
    (app.auditorType !== null && auditorTypes.includes(app.auditorType)) || hasAppPermission(viewer, 'app.edit', app)

/** The state of all applications for a viewer, in four queries however many there are. */
export async function getViewerApps(ctx: Pick<Ctx, 'app' | 'db' | 'now'>, viewer: Viewer): Promise<ViewerApps> {
  const day = dayOf(ctx.now)
  const { userId, orgId } = viewer
  const use = await getAppUsageFacts(ctx.db, { userId, orgId, day, recentSince: subtractDays(ctx.now, recentDays) })
  if (!use) throw notFound('组织')
  const isFamily = viewer.kind === 'pupil' || viewer.kind === 'guardian'
  const roleIds = isFamily ? [] : await listRoleIdsOfMembership(ctx, userId)
  const orgIds = pathToIds(use.path)
  const grants = await listGrants(ctx.db, { orgIds, roleIds, userId }, day)
  const apps = await listAllApplications(ctx)
  const administers = createAdministratorCheck(viewer, use.auditorTypes)
  const facts = {
    isFamily,
    orgIds,
    userId,
    roleIds: new Set(roleIds),
    isTeaching: use.isTeaching,
    administers,
    requestedByOrg: new Set(use.requestedByOrg),
    requestedBySelf: new Set(use.askedForSelf),
  }
  const seen = apps.flatMap((app): ViewerApp[] => {
    const state = getAppState(app, grants, facts)
    return state ? [{ app, state, isAdministrator: !isFamily && administers(app) }] : []
  })
  return { seen, apps, isOpenHere: (app) => isAppOpen(app, grants, orgIds), use }
}

/** The applications that the viewer may open. */
export const listVisibleApps = async (ctx: Pick<Ctx, 'app' | 'db' | 'now'>, viewer: Viewer): Promise<AppRow[]> =>
  (await getViewerApps(ctx, viewer)).seen.filter(({ state }) => state === 'mine').map(({ app }) => app)

/** An application without a page of its own cannot be opened from a list. */
export const hasPage = ({ kind, url }: Pick<AppRow, 'kind' | 'url'>) => kind !== 4 && url !== ''

/** The names of the viewer's published applications by key, for selection lists. */
export async function listAppNames(ctx: Ctx): Promise<Record<string, string>> {
  const { seen } = await getViewerApps(ctx, ctx.actor)
  return Object.fromEntries(
    seen.map(({ app: { key, name, edition } }) => [key, edition ? `${name}（${edition}）` : name]),
  )
}
