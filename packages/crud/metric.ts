import type { Manifest } from '#packages/contract'
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

declare module '#packages/core/app.ts' {
  interface Contributions {
    /** The queries of the metrics that the manifests declare. */
    metricCounts: { code: string; count: CountMetric }
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
