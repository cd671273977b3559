import type { LabelSet, Manifest } from '#packages/contract'
import type { Ctx } from '#packages/core'

/** One figure of an organisation and a day; a rate has the number of all, and `value` those that count. */
export interface MetricFact {
  value: number
  of?: number
  /** A value for each dimension that the manifest declares. */
  dims?: Readonly<Record<string, string>>
}

/**
 * Counts a day of one organisation, without those below it: they are added up along the tree. Null: there is nothing to
 * count on this day. An empty list: nobody has reported or, with dimensions, there is none of any kind.
 */
export type CountMetric = (ctx: Ctx, at: { orgId: string; day: string }) => Promise<readonly MetricFact[] | null>

/** An organisation and days with facts that are different now. */
export interface ChangedDays {
  orgId: string
  days: readonly string[]
}

/** How metrics follow their facts. Every metric belongs to one source. */
export interface MetricChanges {
  key: string
  codes: readonly string[]
  /** They count what is now, whatever the day: a past day keeps its figure. */
  isOfNow?: true
  /**
   * What changed since a moment: one statement with an index, because it is asked every minute. Without it the module
   * calls `recountMetrics` wherever it changes the facts.
   */
  listChanged?: (ctx: Ctx, since: Date) => Promise<readonly ChangedDays[]>
}

/** A figure on a page: of an organisation in a period, or one dimension of it. */
export interface DrilledFigure {
  orgId: string
  from: string
  to: string
  dims: Readonly<Record<string, string>>
  /** The reader's own organisation: lists without a choice of organisations show it alone. */
  isOwn: boolean
  today: string
}

/** How the page behind a metric shows exactly the rows of a figure; null: it has no such list. */
export interface MetricLink {
  code: string
  findFilter: (figure: DrilledFigure) => Readonly<Record<string, string>> | null
}

/** The words for the codes of a dimension: 病假 for `sick`. A dimension without them has words already: 语文. */
export interface MetricDimLabels {
  code: string
  dim: string
  labels: LabelSet
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The queries of the metrics that the manifests declare. */
    metricCounts: { code: string; count: CountMetric }
    metricChanges: MetricChanges
    /** Instead of `drillBy` of the manifest. */
    metricLinks: MetricLink
    metricDimLabels: MetricDimLabels
  }
}

type Counts<M extends Manifest, Count> = { readonly [Code in keyof NonNullable<M['metrics']>]: Count }

/**
 * The queries of a module's metrics, one by one or one query for all of them. A declared metric without a query does not
 * compile, and the other way round.
 */
export function countMetrics<M extends Manifest>(
  manifest: M,
  counts: Counts<M, CountMetric> | ((...args: Parameters<CountMetric>) => Promise<Counts<M, number>>),
): { code: string; count: CountMetric }[] {
  if (typeof counts !== 'function') return Object.entries<CountMetric>(counts).map(([code, count]) => ({ code, count }))
  return Object.keys(manifest.metrics ?? {}).map((code) => ({
    code,
    count: async (ctx, at) => [{ value: ((await counts(ctx, at)) as Readonly<Record<string, number>>)[code]! }],
  }))
}
