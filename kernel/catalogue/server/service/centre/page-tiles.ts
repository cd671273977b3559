import type { AppCategory, MenuSection } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { toPinyin } from '#packages/pinyin'
import { listModulePages, type ModulePage } from '#kernel/access/server/api.ts'
import type { PageTile } from '../../../contract.ts'

const prefix = 'page:'
export const isPageKey = (key: string) => key.startsWith(prefix)

/** A page has the colour of the category it belongs to. */
const categories: Record<MenuSection, AppCategory> = {
  people: 'teachers',
  pupils: 'pupils',
  teaching: 'teaching',
  records: 'assets',
}

/** The built-in pages that the caller may open, as tiles. */
export const listPageTiles = async (ctx: Ctx): Promise<Omit<PageTile, 'waits'>[]> =>
  (await listModulePages(ctx)).map(toPageTile)

function toPageTile({ url, title, icon, section, tile }: ModulePage): Omit<PageTile, 'waits'> {
  const { full, initials } = toPinyin(title)
  return {
    key: `${prefix}${url}`,
    name: title,
    logo: icon,
    url,
    about: tile?.about ?? '',
    category: section ? categories[section] : 'office',
    pinyin: full,
    initials,
  }
}
