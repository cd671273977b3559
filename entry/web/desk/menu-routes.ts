import { menuGroups, menuSections, type MenuSection } from '#packages/contract'
import type { MenuModule } from '#kernel/access/contract.ts'
import { pages } from './web-modules.ts'

/** A page or group that the menu can link to. */
export interface MenuRoute {
  title: string
  url: string
  sort: number
  /** The section of its group. */
  section?: MenuSection | undefined
  children: readonly MenuRoute[]
}

/** A part of a group: the pages of one section, or the pages without a section. */
export interface MenuPart {
  title: string
  pages: readonly MenuRoute[]
}

/** With fewer pages a heading takes more room than it is worth. */
const minPagesForParts = 7

/** Groups pages by section, in menu order. */
export function groupBySection(pages: readonly MenuRoute[]) {
  const parts = new Map<MenuRoute['section'], MenuRoute[]>()
  for (const page of pages) parts.set(page.section, [...(parts.get(page.section) ?? []), page])
  return parts
}

/** The pages of a group by section, in menu order; one part without a title when there are few pages. */
export function listMenuParts(pages: readonly MenuRoute[]): MenuPart[] {
  const parts = groupBySection(pages)
  if (parts.size < 2 || pages.length < minPagesForParts) return [{ title: '', pages }]
  return [...parts].map(([section, some]) => ({ title: section ? menuSections[section] : '', pages: some }))
}

const notFound = '/404'

/**
 * The groups of the system menu with all their pages, regardless of permissions, and the page for unknown addresses.
 */
const allRoutes: readonly MenuRoute[] = [
  ...Object.entries(menuGroups).map(([group, { title, sort }]) => ({
    title,
    sort,
    url: `/${group}`,
    children: pages
      .filter(({ url }) => url.startsWith(`/${group}/`))
      .map(({ title: name, url, section }) => ({ title: name, url, section, sort: 0, children: [] })),
  })),
  { title: '404', url: notFound, sort: 0, children: [] },
]

/**
 * The routes that have an entry in the user's menu: with the same address, otherwise with the same title. In menu
 * order. The 404 page needs no entry.
 */
export function filterRoutes(routes: readonly MenuRoute[], menu: readonly MenuModule[]): MenuRoute[] {
  return routes
    .flatMap((route) => {
      if (route.url === notFound) return { ...route, sort: Infinity }
      const entry = findEntry(route, routes, menu)
      return entry ? { ...route, sort: entry.sort, children: filterRoutes(route.children, entry.children) } : []
    })
    .sort((one, other) => one.sort - other.sort)
}

function findEntry(route: MenuRoute, routes: readonly MenuRoute[], menu: readonly MenuModule[]) {
  const isTaken = ({ url }: MenuModule) => routes.some((other) => other.url === url)
  return (
    menu.find(({ url }) => url === route.url) ?? menu.find((entry) => entry.title === route.title && !isTaken(entry))
  )
}

/** Menu entries without a page: the server may be a release ahead. */
export function findLostEntries(routes: readonly MenuRoute[], menu: readonly MenuModule[]): MenuModule[] {
  return menu.flatMap((entry) => {
    const route = routes.find((one) => findEntry(one, routes, menu) === entry)
    return route ? findLostEntries(route.children, entry.children) : [entry]
  })
}

/** /application/TeacherAskForLeave/calendar → /application/TeacherAskForLeave */
const applicationAddress = /^\/application\/[^/]+/

/** The pages of the application that is open, as a group of the menu: an application has no other menu. */
export function findOpenApplication(path: string, may: ReadonlySet<string>): MenuRoute | undefined {
  const base = applicationAddress.exec(path)?.[0]
  const own = pages.filter(
    ({ url, permission: { code } }) =>
      (url === base || url.startsWith(`${base}/`)) && (code === 'staff' || may.has(code)),
  )
  if (!base || own.length < 2) return undefined
  const children = own.map(({ title, url }) => ({ title, url, sort: 0, children: [] }))
  return { title: own[0]!.group, url: base, sort: 0, children }
}

/** The menu of the signed-in user, built once per visit. Entries without a page are logged to the console. */
export function buildMenu(modules: readonly MenuModule[]): MenuRoute[] {
  for (const { title, url } of findLostEntries(allRoutes, modules))
    console.warn(`the menu has ${title}, but there is no page at ${url}`)
  return filterRoutes(allRoutes, modules).filter(({ children }) => children.length > 0)
}
