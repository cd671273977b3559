import { menuGroups, pageUrl } from '#packages/contract'
import type { PageAction, WebModule } from '#packages/web/core/module.ts'
import type { PageInfo } from '#packages/web/desk/page-context.tsx'

export interface DeskPage extends PageInfo {
  url: string
  /** Its place in the user's handbook. */
  help: string
  load: NonNullable<WebModule['pages']>[string]
}

const doors = import.meta.glob<{ default: WebModule }>('../../../{kernel,engines,applications}/*/web/index.ts', {
  eager: true,
})

const modules = Object.values(doors).map((door) => door.default)

/** The pages of all modules, found by their folders, each with the buttons that other modules put on it. */
export const pages = pagesOf(modules)

const bySort = (one: { sort: number }, other: { sort: number }) => one.sort - other.sort

/** What modules bring to the shell's own places. A place that nobody brings anything to is not drawn. */
export const boardCards = modules.flatMap(({ cards = [] }) => cards).sort(bySort)
export const barItems = modules.flatMap(({ barItems: items = [] }) => items).sort(bySort)
export const backgrounds = modules.flatMap(({ backgrounds: unseen = [] }) => unseen)
export const paletteSources = modules.flatMap(({ palette = [] }) => palette)
export const quickAccess = modules.find((module) => module.quickAccess)?.quickAccess

export function pagesOf(modules: readonly WebModule[]): DeskPage[] {
  const actions = new Map<string, PageAction[]>()
  for (const module of modules) {
    for (const [page, added] of Object.entries(module.actions ?? {})) {
      actions.set(page, [...(actions.get(page) ?? []), ...added])
    }
  }
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
      const own = actions.get(key) ?? []
      actions.delete(key)
      const group = manifest.kind === 'module' && manifest.group ? menuGroups[manifest.group].title : manifest.title
      const permission = { code: page.permission, title: titles[page.permission]?.title ?? page.title }
      const { title, help } = page
      return { title, group, permission, actions: own, url: pageUrl(manifest, page), help, load }
    }),
  )
  const [lost] = actions.keys()
  if (lost) throw new Error(`there is no page ${lost} for the actions that name it`)
  return found
}
