import { notFound, type Ctx } from '#packages/core'
import { listMetricNodes } from './cell-queries.ts'
import { listMetrics, type Metric } from './metrics.ts'
import { mayRead } from './read-metric.ts'

export type ReadableMetric = Pick<Metric, 'code' | 'spec'> & { key: string }

/** The metrics of all modules that the caller may read for an organisation, in the order of their manifests. */
export async function listMetricsReadableAt(ctx: Ctx, orgId: string): Promise<ReadableMetric[]> {
  const [node] = await listMetricNodes(ctx.db, orgId, false)
  if (!node) throw notFound('组织')
  return listMetrics(ctx)
    .filter((metric) => mayRead(ctx, metric, node))
    .map(({ code, spec, manifest }) => ({ code, spec, key: manifest.key }))
}
