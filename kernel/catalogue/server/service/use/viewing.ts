import { dayOf, nothing, notFound, reachedBy, type Actor, type Ctx } from '#packages/core'
import { rolesOfPlace } from '#kernel/access/server'
import { applicationsOf, type AppRow } from '../../application-list.ts'
import { grantsFor } from '../../grant-queries.ts'
import { useFactsOf, type UseFacts } from '../../use-queries.ts'
import { isOpen, stateFor, type AppState } from '../../visibility.ts'

type Viewer = Pick<Actor, 'kind' | 'userId' | 'orgId' | 'permissions'>

export interface SeenApp {
  app: AppRow
  state: AppState
  isAdministrator: boolean
}

interface View {
  /** What is on the shelf for the viewer, in the order of the shelves. */
  seen: SeenApp[]
  /** All of the district, whatever their status. */
  apps: AppRow[]
  isOpenHere: (app: AppRow) => boolean
  use: UseFacts
}

const recentDays = 60
export const daysBefore = (now: Date, days: number) => new Date(now.getTime() - days * 24 * 3600_000)

/** The nodes of a path as ids, the lowest first. */
export const idsOfPath = (path: string) =>
  path
    .split('.')
    .map((id) => id.replace(/^(.{8})(.{4})(.{4})(.{4})(.{12})$/, '$1-$2-$3-$4-$5'))
    .toReversed()

/** Whether a right over whoever keeps an application is held. What nobody keeps is the district's. */
export const isWithin = ({ permissions }: Pick<Actor, 'permissions'>, permission: string, app: AppRow) =>
  reachedBy(
    permissions.get(permission) ?? nothing,
    app.manageOrgId === null ? {} : { orgId: app.manageOrgId, orgPath: app.manageOrgPath },
  ).length > 0

/** What the applications of the district are to somebody: four questions, however many there are. */
export async function viewFor(ctx: Pick<Ctx, 'db' | 'now'>, viewer: Viewer): Promise<View> {
  const day = dayOf(ctx.now)
  const { userId, orgId } = viewer
  const use = await useFactsOf(ctx.db, { userId, orgId, day, recentSince: daysBefore(ctx.now, recentDays) })
  if (!use) throw notFound('组织')
  const isFamily = viewer.kind === 'pupil' || viewer.kind === 'guardian'
  const roleIds = isFamily ? [] : await rolesOfPlace(ctx, userId)
  const orgIds = idsOfPath(use.path)
  const grants = await grantsFor(ctx.db, { orgIds, roleIds, userId }, day)
  const apps = await applicationsOf(ctx)
  const administers = (app: AppRow) =>
    (app.auditorType !== null && use.auditorTypes.includes(app.auditorType)) || isWithin(viewer, 'app.edit', app)
  const facts = {
    isFamily,
    orgIds,
    userId,
    roleIds: new Set(roleIds),
    isTeaching: use.isTeaching,
    administers,
    asked: new Set(use.asked),
    askedForSelf: new Set(use.askedForSelf),
  }
  const seen = apps.flatMap((app): SeenApp[] => {
    const state = stateFor(app, grants, facts)
    return state ? [{ app, state, isAdministrator: !isFamily && administers(app) }] : []
  })
  return { seen, apps, isOpenHere: (app) => isOpen(app.key, grants, orgIds), use }
}

/** Those that somebody may open. */
export const visibleTo = async (ctx: Pick<Ctx, 'db' | 'now'>, viewer: Viewer): Promise<AppRow[]> =>
  (await viewFor(ctx, viewer)).seen.filter(({ state }) => state === 'mine').map(({ app }) => app)

/** What has no page of its own is nothing to be opened from a shelf. */
export const hasPage = ({ kind, url }: Pick<AppRow, 'kind' | 'url'>) => kind !== 4 && url !== ''

/** What there is on the shelf for somebody, by key: for lists to choose from. */
export async function namesOnShelf(ctx: Ctx): Promise<Record<string, string>> {
  const { seen } = await viewFor(ctx, ctx.actor)
  return Object.fromEntries(
    seen.map(({ app: { key, name, edition } }) => [key, edition ? `${name}（${edition}）` : name]),
  )
}
