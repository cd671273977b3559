import { appCategories, type AppCategory } from '#packages/contract'
import type { HighlightPart } from '#packages/web/core/format/highlight.ts'
import type { CentreTile } from '../contract.ts'
import { matchAppName } from './app-search.ts'
import type { AppCentreData } from './queries.ts'

export const centreFilters = { mine: '我可用', all: '全部', families: '学生端' } as const
export type CentreFilter = keyof typeof centreFilters

export const parseCentreFilter = (search: URLSearchParams): CentreFilter => {
  const value = search.get('show')
  return value && value in centreFilters ? (value as CentreFilter) : 'all'
}

const matchesFilter: Readonly<Record<CentreFilter, (app: CentreTile) => boolean>> = {
  mine: ({ state }) => state === 'mine',
  all: () => true,
  families: ({ isForFamilies }) => isForFamilies,
}

interface FoundApp<App> {
  app: App
  marks: readonly HighlightPart[]
}

export const filterApps = (apps: readonly CentreTile[], filter: CentreFilter) => apps.filter(matchesFilter[filter])

/** Search results in the order of the categories; names that begin with the keyword come first. */
export function searchApps<App extends Parameters<typeof matchAppName>[0]>(
  apps: readonly App[],
  keyword: string,
): FoundApp<App>[] {
  const hits = apps.flatMap((app) => {
    const marks = matchAppName(app, keyword)
    return marks ? [{ app, marks }] : []
  })
  const isFirst = ({ marks }: FoundApp<App>) => marks[0]?.isHit === true
  return [...hits.filter(isFirst), ...hits.filter((hit) => !isFirst(hit))]
}

interface CategoryOfApps {
  id: AppCategory
  name: string
  apps: readonly CentreTile[]
}

/** The categories that are not empty, in their order. */
export const groupByCategory = (apps: readonly CentreTile[]): CategoryOfApps[] =>
  (Object.keys(appCategories) as AppCategory[])
    .map((id) => ({ id, name: appCategories[id], apps: apps.filter(({ category }) => category === id) }))
    .filter((group) => group.apps.length > 0)

/** The recently opened applications that the caller may still open. */
export const listRecentApps = ({ recent, apps }: Pick<AppCentreData, 'recent' | 'apps'>) =>
  recent.flatMap((key) => apps.find((app) => app.key === key && app.state === 'mine') ?? [])

/** The number of applications that are open for the organisation, whether or not for the caller. */
export const countOpenedApps = (apps: readonly CentreTile[]) =>
  apps.filter(({ state }) => state === 'mine' || state === 'others').length

/** With fewer applications, categories would be half empty: one grid shows all, and the category is a filter. */
const minGrouped = 25
export const isFlat = (apps: readonly unknown[]) => apps.length < minGrouped
