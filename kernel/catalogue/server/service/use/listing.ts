import { appCategories, type AppCategory } from '#packages/contract'
import { may, type Ctx } from '#packages/core'
import { waitingOnPages } from '#kernel/message/server'
import type { AppGroup, CentreTile } from '../../../contract.ts'
import { isServing, type AppRow } from '../../application-list.ts'
import { usageSince, type Usage } from '../../use-queries.ts'
import { logosFor } from '../applications/picture.ts'
import { houseTiles, isHousePage } from './house-pages.ts'
import { daysBefore, hasPage, viewFor, type SeenApp } from './viewing.ts'

export const countedDays = 30
const recentShown = 8

type LogoOf = (app: AppRow) => string
const tileOf = (app: AppRow, logoOf: LogoOf) => {
  const { key, name, kind, url, about, edition, category } = app
  return { key, name, kind, url, about, edition, category, logo: logoOf(app) }
}
const logosOf = (ctx: Ctx, seen: readonly SeenApp[]) =>
  logosFor(
    ctx,
    seen.map(({ app }) => app),
  )

/** The applications that the caller may open, by shelf; a shelf with nothing on it is left out. */
export async function listMine(ctx: Ctx): Promise<AppGroup[]> {
  const { seen, use } = await viewFor(ctx, ctx.actor)
  const mine = seen.filter(({ app, state }) => state === 'mine' && hasPage(app))
  const canLook = ctx.actor.kind === 'staff' && may(ctx.actor, 'app.read')
  const usage = canLook ? await usageSince(ctx.db, use.path, daysBefore(ctx.now, countedDays)) : []
  const logoOf = await logosOf(ctx, mine)
  const counted = new Map(usage.map((row) => [row.key, row]))
  return Object.entries(appCategories).flatMap(([id, name], at) => {
    const apps = mine
      .filter(({ app }) => app.category === id)
      .map(({ app }) => ({ ...tileOf(app, logoOf), canLook, totals: canLook ? totalsOf(counted.get(app.key)) : [] }))
    return apps.length > 0 ? [{ id: id as AppCategory, name, sort: at + 1, apps }] : []
  })
}

const totalsOf = (usage: Usage | undefined) => [
  { key: '访问次数', value: String(usage?.visits ?? 0) },
  { key: '使用人数', value: String(usage?.users ?? 0) },
]

/** Those that are open for the organisation one is in, for whomever there. */
export async function openedHere(ctx: Ctx) {
  const { apps, isOpenHere } = await viewFor(ctx, ctx.actor)
  return apps
    .filter((app) => isServing(app) && (app.audience === 'public' || isOpenHere(app)))
    .map(({ key, name, category, status }) => ({ key, name, category, status }))
}

export async function readCentre(ctx: Ctx) {
  const { seen, use } = await viewFor(ctx, ctx.actor)
  const shown = seen.filter(({ app }) => hasPage(app))
  const mine = new Set(shown.filter(({ state }) => state === 'mine').map(({ app }) => app.key))
  const waiting = await waitingOnPages(ctx)
  const logoOf = await logosOf(ctx, shown)
  return {
    apps: shown.map((one) => ({ ...centreTileOf(one, logoOf), waits: waitsAt(waiting, one.app.url) })),
    modules: (await houseTiles(ctx)).map((tile) => ({ ...tile, waits: waitsAt(waiting, tile.url) })),
    recent: use.recent.filter((key) => mine.has(key)).slice(0, recentShown),
    shortcuts: (use.shortcuts ?? []).filter((key) => mine.has(key) || isHousePage(key)),
    // Whoever runs a school opens only what it was given, and asks for the rest like everybody.
    mayGrant: ctx.actor.permissions.get('app.grant')?.district === true,
  }
}

/** What waits on a page, and on those below it: an application of the house has several. */
function waitsAt(waiting: ReadonlyMap<string, number>, url: string): number {
  const isThere = (path: string) => path === url || (url.startsWith('/application/') && path.startsWith(`${url}/`))
  return [...waiting].reduce((sum, [path, count]) => (isThere(path) ? sum + count : sum), 0)
}

const centreTileOf = ({ app, state, isAdministrator }: SeenApp, logoOf: LogoOf): Omit<CentreTile, 'waits'> => ({
  ...tileOf(app, logoOf),
  // Where it stands is told to those who may go there.
  url: state === 'mine' ? app.url : '',
  pinyin: app.pinyin,
  initials: app.initials,
  state,
  isAdministrator,
  isForFamilies: app.audience === 'families' || app.audience === 'public',
})
