import { dayOf, listContributions, notFound, orNotFound, type Ctx } from '#packages/core'
import { buildListLink } from '#packages/crud'
import { listMetricNodes, listMissingOrgs } from './cell-queries.ts'
import { getMetrics, type Metric } from './metrics.ts'
import { mayRead } from './read-metric.ts'
import { createLinkFilter } from './statistics.ts'

interface DrilledCell {
  orgId: string
  from: string
  to: string
  dims?: Readonly<Record<string, string>>
}

async function requireReadable(ctx: Ctx, code: string, orgId: string) {
  const [metric] = getMetrics(ctx, [code])
  const [node] = await listMetricNodes(ctx.db, orgId, false)
  if (!mayRead(ctx, metric!, orNotFound(node, '组织'))) throw notFound('组织')
  return { metric: metric!, node: node! }
}

/**
 * The owner's list with the rows behind a value: its address, with the filter. Null if the caller may not open the page,
 * or if the page has no list of exactly these rows;
 * the list itself shows what the caller may read there, and no more.
 */
export async function drillDown(ctx: Ctx, code: string, cell: DrilledCell): Promise<string | null> {
  const { metric } = await requireReadable(ctx, code, cell.orgId)
  const { spec, manifest } = metric
  const filter = findFilter(ctx, metric, cell)
  return filter && createLinkFilter(ctx)(buildListLink(manifest, spec.drill, filter))
}

/** As the module says, else as its manifest says. */
function findFilter(ctx: Ctx, { code, spec }: Metric, { dims = {}, ...cell }: DrilledCell) {
  const own = listContributions(ctx, 'metricLinks').find((one) => one.code === code)
  if (own) return own.findFilter({ ...cell, dims, isOwn: cell.orgId === ctx.actor.orgId, today: dayOf(ctx.now) })
  const { org = 'org', day = 'day' } = spec.drillBy ?? {}
  return {
    ...dims,
    ...(org === null ? {} : { [org]: cell.orgId }),
    ...(day === null ? {} : { [day]: `${cell.from}~${cell.to}` }),
  }
}

/** The organisations that should have a figure for a day, and have none. */
export async function listMissing(ctx: Ctx, code: string, { orgId, day }: { orgId: string; day: string }) {
  const { node } = await requireReadable(ctx, code, orgId)
  return listMissingOrgs(ctx.db, { code, day, path: node.path })
}
