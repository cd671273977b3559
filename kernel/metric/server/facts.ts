import type { MetricSpec } from '#packages/contract'
import { dayOf, type Ctx } from '#packages/core'
import type { MetricFact } from '#packages/crud'
import { ensureMonthPartitions } from '#packages/db'
import { deleteOldRows, updateReports, upsertDue, upsertFacts, type FactRow, type MetricCell } from './fact-queries.ts'
import { getMetrics, joinDims, type Metric } from './metrics.ts'
import { insertNewPositions } from './position-queries.ts'

/**
 * The figures of an organisation and day. `closed`: a day off, which is a gap and no zero; `missing`: the organisation
 * should have reported, and has not.
 */
export interface ReportedDay {
  orgId: string
  day: string
  facts: readonly MetricFact[] | 'closed' | 'missing'
}

/**
 * Replaces the figures of these organisations and days; the same again changes nothing. The figures of the organisations
 * above them follow within a minute.
 */
export async function publishFacts(ctx: Ctx, code: string, rows: readonly ReportedDay[]) {
  const [metric] = getMetrics(ctx, [code])
  const changed = await writeFacts(
    ctx,
    rows.map((row) => ({ metric: metric!, ...row })),
  )
  await upsertDue(ctx.db, changed, { isRecounted: false, at: ctx.now })
}

/**
 * Says that figures of past days or of today are no longer true, in the transaction that changes what they count. They
 * are counted again within a minute. Days to come have none.
 */
export async function recountMetrics(
  ctx: Ctx,
  codes: readonly string[],
  { orgId, days }: { orgId: string; days: readonly string[] },
) {
  const today = dayOf(ctx.now)
  const cells = getMetrics(ctx, codes).flatMap(({ code, isOfNow }) =>
    [...new Set(days)].filter((day) => day === today || (day < today && !isOfNow)).map((day) => ({ code, orgId, day })),
  )
  await upsertDue(ctx.db, cells, { isRecounted: true, at: ctx.now })
}

export interface MetricDay extends ReportedDay {
  metric: Metric
}

/** Writes figures of many metrics at once. Returns the cells that are now different. */
export async function writeFacts(ctx: Ctx, days: readonly MetricDay[]): Promise<MetricCell[]> {
  if (days.length === 0) return []
  await prepare(ctx, days)
  const cells = days.map(({ metric: { code }, orgId, day, facts }) => ({
    code,
    orgId,
    day,
    state: typeof facts === 'string' ? facts : ('reported' as const),
  }))
  const rows = days.flatMap(listRows)
  const changed = [
    ...(await deleteOldRows(ctx.db, cells, rows)),
    ...(await upsertFacts(ctx.db, rows, ctx.now)),
    ...(await updateReports(ctx.db, cells, { now: ctx.now, today: dayOf(ctx.now) })),
  ]
  return [...new Map(changed.map((cell) => [`${cell.code} ${cell.orgId} ${cell.day}`, cell])).values()]
}

const monthsReady = 2
/** Of the column. */
const longestDims = 200

async function prepare(ctx: Ctx, days: readonly MetricDay[]) {
  const today = dayOf(ctx.now)
  for (const { metric, day } of days)
    if (day > today) throw new Error(`${metric.code}: ${day} is to come and cannot have figures`)
  const recent = dayOf(new Date(ctx.now.getTime() - monthsReady * 30 * 24 * 3600_000))
  for (const month of new Set(days.flatMap(({ day }) => (day < recent ? day.slice(0, 7) : []))))
    for (const table of ['metric_fact', 'metric_rollup'])
      await ensureMonthPartitions(ctx.db, table, new Date(`${month}-01T00:00:00Z`), 1)
  await insertNewPositions(ctx.db, [...new Set(days.map(({ orgId }) => orgId))])
}

/** The rows of the dimensions, and one for the whole. Throws if the facts have not the form of their metric. */
export function listRows({ metric, orgId, day, facts }: MetricDay): FactRow[] {
  if (typeof facts === 'string') return []
  const { code, spec } = metric
  const names = Object.keys(spec.dims ?? {})
  const sums = new Map<string, { value: number; total: number | null }>()
  const add = (dims: string, { value, of }: MetricFact) => {
    const before = sums.get(dims) ?? { value: 0, total: spec.kind === 'rate' ? 0 : null }
    sums.set(dims, { value: before.value + value, total: before.total === null ? null : before.total + of! })
  }
  if (names.length > 0) add('', { value: 0, of: 0 })
  for (const fact of facts) {
    const dims = fact.dims ?? {}
    if (!hasForm(spec, fact) || joinDims(dims) !== joinDims(pick(dims, names)))
      throw new Error(`${code}: a fact has not the form that its metric declares`)
    add('', fact)
    if (names.length > 0) add(joinDims(dims), fact)
  }
  return [...sums].map(([dims, sum]) => ({ code, orgId, day, dims, ...sum }))
}

const hasForm = ({ kind }: MetricSpec, { value, of, dims = {} }: MetricFact) =>
  Number.isFinite(value) &&
  (kind === 'rate' ? Number.isFinite(of) : of === undefined) &&
  joinDims(dims).length <= longestDims

const pick = (dims: Readonly<Record<string, string>>, names: readonly string[]) =>
  Object.fromEntries(names.map((name) => [name, dims[name] ?? '']))
