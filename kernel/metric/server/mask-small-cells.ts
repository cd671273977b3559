import type { Ctx } from '#packages/core'
import { sumCells, type CellSum, type MetricNode } from './cell-queries.ts'
import type { MetricValue } from './metric-values.ts'
import type { Metric } from './metrics.ts'
import { listPositions, type OrgPosition } from './position-queries.ts'

interface Days {
  from: string
  to: string
}

/** Whether a reader may not see the figure of an organisation on a day. */
export type IsHidden = (orgId: string, day: string) => boolean
/** The cells that are hidden of each metric; of a metric that is not here, none. */
export type HiddenCells = ReadonlyMap<string, IsHidden>

/** The number of people behind a figure: of a rate all of them. */
const sizeOf = ({ value, total }: Pick<CellSum, 'value' | 'total'>) => total ?? value ?? 0

/** P2 is open to the school itself; with organisations below it is the sum of others. */
const isOwn = ({ actor }: Ctx, { spec }: Metric, { id, hasUnitsBelow }: Pick<MetricNode, 'id' | 'hasUnitsBelow'>) =>
  spec.exposure === 'P2' && id === actor.orgId && !hasUnitsBelow

export const needsMask = (ctx: Ctx, metric: Metric, nodes: readonly MetricNode[]) =>
  metric.spec.minCell !== undefined && nodes.some((node) => !isOwn(ctx, metric, node))

/**
 * The cells of these days that are hidden from the caller. They depend on the figures alone and never on the question, so
 * that what one answer hides does not follow from others: every answer is a sum of visible cells and of whole groups of
 * hidden ones.
 */
export async function findHiddenCells(ctx: Ctx, metrics: readonly Metric[], days: Days): Promise<HiddenCells> {
  if (metrics.length === 0) return new Map()
  const positions = await listPositions(ctx.db, days)
  const sums = await sumCells(ctx.db, {
    codes: metrics.map(({ code }) => code),
    nodeIds: [...new Set(positions.map(({ orgId }) => orgId))],
    ...days,
    byDay: true,
    byDims: false,
    levels: [],
  })
  const own = (metric: Metric) => (metric.spec.exposure === 'P2' ? ctx.actor.orgId : null)
  return new Map(
    metrics.map((metric) => [
      metric.code,
      hideCells(
        positions,
        sums.filter(({ code }) => code === metric.code),
        { minCell: metric.spec.minCell!, own: own(metric) },
      ),
    ]),
  )
}

interface MaskRule {
  minCell: number
  /** The reader's own organisation: the reader knows its figure, so it protects no other one. */
  own: string | null
}

function hideCells(positions: readonly OrgPosition[], sums: readonly CellSum[], rule: MaskRule): IsHidden {
  const hidden = new Set<string>()
  for (const [day, cells] of Map.groupBy(sums, (sum) => sum.day)) {
    const sizes = new Map(cells.map((cell) => [cell.nodeId, sizeOf(cell)]))
    if (![...sizes.values()].some((size) => size > 0 && size < rule.minCell)) continue
    for (const id of hideDay(createTree(positions, day), sizes, rule)) hidden.add(`${id} ${day}`)
  }
  return (orgId, day) => hidden.has(`${orgId} ${day}`)
}

interface Tree {
  tops: string[]
  below: ReadonlyMap<string, string[]>
}

/** Where the organisations stood on a day. */
function createTree(positions: readonly OrgPosition[], day: string): Tree {
  const current = positions.filter(({ fromOn, overOn }) => fromOn <= day && (overOn === null || overOn > day))
  const byPath = new Map(current.map(({ path, orgId }) => [path, orgId]))
  const below = new Map<string, string[]>()
  const tops: string[] = []
  for (const { path, orgId } of current.toSorted((one, other) => (one.orgId < other.orgId ? -1 : 1))) {
    const parent = byPath.get(path.slice(0, Math.max(path.lastIndexOf('.'), 0)))
    if (parent === undefined) tops.push(orgId)
    else below.set(parent, [...(below.get(parent) ?? []), orgId])
  }
  return { tops, below }
}

function hideDay({ tops, below }: Tree, sizes: ReadonlyMap<string, number>, rule: MaskRule): Set<string> {
  const { minCell } = rule
  // The sum of others is not the own figure.
  const own = rule.own !== null && !below.has(rule.own) ? rule.own : null
  const sizeAt = (id: string) => sizes.get(id) ?? 0
  const groups = new Map<string, ReadonlySet<string>>()
  const unsafe = new Set<string>()
  /** From below: a group that is too small to hide its members makes the sum above it unsafe, too. */
  function examine(id: string) {
    const children = below.get(id) ?? []
    for (const child of children) examine(child)
    const { group, isSafe } = buildGroup(children)
    groups.set(id, group)
    if ((sizeAt(id) > 0 && sizeAt(id) < minCell && id !== own) || !isSafe) unsafe.add(id)
  }
  function buildGroup(siblings: readonly string[]) {
    const group = new Set(siblings.filter((id) => unsafe.has(id)))
    if (group.size === 0) return { group, isSafe: true }
    const others = siblings
      .filter((id) => !group.has(id) && id !== own && sizeAt(id) > 0)
      .toSorted((one, other) => sizeAt(one) - sizeAt(other))
    const isEnough = () => group.size > 1 && [...group].reduce((sum, id) => sum + sizeAt(id), 0) >= minCell
    while (!isEnough() && others.length > 0) group.add(others.shift()!)
    return { group, isSafe: isEnough() }
  }
  const hidden = new Set<string>()
  const hide = (id: string) => {
    hidden.add(id)
    for (const child of below.get(id) ?? []) hide(child)
  }
  const look = (id: string) => {
    for (const child of below.get(id) ?? [])
      if (groups.get(id)!.has(child)) hide(child)
      else look(child)
  }
  for (const top of tops) {
    examine(top)
    if (unsafe.has(top)) hide(top)
    else look(top)
  }
  if (own !== null) hidden.delete(own)
  return hidden
}

/** The days of a value: of a level only the last one. */
const listValueDays = ({ spec }: Metric, value: MetricValue, days: readonly string[], lastDay: string | null) =>
  spec.kind === 'level' ? (lastDay === null ? [] : [lastDay]) : value.value === null ? [] : days

/** Hides a value of one of whose days the organisation is hidden. What divides it is always hidden: its parts are smaller. */
export function maskValue(
  ctx: Ctx,
  metric: Metric,
  value: MetricValue,
  {
    node,
    hidden,
    days,
    lastDay,
  }: { node: MetricNode; hidden: IsHidden; days: readonly string[]; lastDay: string | null },
): MetricValue {
  if (isOwn(ctx, metric, node)) return value
  const before =
    value.before && hidden(node.id, value.before.day) ? { ...value.before, value: null, of: null } : value.before
  const isMasked =
    Object.keys(value.dims).length > 0 ||
    listValueDays(metric, value, days, lastDay).some((day) => hidden(node.id, day))
  return isMasked ? { ...value, value: null, of: null, before, isMasked: true } : { ...value, before }
}
