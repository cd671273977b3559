import { pages, type DeskPage } from './web-modules.ts'

const byUrl = new Map(pages.map((page) => [page.url, page]))

/**
 * The router adds the pages of the shell itself: some of them search other pages here, so importing them would be a
 * cycle.
 */
export const addPages = (added: readonly DeskPage[]) => {
  for (const page of added) byUrl.set(page.url, page)
}

export const findPage = (path: string): DeskPage | undefined => byUrl.get(path)

/** The start page, and the existing pages beside it in the top bar. */
export const boardUrl = '/dataCentre/dataBoard'
export const dataCentrePages = [boardUrl, '/dataCentre/appSupermarket', '/dataCentre/dataStatistics'].flatMap(
  (url) => findPage(url) ?? [],
)
export const boardPage = findPage(boardUrl)
export const homeTag = boardPage && { path: boardPage.url, title: boardPage.title }
