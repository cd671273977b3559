import { lazy } from 'react'
import { getMenuGroup, menuGroups, buildPageUrl, type MenuSection, type PageShape } from '#packages/contract'
import type { PageSection, WebModule } from '#packages/web/core/module.ts'
import type { PageInfo } from '#packages/web/desk/page-context.tsx'

export interface DeskPage extends PageInfo {
  url: string
  /** The anchor in the user's handbook. */
  help: string
  /** The name of the icon in our icon set; empty for pages without one. */
  icon: string
  /** The section within its menu group. */
  section?: MenuSection | undefined
  /** The skeleton that is shown while the page loads. */
  shape: PageShape
  load: NonNullable<WebModule['pages']>[string]
}

const moduleFiles = import.meta.glob<{ default: WebModule }>('../../../{kernel,engines,applications}/*/web/index.ts', {
  eager: true,
})

const modules = Object.values(moduleFiles).map((file) => file.default)

/** The pages of all modules, found by their folders, each with the additions of other modules. */
export const pages = buildPages(modules)

const bySort = (one: { sort: number }, other: { sort: number }) => one.sort - other.sort

/** What modules add to the shell. An area without additions is not rendered. */
export const boardCards = modules.flatMap(({ cards = [] }) => cards).sort(bySort)
export const barItems = modules.flatMap(({ barItems: items = [] }) => items).sort(bySort)
export const backgrounds = modules.flatMap(({ backgrounds: unseen = [] }) => unseen)
export const paletteSources = modules.flatMap(({ palette = [] }) => palette).sort(bySort)
/** The kinds of results that the search hint names, besides menus. */
export const paletteTitles = paletteSources
  .filter(({ isHiddenFromHint }) => !isHiddenFromHint)
  .map(({ title }) => title)
export const quickAccess = modules.find((module) => module.quickAccess)?.quickAccess
export const sheetSupport = modules.find((module) => module.sheets)?.sheets

export function buildPages(modules: readonly WebModule[]): DeskPage[] {
  const actions = collectAdditions(modules, ({ actions: added }) => added)
  const sections = collectAdditions(modules, ({ sections: added }) => added)
  const titles = Object.assign({}, ...modules.map(({ manifest }) => manifest.permissions)) as Record<
    string,
    { title: string }
  >
  const found = modules.flatMap(({ manifest, pages: loaders = {} }) =>
    (manifest.pages ?? []).map((page): DeskPage => {
      const load = loaders[page.path]
      if (!load)
        throw new Error(`${manifest.key} declares the page ${page.path}, but its web/index.ts does not load it`)
      const key = `${manifest.key}:${page.path}`
      const own = { actions: takeAdditions(actions, key), sections: takeAdditions(sections, key).map(toLazySection) }
      const groupKey = getMenuGroup(manifest, page)
      const group = groupKey ? menuGroups[groupKey].title : manifest.title
      const permission = { code: page.permission, title: titles[page.permission]?.title ?? page.title }
      const { title, help, icon = '', section, shape = 'list' } = page
      return { title, group, permission, ...own, url: buildPageUrl(manifest, page), help, icon, section, shape, load }
    }),
  )
  const [lost] = [...actions.keys(), ...sections.keys()]
  if (lost) throw new Error(`there is no page ${lost} for what is put on it`)
  return found
}

// A function declaration, because the pages are built before this line runs.
function toLazySection({ id, permission, tab, load }: PageSection) {
  return { id, permission, tab, Section: lazy(load) }
}

type Additions<Thing> = Readonly<Record<string, readonly Thing[]>> | undefined

/** The additions of modules to pages of other modules, by page. */
function collectAdditions<Thing>(modules: readonly WebModule[], of: (module: WebModule) => Additions<Thing>) {
  const additions = new Map<string, readonly Thing[]>()
  for (const module of modules) {
    for (const [page, added] of Object.entries(of(module) ?? {})) {
      additions.set(page, [...(additions.get(page) ?? []), ...added])
    }
  }
  return additions
}

function takeAdditions<Thing>(additions: Map<string, readonly Thing[]>, page: string) {
  const own = additions.get(page) ?? []
  additions.delete(page)
  return own
}
