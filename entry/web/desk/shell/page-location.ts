import { toSafePath } from '#packages/web/core/safe-path.ts'
import type { DeskPage } from '../web-modules.ts'
import { findPage } from '../page-list.ts'
import type { PageVisit } from '../tags/tags.ts'

/** What the shell says about the page in it. */
export interface PageLocation {
  title: string
  group: string
  help: string
  /** Its tag, if it has one. */
  tag: PageVisit
}

interface Address {
  pathname: string
  search: string
  hash: string
}

/** Where one is. A page that was refused is still named by its own name; one that calls itself something is called so. */
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

/** The page that somebody wanted to open, as /401 is told. */
export const findRefusedPage = (search: string) => findPage(getRefusedPath(search))
export const getRefusedPath = (search: string) =>
  toSafePath(new URLSearchParams(search).get('redirect')).replace(/[?#].*$/, '')

/** The pages between which the bar at the bottom of a phone changes. */
export const isRootPage = (path: string) => /^\/(?:dataCentre\/[^/]+|topMenu|puMain|message|personal)$/.test(path)
