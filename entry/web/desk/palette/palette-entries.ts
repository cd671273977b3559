import type { PaletteHit } from '#packages/web/core/module.ts'
import type { MenuRoute } from '../menu-routes.ts'
import { dataCentrePages, findPage } from '../page-list.ts'
import { barUrls, ownUrls, personalUrls } from '../shell-urls.ts'

/** Every page that the user can open directly: the pages of the menu, and those open to everybody. */
export function listPaletteEntries(menu: readonly MenuRoute[]): PaletteHit[] {
  const urls = [
    ...dataCentrePages.map(({ url }) => url),
    ...menu.flatMap(({ children }) => children.map(({ url }) => url)),
    barUrls.directory,
    ownUrls.allMenus,
    ownUrls.frontPage,
    ...Object.values(personalUrls),
  ]
  return urls.flatMap((url) => {
    const page = findPage(url)
    return page ? { id: url, to: url, title: page.title, about: page.group } : []
  })
}
