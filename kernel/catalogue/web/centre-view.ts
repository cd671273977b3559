import { appCategories, type AppCategory } from '#packages/contract'
import type { Piece } from '#packages/web/core/format/marks.ts'
import type { CentreTile } from '../contract.ts'
import { matchOf } from './app-search.ts'
import type { Centre } from './queries.ts'

export const filters = { mine: '我可用', all: '全部', families: '学生端' } as const
export type Filter = keyof typeof filters

export const filterIn = (search: URLSearchParams): Filter => {
  const asked = search.get('show')
  return asked && asked in filters ? (asked as Filter) : 'all'
}

const passes: Readonly<Record<Filter, (app: CentreTile) => boolean>> = {
  mine: ({ state }) => state === 'mine',
  all: () => true,
  families: ({ isForFamilies }) => isForFamilies,
}

interface Found<App> {
  app: App
  marks: readonly Piece[]
}

export const appsShown = (apps: readonly CentreTile[], filter: Filter) => apps.filter(passes[filter])

/** What was looked for, in the order of the shelves; names that begin so come first. */
export function foundAmong<App extends Parameters<typeof matchOf>[0]>(
  apps: readonly App[],
  words: string,
): Found<App>[] {
  const hits = apps.flatMap((app) => {
    const marks = matchOf(app, words)
    return marks ? [{ app, marks }] : []
  })
  const isFirst = ({ marks }: Found<App>) => marks[0]?.isHit === true
  return [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))]
}

interface ShelfOfApps {
  id: AppCategory
  name: string
  apps: readonly CentreTile[]
}

/** The shelves that have something on them, in their order. */
export const shelvesOf = (apps: readonly CentreTile[]): ShelfOfApps[] =>
  (Object.keys(appCategories) as AppCategory[])
    .map((id) => ({ id, name: appCategories[id], apps: apps.filter(({ category }) => category === id) }))
    .filter((shelf) => shelf.apps.length > 0)

/** What was opened last and still may be. */
export const recentIn = ({ recent, apps }: Pick<Centre, 'recent' | 'apps'>) =>
  recent.flatMap((key) => apps.find((app) => app.key === key && app.state === 'mine') ?? [])

/** Open for the organisation, whether or not for the caller. */
export const openedCount = (apps: readonly CentreTile[]) =>
  apps.filter(({ state }) => state === 'mine' || state === 'others').length

/** With fewer than these the shelves would be half empty: then all stand in one grid, and a shelf is only a choice. */
const onShelves = 25
export const isFlat = (apps: readonly unknown[]) => apps.length < onShelves
