import type { AppCategory, MenuSection } from '#packages/contract'
import type { Ctx } from '#packages/core'
import { pinyinOf } from '#packages/pinyin'
import { housePages, type HousePage } from '#kernel/access/server'
import type { HouseTile } from '../../../contract.ts'

const prefix = 'page:'
export const isHousePage = (key: string) => key.startsWith(prefix)

/** The hue of a page is that of the shelf it would stand on. */
const categories: Record<MenuSection, AppCategory> = {
  people: 'teachers',
  pupils: 'pupils',
  teaching: 'teaching',
  records: 'assets',
}

/** The pages of the house that the caller may open, as tiles. */
export const houseTiles = async (ctx: Ctx): Promise<Omit<HouseTile, 'waits'>[]> => (await housePages(ctx)).map(tileOf)

function tileOf({ url, title, icon, section, tile }: HousePage): Omit<HouseTile, 'waits'> {
  const { full, initials } = pinyinOf(title)
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
