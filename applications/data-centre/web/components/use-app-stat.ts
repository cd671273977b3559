import { appCategories, type AppCategory } from '#packages/contract'
import { addDays } from '#packages/core'
import { usePageSearch, useSetParams } from '#packages/web/desk/page-search.tsx'
import { useToday } from '#packages/web/desk/use-today.ts'
import type { AppStatFilter } from '../app-stat-queries.ts'

/** The shortcuts of the range, in days; a year is one of 365. */
export const ranges = { week: 7, month: 30, quarter: 90, year: 365 } as const
export type Range = keyof typeof ranges
export const rangeTitles: Readonly<Record<Range | 'own', string>> = {
  week: '最近一周',
  month: '最近一个月',
  quarter: '最近三个月',
  year: '最近一年',
  own: '自定义',
}

const isDay = (text: string | null): text is string => text !== null && /^\d{4}-\d\d-\d\d$/.test(text)

/** What the address shows: organisation, category, and days or a range that ends today. */
export function useAppStatFilter() {
  const { search } = usePageSearch()
  const setParams = useSetParams()
  const today = useToday()
  const [from, to, category] = [search.get('from'), search.get('to'), search.get('category')]
  const named = search.get('range')
  const range: Range | 'own' =
    isDay(from) && isDay(to) ? 'own' : named !== null && named in ranges ? (named as Range) : 'month'
  const days = range === 'own' ? { from: from!, to: to! } : { from: addDays(today, 1 - ranges[range]), to: today }
  const filter: AppStatFilter = {
    ...days,
    orgId: search.get('org') ?? undefined,
    category: category !== null && category in appCategories ? (category as AppCategory) : undefined,
  }
  return {
    filter,
    range,
    by: search.get('by') === 'org' ? ('org' as const) : ('category' as const),
    chooseRange: (chosen: string) =>
      chosen === 'own'
        ? setParams({ range: null, ...days })
        : setParams({ range: chosen === 'month' ? null : chosen, from: null, to: null }),
    chooseDays: (chosen: { from?: string; to?: string }) =>
      setParams({ range: null, from: chosen.from ?? days.from, to: chosen.to ?? days.to }),
    chooseOrg: (orgId: string) => setParams({ org: orgId }),
    chooseCategory: (chosen: string) => setParams({ category: chosen === '' ? null : chosen }),
    chooseBy: (chosen: string) => setParams({ by: chosen === 'org' ? 'org' : null }),
  }
}
export type ShownAppStat = ReturnType<typeof useAppStatFilter>
