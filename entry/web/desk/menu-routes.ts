import { menuGroups } from '#packages/contract'
import type { MenuModule } from '#kernel/access/contract.ts'
import { pages } from './modules.ts'

/** A place of the house that the menu can lead to. */
export interface MenuRoute {
  title: string
  url: string
  sort: number
  children: readonly MenuRoute[]
}

const notFound = '/404'

/** The groups of the system menu with all their pages, whoever may open them; and where unknown addresses end. */
const houseRoutes: readonly MenuRoute[] = [
  ...Object.entries(menuGroups).map(([group, { title, sort }]) => ({
    ...{ title, sort, url: `/${group}` },
    children: pages
      .filter(({ url }) => url.startsWith(`/${group}/`))
      .map((page) => ({ title: page.title, url: page.url, sort: 0, children: [] })),
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
      const entry = entryOf(route, routes, menu)
      return entry ? { ...route, sort: entry.sort, children: filterRoutes(route.children, entry.children) } : []
    })
    .sort((one, other) => one.sort - other.sort)
}

function entryOf(route: MenuRoute, routes: readonly MenuRoute[], menu: readonly MenuModule[]) {
  const isTaken = ({ url }: MenuModule) => routes.some((other) => other.url === url)
  return (
    menu.find(({ url }) => url === route.url) ?? menu.find((entry) => entry.title === route.title && !isTaken(entry))
  )
}

/** Entries of the menu that lead nowhere: the server may be a release ahead. */
export function lostEntries(routes: readonly MenuRoute[], menu: readonly MenuModule[]): MenuModule[] {
  return menu.flatMap((entry) => {
    const route = routes.find((one) => entryOf(one, routes, menu) === entry)
    return route ? lostEntries(route.children, entry.children) : [entry]
  })
}

/** The menu of whoever is signed in, made once a visit. What leads nowhere is said to whoever reads the console. */
export function menuOf(modules: readonly MenuModule[]): MenuRoute[] {
  for (const { title, url } of lostEntries(houseRoutes, modules))
    console.warn(`the menu has ${title}, but there is no page at ${url}`)
  return filterRoutes(houseRoutes, modules).filter(({ children }) => children.length > 0)
}
