import { appCategories, type AppCategory } from '#packages/contract'
import { may, type Ctx } from '#packages/core'
import { getTodoCountsByPage } from '#kernel/message/server/api.ts'
import type { AppGroup, CentreTile } from '../../../contract.ts'
import { isServing, type AppRow } from '../../application-list.ts'
import { listAppUsage } from '../../app-usage-queries.ts'
import { resolveLogos } from '../applications/application-logo.ts'
import { listPageTiles, isPageKey } from './page-tiles.ts'
import { readAppTotals, usageDays, type AppTotal } from './app-figures.ts'
import { subtractDays, hasPage, getViewerApps, type ViewerApp } from './viewer-applications.ts'

const recentShown = 8

type LogoReader = (app: AppRow) => string
const toTile = (app: AppRow, getLogo: LogoReader) => {
  const { key, name, kind, url, about, edition, category } = app
  return { key, name, kind, url, about, edition, category, logo: getLogo(app) }
}
const resolveViewerLogos = (ctx: Ctx, seen: readonly ViewerApp[]) =>
  resolveLogos(
    ctx,
    seen.map(({ app }) => app),
  )

/** The applications that the caller may open, by category; empty categories are left out. */
export async function listMyApplications(ctx: Ctx): Promise<AppGroup[]> {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const mine = seen.filter(({ app, state }) => state === 'mine' && hasPage(app))
  const totalsOf = await readTotals(ctx, mine, use.path)
  const getLogo = await resolveViewerLogos(ctx, mine)
  return Object.entries(appCategories).flatMap(([id, name], at) => {
    const apps = mine
      .filter(({ app }) => app.category === id)
      .map(({ app }) => {
        const totals = totalsOf(app)
        return { ...toTile(app, getLogo), canLook: totals !== undefined, totals: totals ?? [] }
      })
    return apps.length > 0 ? [{ id: id as AppCategory, name, sort: at + 1, apps }] : []
  })
}

/**
 * What a built-in application has counted, for whoever may read that; of others nothing is known but how often they were
 * opened, for whoever may read the registrations.
 */
async function readTotals(ctx: Ctx, apps: readonly ViewerApp[], orgPath: string) {
  const counted = await readAppTotals(ctx)
  const isUseRead = ctx.actor.kind === 'staff' && may(ctx.actor, 'app.read') && apps.some(({ app }) => !app.isBuiltIn)
  const usage = isUseRead ? await listAppUsage(ctx.db, orgPath, subtractDays(ctx.now, usageDays)) : []
  const uses = new Map(usage.map((row) => [row.key, row]))
  return ({ key, isBuiltIn }: AppRow): AppTotal[] | undefined => {
    if (isBuiltIn || !isUseRead) return counted.get(key)
    const { visits = 0, users = 0 } = uses.get(key) ?? {}
    return [
      { key: '访问次数', value: String(visits) },
      { key: '使用人数', value: String(users) },
    ]
  }
}

/** The applications that are open for the current organisation, for any of its people. */
export async function listOpenedHere(ctx: Ctx) {
  const { apps, isOpenHere } = await getViewerApps(ctx, ctx.actor)
  return apps
    .filter((app) => isServing(app) && (app.audience === 'public' || isOpenHere(app)))
    .map(({ key, name, category, status }) => ({ key, name, category, status }))
}

export async function getAppCentre(ctx: Ctx) {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const shown = seen.filter(({ app }) => hasPage(app))
  const mine = new Set(shown.filter(({ state }) => state === 'mine').map(({ app }) => app.key))
  const waiting = await getTodoCountsByPage(ctx)
  const totals = await readAppTotals(ctx)
  const getLogo = await resolveViewerLogos(ctx, shown)
  return {
    apps: shown.map((one) => ({
      ...toCentreTile(one, getLogo),
      waits: countWaitingAt(waiting, one.app.url),
      totals: totals.get(one.app.key) ?? [],
    })),
    modules: (await listPageTiles(ctx)).map((tile) => ({ ...tile, waits: countWaitingAt(waiting, tile.url) })),
    recent: use.recent.filter((key) => mine.has(key)).slice(0, recentShown),
    shortcuts: (use.shortcuts ?? []).filter((key) => mine.has(key) || isPageKey(key)),
    // A school administrator opens only what the school was given and requests the rest like everybody else.
    mayGrant: ctx.actor.permissions.get('app.grant')?.district === true,
  }
}

/** To-dos of a page and of the pages below it: a built-in application has several pages. */
function countWaitingAt(waiting: ReadonlyMap<string, number>, url: string): number {
  const isThere = (path: string) => path === url || (url.startsWith('/application/') && path.startsWith(`${url}/`))
  return [...waiting].reduce((sum, [path, count]) => (isThere(path) ? sum + count : sum), 0)
}

const toCentreTile = (
  { app, state, isAdministrator }: ViewerApp,
  getLogo: LogoReader,
): Omit<CentreTile, 'waits' | 'totals'> => ({
  ...toTile(app, getLogo),
  // The address is returned only to those who may open the application.
  url: state === 'mine' ? app.url : '',
  pinyin: app.pinyin,
  initials: app.initials,
  state,
  isAdministrator,
  isForFamilies: app.audience === 'families' || app.audience === 'public',
})
