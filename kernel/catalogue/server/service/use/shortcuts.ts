import { notFound, type Ctx } from '#packages/core'
import type { Shortcut } from '../../../contract.ts'
import type { AppRow } from '../../application-list.ts'
import { replaceShortcuts } from '../../shortcut-queries.ts'
import { logosFor } from '../applications/picture.ts'
import { houseTiles } from './house-pages.ts'
import { hasPage, viewFor } from './viewing.ts'

const usual = 8

type Openable = Pick<AppRow, 'key' | 'name' | 'logo' | 'category' | 'edition' | 'url' | 'kind'>

/** Applications, and the pages of the house, in which there is no telling of editions. */
async function openable(ctx: Ctx) {
  const { seen, use } = await viewFor(ctx, ctx.actor)
  const mine = seen.filter(({ app, state }) => state === 'mine' && hasPage(app)).map(({ app }) => app)
  const pages = (await houseTiles(ctx)).map((tile): Openable => ({ ...tile, edition: '', kind: 1 }))
  const all: Openable[] = [...mine.toSorted(bySort), ...pages]
  return { all, byKey: new Map(all.map((one) => [one.key, one])), saved: use.shortcuts }
}

/** One's own shortcuts; where none were ever saved, on request, the first few that one may open. */
export async function readShortcuts(ctx: Ctx, showDefault: boolean): Promise<Shortcut[]> {
  const { all, byKey, saved } = await openable(ctx)
  const shown = saved === null ? all.slice(0, showDefault ? usual : 0) : saved.flatMap((key) => byKey.get(key) ?? [])
  const logoOf = await logosFor(ctx, shown)
  return shown.map((one, at) => ({ ...shortcutOf(one, at), logo: logoOf(one) }))
}

// Across the shelves: what stands first on each of them.
const bySort = (a: AppRow, b: AppRow) => a.sort - b.sort

const shortcutOf = ({ key, name, logo, category, edition, url, kind }: Openable, at: number): Shortcut => ({
  key,
  sort: at,
  name,
  logo,
  category,
  edition,
  url,
  kind,
})

export async function saveShortcuts(ctx: Ctx, wanted: readonly { key: string; sort: number }[]): Promise<null> {
  const { byKey } = await openable(ctx)
  const keys = wanted.toSorted((a, b) => a.sort - b.sort).map(({ key }) => key)
  if (!keys.every((key) => byKey.has(key))) throw notFound('应用')
  await replaceShortcuts(ctx.db, ctx.actor.userId, [...new Set(keys)], ctx.now)
  return null
}
