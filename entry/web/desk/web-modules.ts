import type { QueryClient } from '@tanstack/react-query'
import { lazy, type ComponentType } from 'react'
import type { MenuSection, PageShape } from '#packages/contract'
import type { BoardCard, PageAction, PageSection, PaletteSource, WebModule } from '#packages/web/core/module.ts'
import type { DrawnSection } from '#packages/web/desk/page-context.tsx'
import { pageTable } from '../tables/pages.gen.ts'
import type { PageRow } from '../tables/rows.ts'
import { shellTable } from '../tables/shell.gen.ts'

/** The component of a page, with the additions of modules to the page. */
interface LoadedPage {
  default: ComponentType
  actions?: readonly PageAction[]
  sections?: readonly DrawnSection[]
}

export interface DeskPage {
  url: string
  title: string
  /** The menu group or application it belongs to. */
  group: string
  permission: { code: string; title: string }
  /** The anchor in the user's handbook. */
  help: string
  /** The name of the icon in our icon set; empty for pages without one. */
  icon: string
  /** The section within its menu group. */
  section?: MenuSection | undefined
  /** The skeleton that is shown while the page loads. */
  shape: PageShape
  load: () => Promise<LoadedPage>
}

const moduleFiles = import.meta.glob<{ default: WebModule }>('../../../{kernel,engines,applications}/*/web/index.ts')

/** Fetches the desk part of a module, once; a failed fetch can be repeated. */
async function loadWebModule(folder: string): Promise<WebModule> {
  const load = moduleFiles[`../../../${folder}/web/index.ts`]
  if (!load) throw new Error(`there is no ${folder}/web/index.ts`)
  return (await load()).default
}

/** Loads a part of a module by the id that its manifest gives it. */
async function loadPart<Part>(folder: string, id: string, find: (module: WebModule) => Part | undefined) {
  const part = find(await loadWebModule(folder))
  if (part === undefined) throw new Error(`${folder}/web/index.ts has no ${id}, which its manifest declares`)
  return part
}

/** The pages of all modules. */
export const pages: readonly DeskPage[] = pageTable.map((row) => {
  const { url, title, group, permission, help, icon = '', section, shape = 'list' } = row
  return { url, title, group, permission, help, icon, section, shape, load: () => loadModulePage(row) }
})

async function loadModulePage({ folder, id, extendedBy = [] }: PageRow): Promise<LoadedPage> {
  const path = id.slice(id.indexOf(':') + 1)
  const [load, ...modules] = await Promise.all([
    loadPart(folder, `page ${path}`, ({ pages: loaders }) => loaders?.[path]),
    loadWebModule(folder),
    // A page is shown without the additions of a module that cannot be fetched.
    ...extendedBy.map((other) => loadWebModule(other).catch((): WebModule => ({}))),
  ])
  return { default: (await load()).default, ...collectAdditions(modules, id) }
}

/** The additions of modules to a page. */
export const collectAdditions = (modules: readonly WebModule[], id: string) => ({
  actions: modules.flatMap(({ actions }) => actions?.[id] ?? []),
  sections: modules.flatMap(({ sections }) => sections?.[id] ?? []).map(toLazySection),
})

const toLazySection = ({ id, permission, tab, load }: PageSection) => ({ id, permission, tab, Section: lazy(load) })

/** What modules add to the shell. An area without additions is not rendered. */
export const boardCards = shellTable.boardCards.map(({ folder, ...card }): BoardCard => {
  const loadCode = () => loadPart(folder, `card ${card.id}`, ({ cards }) => cards?.[card.id])
  return {
    ...card,
    ...(card.hasShape && { shape: async (client: QueryClient) => (await loadCode()).shape?.(client) ?? 'card' }),
    load: async () => (await loadCode()).load(),
  }
})
export const paletteSources = shellTable.palette.map(({ folder, ...source }): PaletteSource => ({
  ...source,
  search: async (keyword, signal) => {
    const search = await loadPart(folder, `palette source ${source.id}`, ({ palette }) => palette?.[source.id])
    return search(keyword, signal)
  },
}))
/** The kinds of results that the search hint names, besides menus. */
export const paletteTitles = paletteSources
  .filter(({ isHiddenFromHint }) => !isHiddenFromHint)
  .map(({ title }) => title)
export const barItems = shellTable.barItems.map(({ folder, ...item }) => ({
  ...item,
  load: async () => (await loadPart(folder, `bar item ${item.id}`, ({ barItems: items }) => items?.[item.id]))(),
}))
export const backgrounds = shellTable.backgrounds.map(({ folder, id }) => ({
  id,
  load: async () => (await loadPart(folder, `background ${id}`, ({ backgrounds: unseen }) => unseen?.[id]))(),
}))
/** The controls and values of fields of entities, by name. */
export const fieldParts = {
  controls: Object.fromEntries(
    shellTable.controls.map(({ folder, id }) => [
      id,
      lazy(async () => (await loadPart(folder, `control ${id}`, ({ controls }) => controls?.[id]))()),
    ]),
  ),
  values: Object.fromEntries(
    shellTable.controls.map(({ folder, id }) => [
      id,
      lazy(async () => (await loadPart(folder, `value ${id}`, ({ values }) => values?.[id]))()),
    ]),
  ),
}
/** The lists behind numbers, by the address of their page. */
export const drillDownLists = Object.fromEntries(
  shellTable.drillDownLists.map(({ folder, id, url }) => [
    url,
    lazy(async () => (await loadPart(folder, `drill-down list ${id}`, ({ drillDownLists: lists }) => lists?.[id]))()),
  ]),
)
const { quickAccess: drawer, sheets } = shellTable
export const quickAccess = drawer && {
  load: async () => (await loadPart(drawer.folder, 'quick access', (module) => module.quickAccess))(),
}
export const sheetSupport = sheets && {
  ...sheets,
  loadExporter: async () => (await loadPart(sheets.folder, 'exporter', ({ exporter }) => exporter))(),
}

/** Fetches the modules of the bars while the menu is on its way, so that the bars are complete as soon as it is here. */
export function prefetchBarModules() {
  for (const { folder } of [...shellTable.barItems, ...shellTable.backgrounds])
    // The bar reports a failed fetch when it renders the item.
    loadWebModule(folder).catch(() => {})
}
