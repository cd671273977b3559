import { may, type Ctx } from '#packages/core'
import {
  filterReadableOrgs,
  getReadableNode,
  readMetric,
  type MetricQuery,
  type MetricReading,
  type MetricValue,
} from '#kernel/metric/server/api.ts'
import { completeEnough, type DataCell, type DataRow, type DataValues } from '../contract.ts'
import { doSizesDiffer, parseSort, rankRows } from './rank-rows.ts'

export function presentCell({ value, of, before, asOf, complete, isMasked }: MetricValue): DataCell {
  const { reported, expected } = complete
  return {
    value,
    of,
    before: before && { day: before.day, value: before.value },
    asOf,
    reported,
    expected,
    isMasked,
    isIncomplete: expected > 0 && reported / expected < completeEnough,
  }
}

/** A row for each key of the readings, in their order, with the values of all metrics. */
export function listRows(ctx: Ctx, readings: readonly MetricReading[]): DataRow[] {
  const rows = new Map<string, DataRow>()
  for (const { code, values } of readings)
    for (const value of values) {
      const { key, label } = value
      const row = rows.get(key) ?? {
        key,
        label,
        hasChild: false,
        rank: null,
        isOwn: key === ctx.actor.orgId,
        values: {},
      }
      row.values[code] = presentCell(value)
      rows.set(key, row)
    }
  return [...rows.values()]
}

/** Organisations that have no figure, and should have none, are no rows beside others that have. */
function leaveOutUnused(rows: DataRow[]): DataRow[] {
  const used = rows.filter(({ values }) =>
    Object.values(values).some(({ value, expected, isMasked }) => value !== null || expected > 0 || isMasked),
  )
  return used.length > 0 ? used : rows
}

/** How large organisations are: the pupils of each. */
const sizeCode = 'student.enrolled'

type OrgQuery = Pick<MetricQuery, 'codes' | 'orgId' | 'from' | 'to'>

/** The organisations below one, with the values that the caller may read of each. */
export async function readOrgRows(ctx: Ctx, query: OrgQuery) {
  const { hasUnitsBelow } = await getReadableNode(ctx, query.codes, query.orgId)
  if (!hasUnitsBelow) return { rows: [], sizesDiffer: false }
  const isSizeKnown = ctx.app.manifests.some(({ metrics = {} }) => sizeCode in metrics)
  const asked = isSizeKnown ? [...new Set([...query.codes, sizeCode])] : query.codes
  const readings = await readMetric(ctx, { ...query, codes: asked, by: 'org' })
  const sizes = readings.find(({ code }) => code === sizeCode)?.values.map(({ value }) => value ?? 0) ?? []
  const rows = leaveOutUnused(
    listRows(
      ctx,
      readings.filter(({ code }) => query.codes.includes(code)),
    ),
  )
  const nodes = await filterReadableOrgs(
    ctx,
    query.codes,
    rows.map(({ key }) => key),
  )
  const above = new Set(nodes.flatMap(({ id, hasUnitsBelow }) => (hasUnitsBelow ? id : [])))
  return {
    rows: rows.map((row) => ({ ...row, hasChild: above.has(row.key) })),
    sizesDiffer: doSizesDiffer(sizes),
  }
}

interface PageOf {
  sort?: string | undefined
  pageNumber: number
  pageSize: number
}

const cut = (rows: DataRow[], { pageNumber, pageSize }: PageOf) => ({
  itemCount: rows.length,
  pageCount: Math.ceil(rows.length / pageSize),
  items: rows.slice((pageNumber - 1) * pageSize, pageNumber * pageSize),
})

/** One page of the organisations below one; sorted by a metric it is a ranking. */
export async function readOrgPage(ctx: Ctx, query: OrgQuery & PageOf): Promise<DataValues> {
  const { rows, sizesDiffer } = await readOrgRows(ctx, query)
  if (!query.sort) return { ...cut(rows, query), isShortened: false, sizesDiffer }
  const ranking = rankRows(rows, parseSort(query.sort), may(ctx.actor, 'app-data.rank'))
  return { ...cut(ranking.rows, query), isShortened: ranking.isShortened, sizesDiffer }
}

/** One page of the values of an organisation: one, one a day, or one a dimension. */
export async function readOwnPage(
  ctx: Ctx,
  { by, ...query }: OrgQuery & PageOf & { by: 'period' | 'day' | 'dims' },
): Promise<DataValues> {
  const rows = listRows(ctx, await readMetric(ctx, { ...query, by }))
  return { ...cut(rows, query), isShortened: false, sizesDiffer: false }
}
