import { notFound, type Ctx } from '#packages/core'
import type { Shortcut } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import { replaceShortcuts } from '../../shortcut-queries.ts'
import { resolveLogos } from '../applications/application-logo.ts'
import { listPageTiles } from './page-tiles.ts'
import { hasPage, getViewerApps } from './viewer-applications.ts'

const defaultShortcuts = 8

type OpenableTile = Pick<AppRow, 'key' | 'name' | 'logo' | 'category' | 'edition' | 'url' | 'kind'>

/** Applications and built-in pages; pages have no editions. */
async function listOpenable(ctx: Ctx) {
  const { seen, use } = await getViewerApps(ctx, ctx.actor)
  const mine = seen.filter(({ app, state }) => state === 'mine' && hasPage(app)).map(({ app }) => app)
  const pages = (await listPageTiles(ctx)).map((tile): OpenableTile => ({ ...tile, edition: '', kind: 1 }))
  const all: OpenableTile[] = [...mine.toSorted(bySort), ...pages]
  return { all, byKey: new Map(all.map((one) => [one.key, one])), saved: use.shortcuts }
}

/** The caller's shortcuts. When none were saved, on request the first few that the caller may open. */
export async function getShortcuts(ctx: Ctx, showDefault: boolean): Promise<Shortcut[]> {
  const { all, byKey, saved } = await listOpenable(ctx)
  const shown =
    saved === null ? all.slice(0, showDefault ? defaultShortcuts : 0) : saved.flatMap((key) => byKey.get(key) ?? [])
  const logoOf = await resolveLogos(ctx, shown)
  return shown.map((one, at) => ({ ...toShortcut(one, at), logo: logoOf(one) }))
}

// Across all categories: the first of each category come first.
const bySort = (a: AppRow, b: AppRow) => a.sort - b.sort

const toShortcut = ({ key, name, logo, category, edition, url, kind }: OpenableTile, at: number): Shortcut => ({
  key,
  sort: at,
  name,
  logo,
  category,
  edition,
  url,
  kind,
})

export async function saveShortcuts(ctx: Ctx, newShortcuts: readonly { key: string; sort: number }[]): Promise<null> {
  const { byKey } = await listOpenable(ctx)
  const keys = newShortcuts.toSorted((a, b) => a.sort - b.sort).map(({ key }) => key)
  if (!keys.every((key) => byKey.has(key))) throw notFound('应用')
  await replaceShortcuts(ctx.db, ctx.actor.userId, [...new Set(keys)], ctx.now)
  return null
}
