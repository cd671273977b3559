import { buildPageUrl, type Manifest, type PeriodKind } from '#packages/contract'
import type { Ctx } from '#packages/core'

interface Days {
  from: string
  to: string
}

/** The days that are counted. Both ends are included; days to come are not. */
export interface CountedPeriod extends Days {
  kind: PeriodKind
  /** In a sentence: 本月, or 2026年10月. */
  name: string
  /** As many days of the period before; null if there is none. */
  before: Days | null
  /** The days or weeks of the period, for lines over time. */
  steps: readonly ({ label: string } & Days)[]
}

/** The value of a declared metric in the scope of the caller. */
export interface CountedFigure<Code extends string = string> {
  metric: Code
  /** Null if its source does not exist, which is not 0. */
  value: number | null
  /** The same in the period before; null if there was nothing to count. */
  before?: number | null
  /** Added to the query of the metric's `drill`, so that the list has as many rows; null where no list has them. */
  filter: ListFilterValues | null
}

export interface CountedChart {
  key: string
  /** Computed from the values, and true of every mark. */
  finding: string
  measure: string
  unit: string
  /** The kind of the marks: 年级. */
  of: string
  kind: 'columns' | 'rows' | 'lines'
  isStacked?: boolean
  /** At most six; more become 其他. */
  series: readonly string[]
  marks: readonly {
    label: string
    values: readonly number[]
    /** `buildListLink` of the list behind each value. */
    links: readonly (string | null)[]
    isHighlighted?: boolean
    note?: string
  }[]
}

/** Figures and charts of a module, for the page of statistics. */
export interface Statistics {
  /** Unique in the app: student. */
  key: string
  title: string
  /** The permission of the list behind the figures. */
  permission: string
  manifest: Manifest
  /** The path of the page with the rows. */
  page: string
  kinds: readonly PeriodKind[]
  /** The kind that is shown first. */
  usual: PeriodKind
  /** Null if there is nothing to count. It counts in the scope of the permission, with the conditions of the list. */
  count(
    ctx: Ctx,
    period: CountedPeriod,
  ): Promise<{ figures: readonly CountedFigure[]; charts: readonly CountedChart[] } | null>
  empty: { title: string; text: string }
}

/** A module with terms lists those of the caller's organisation. */
type ListTermPeriods = (ctx: Ctx) => Promise<readonly ({ name: string } & Days)[]>

declare module '#packages/core/app.ts' {
  interface Contributions {
    statistics: Statistics
    termPeriods: ListTermPeriods
  }
}

type CodeOf<M extends Manifest> = keyof NonNullable<M['metrics']> & string
type PathOf<M extends Manifest> = NonNullable<M['pages']>[number]['path']

/** The statistics of a module. A figure that is no declared metric of it does not compile. */
export const defineStatistics = <M extends Manifest>(
  manifest: M,
  statistics: Omit<Statistics, 'manifest' | 'page' | 'count'> & {
    page: PathOf<M>
    count(
      ctx: Ctx,
      period: CountedPeriod,
    ): Promise<{ figures: readonly CountedFigure<CodeOf<M>>[]; charts: readonly CountedChart[] } | null>
  },
): Statistics => ({ ...statistics, manifest })

type ListFilterValues = Readonly<Record<string, string | undefined>>

/** The address of a list with its filters: `drill` is a path of the module and a query, `Student?status=current`. */
export function buildListLink(manifest: Manifest, drill: string, filter: ListFilterValues): string {
  const [path = '', given = ''] = drill.split('?')
  const page = manifest.pages?.find((one) => one.path === path)
  if (!page) throw new Error(`${manifest.key} has no page ${path}`)
  const query = new URLSearchParams(given)
  for (const [name, value] of Object.entries(filter)) if (value) query.set(name, value)
  const text = query.toString()
  return buildPageUrl(manifest, page) + (text && `?${text}`)
}
