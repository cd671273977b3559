import { addDays, daysBetween, emptyScope, listDays, notFound, Refusal, type Ctx, type Scope } from '#packages/core'
import { listCellsBefore, listMetricNodes, sumCells, type CellSum, type MetricNode } from './cell-queries.ts'
import { replaceLevels, sumLastFigures } from './last-figure-queries.ts'
import { findHiddenCells, maskValue, needsMask } from './mask-small-cells.ts'
import type { MetricQuery, MetricReading, MetricValue } from './metric-values.ts'
import { getMetrics, labelDims, splitDims, type Metric } from './metrics.ts'

const longestDays = 366
const daysLookedBack = 60

/** Whether a scope covers an organisation with everything that is added up in it. */
function covers({ district, orgPaths, orgIds }: Scope, { id, path, hasUnitsBelow }: MetricNode): boolean {
  const isBelow = (root: string) => path === root || path.startsWith(`${root}.`)
  return district || orgPaths.some(isBelow) || (!hasUnitsBelow && orgIds.includes(id))
}

/** P0 and P1 are open to staff; P2 to whoever has the permission of the metric there; P3 is not read here. */
export function mayRead({ actor }: Ctx, { spec: { exposure }, permission }: Metric, node: MetricNode): boolean {
  if (exposure === 'P3') return false
  if (exposure === 'P0' || exposure === 'P1') return actor.kind === 'staff' || actor.kind === 'job'
  if (permission === 'staff') return covers({ ...emptyScope, orgIds: [actor.orgId] }, node)
  const scope = actor.permissions.get(permission)
  return scope !== undefined && covers(scope, node)
}

/** At most a year. */
export function checkMetricDays({ from, to }: { from: string; to: string }) {
  if (from > to || daysBetween(from, to) >= longestDays) throw new Refusal('查询区间不能超过一年')
}

/**
 * Values of many metrics for one organisation with all below it, in at most three queries. Metrics that the caller may
 * not read there are left out; if that is all of them, the organisation does not exist for the caller.
 */
export async function readMetric(
  ctx: Ctx,
  { codes, orgId, from, to, by = 'period' }: MetricQuery,
): Promise<MetricReading[]> {
  checkMetricDays({ from, to })
  const [org, ...below] = await listMetricNodes(ctx.db, orgId, by === 'org')
  if (!org || org.id !== orgId) throw notFound('组织')
  const nodes = by === 'org' ? below : [org]
  const readable = getMetrics(ctx, codes).flatMap((metric) => {
    const seen = nodes.filter((node) => mayRead(ctx, metric, node))
    return seen.length > 0 ? [{ metric, nodes: seen }] : []
  })
  if (readable.length === 0) throw notFound('组织')
  const seenCodes = readable.map(({ metric }) => metric.code)
  const nodeIds = [...new Set(readable.flatMap(({ nodes: seen }) => seen.map(({ id }) => id)))]
  const period = { codes: seenCodes, nodeIds, from, to }
  const byDims = by === 'dims'
  const found = await sumCells(ctx.db, {
    ...period,
    byDay: by === 'day',
    byDims,
    levels: readable.flatMap(({ metric: { code, spec } }) => (spec.kind === 'level' ? code : [])),
  })
  const levels = by === 'day' || from === to ? [] : readable.filter(({ metric }) => isAddedAtTheEnd(metric))
  const sums = replaceLevels(found, await readLevels(ctx, levels, { from, to, byDims }), { to, byDims })
  const before =
    by === 'period'
      ? await listCellsBefore(ctx.db, {
          codes: seenCodes,
          nodeIds: [orgId],
          from: addDays(from, -daysLookedBack),
          to: addDays(from, -1),
        })
      : []
  const masked = readable.flatMap(({ metric, nodes: seen }) => (needsMask(ctx, metric, seen) ? metric : []))
  const hidden = await findHiddenCells(ctx, masked, { from: earliestDay(from, before, masked), to })
  return readable.map(({ metric, nodes: seen }) => {
    const { code, spec } = metric
    // The figure of a bureau itself is not that of its schools.
    const apart = new Set(spec.acrossOrgs === 'none' ? seen.flatMap((one) => (one.hasUnitsBelow ? one.id : [])) : [])
    const isOwn = (sum: CellSum) => sum.code === code && !apart.has(sum.nodeId)
    const own = sums.filter(isOwn)
    const keys = listKeys(ctx, metric, own, { nodes: seen, from, to, by })
    const values = keys.map((key) => presentValue(metric, key))
    if (by === 'period') values[0]!.before = presentBefore(metric, before.find(isOwn))
    const isHidden = hidden.get(code)
    const { title, unit, kind, note } = spec
    if (!isHidden) return { code, title, unit, kind, note, values }
    const shown = values.map((value, at) => {
      const days = by === 'day' ? [value.key] : listDays(from, to)
      const node = by === 'org' ? seen.find(({ id }) => id === value.key)! : seen[0]!
      return maskValue(ctx, metric, value, { node, hidden: isHidden, days, lastDay: keys[at]!.sum?.lastDay ?? null })
    })
    return { code, title, unit, kind, note, values: shown }
  })
}

/**
 * A level of several organisations is the sum of the last figures of each, so that one that has not reported yet is no
 * drop. With small cells it is that of the last day: figures of several days could not be kept apart.
 */
const isAddedAtTheEnd = ({ spec: { kind, minCell, acrossOrgs } }: Metric) =>
  kind === 'level' && minCell === undefined && acrossOrgs !== 'none'

async function readLevels(
  { db }: Ctx,
  levels: readonly { metric: Metric; nodes: readonly MetricNode[] }[],
  period: { from: string; to: string; byDims: boolean },
) {
  const nodeIds = new Set(levels.flatMap(({ nodes }) => nodes.flatMap((one) => (one.hasUnitsBelow ? one.id : []))))
  if (nodeIds.size === 0) return []
  const codes = levels.map(({ metric }) => metric.code)
  return sumLastFigures(db, { codes, nodeIds: [...nodeIds], ...period })
}

/** The first day that is shown of these metrics. */
const earliestDay = (from: string, before: readonly CellSum[], metrics: readonly Metric[]): string =>
  [
    from,
    ...before.flatMap(({ code, day }) => (metrics.some((metric) => metric.code === code) ? day : [])),
  ].toSorted()[0]!

interface KeyedSum {
  key: string
  label: string
  sum: CellSum | undefined
}

/** Every day and every organisation has a value, if only a gap. */
function listKeys(
  ctx: Ctx,
  metric: Metric,
  sums: readonly CellSum[],
  { nodes, from, to, by }: Required<Pick<MetricQuery, 'from' | 'to' | 'by'>> & { nodes: readonly MetricNode[] },
): KeyedSum[] {
  switch (by) {
    case 'period':
      return [{ key: '', label: '', sum: sums[0] }]
    case 'day': {
      const byDay = new Map(sums.map((sum) => [sum.day, sum]))
      return listDays(from, to).map((day) => ({ key: day, label: day, sum: byDay.get(day) }))
    }
    case 'org': {
      const byNode = new Map(sums.map((sum) => [sum.nodeId, sum]))
      return nodes.map(({ id, name }) => ({ key: id, label: name, sum: byNode.get(id) }))
    }
    case 'dims': {
      // What a level no longer has on its last day is not its value of an earlier one.
      const last = sums
        .map(({ lastDay }) => lastDay ?? '')
        .toSorted()
        .at(-1)
      return sums
        .filter(({ lastDay }) => metric.spec.kind !== 'level' || lastDay === last)
        .map((sum) => ({ key: sum.dims, label: labelDims(ctx, metric, sum.dims), sum }))
    }
  }
}

const round = (value: number) => Math.round(value * 100) / 100

/** A rate is the sum of its parts divided by the sum of its totals, never a mean of rates. */
function computeValue({ spec: { kind, unit } }: Metric, sum: CellSum): number | null {
  if (kind === 'rate')
    return sum.value === null || !sum.total ? null : round((sum.value / sum.total) * (unit === '%' ? 100 : 1))
  // Whoever was there on two days would count twice.
  if (kind === 'distinct' && sum.days > 1) return null
  return kind === 'level' ? sum.lastValue : sum.value
}

const presentValue = (metric: Metric, { key, label, sum }: KeyedSum): MetricValue => ({
  key,
  label,
  dims: splitDims(sum?.dims ?? ''),
  value: sum ? computeValue(metric, sum) : null,
  of: sum?.total ?? null,
  before: null,
  asOf: sum?.countedAt?.toISOString() ?? null,
  complete: { reported: sum?.reported ?? 0, expected: sum?.expected ?? 0 },
  isMasked: false,
})

function presentBefore(metric: Metric, sum: CellSum | undefined): MetricValue['before'] {
  return sum ? { day: sum.day, value: computeValue(metric, sum), of: sum.total } : null
}
