import { toSafePath } from '#packages/web/core/safe-path.ts'
import type { DeskPage } from '../web-modules.ts'
import { findPage } from '../page-list.ts'
import type { PageVisit } from '../page-tags/page-tags.ts'

/** The page as the shell names it. */
export interface PageLocation {
  title: string
  group: string
  help: string
  /** The tag of the page, if it has one. */
  tag: PageVisit
}

interface Address {
  pathname: string
  search: string
  hash: string
}

/** The current page. A refused page keeps its own name; a page that sets a name is shown under that name. */
export function getPageLocation(
  { pathname, search, hash }: Address,
  page: DeskPage | undefined,
  names: Readonly<Record<string, string>>,
): PageLocation | undefined {
  const address = pathname + search + hash
  const named = page ?? (pathname === '/401' ? findRefusedPage(search) : undefined)
  if (!named) return undefined
  const { group, help } = named
  const title = (page && names[page.url]) ?? named.title
  return { title, group, help, tag: { path: page?.url ?? pathname, title, address } }
}

/** The page that the user tried to open, from the query of /401. */
export const findRefusedPage = (search: string) => findPage(getRefusedPath(search))
export const getRefusedPath = (search: string) =>
  toSafePath(new URLSearchParams(search).get('redirect')).replace(/[?#].*$/, '')

/** The pages of the bottom bar on a phone. */
export const isRootPage = (path: string) => /^\/(?:dataCentre\/[^/]+|topMenu|puMain|message|personal)$/.test(path)
