import { menuGroups, menuSections, type MenuSection } from '#packages/contract'
import type { MenuModule } from '#kernel/access/contract.ts'
import { pages } from './web-modules.ts'

/** A place of the house that the menu can lead to. */
export interface MenuRoute {
  title: string
  url: string
  sort: number
  /** The part of its group that it stands in. */
  section?: MenuSection | undefined
  children: readonly MenuRoute[]
}

/** A part of a group: the pages of one section, or those of none. */
export interface MenuPart {
  title: string
  pages: readonly MenuRoute[]
}

/** With fewer pages than these a heading costs more than it tells. */
const minPagesForParts = 7

/** Pages by section, in the order of the menu. */
export function groupBySection(pages: readonly MenuRoute[]) {
  const parts = new Map<MenuRoute['section'], MenuRoute[]>()
  for (const page of pages) parts.set(page.section, [...(parts.get(page.section) ?? []), page])
  return parts
}

/** The pages of a group by section, in the order of the menu; one part without a title where there are few. */
export function listMenuParts(pages: readonly MenuRoute[]): MenuPart[] {
  const parts = groupBySection(pages)
  if (parts.size < 2 || pages.length < minPagesForParts) return [{ title: '', pages }]
  return [...parts].map(([section, some]) => ({ title: section ? menuSections[section] : '', pages: some }))
}

const notFound = '/404'

/** The groups of the system menu with all their pages, whoever may open them; and where unknown addresses end. */
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
 * The routes of which a user's menu has an entry: the one at the same address, or else the one with the same title.
 * They stand in the menu's order. Nobody needs an entry to be told that something does not exist.
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

/** Entries of the menu that lead nowhere: the server may be a release ahead. */
export function findLostEntries(routes: readonly MenuRoute[], menu: readonly MenuModule[]): MenuModule[] {
  return menu.flatMap((entry) => {
    const route = routes.find((one) => findEntry(one, routes, menu) === entry)
    return route ? findLostEntries(route.children, entry.children) : [entry]
  })
}

/** The menu of whoever is signed in, made once a visit. What leads nowhere is said to whoever reads the console. */
export function buildMenu(modules: readonly MenuModule[]): MenuRoute[] {
  for (const { title, url } of findLostEntries(allRoutes, modules))
    console.warn(`the menu has ${title}, but there is no page at ${url}`)
  return filterRoutes(allRoutes, modules).filter(({ children }) => children.length > 0)
}
