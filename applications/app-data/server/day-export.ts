import { z } from 'zod'
import { idOf } from '#packages/contract'
import { addDays, daysBetween, Refusal, scopeOf, type Ctx } from '#packages/core'
import type { ExportCell, ExportSource } from '#packages/sheet'
import { checkMetricDays, filterReadableOrgs, getReadableNode, readMetric } from '#kernel/metric/server/api.ts'
import { noMetricsMessage, type DataColumn } from '../contract.ts'
import { listOrgsBelow } from './org-queries.ts'
import { getCodes } from './pages.ts'
import { buildDefinitionSheet, listCells } from './sheet.ts'
import { listRows } from './values.ts'

const exportPermission = 'data.export'

const filter = z.object({
  key: z.string().min(1).max(64),
  orgId: idOf('organisation'),
  from: z.iso.date(),
  to: z.iso.date(),
})
type DayFilter = z.output<typeof filter>

/** The metrics of the module, and the organisations of which the caller may read and export some. */
async function resolve(ctx: Ctx, { key, orgId, from, to }: DayFilter) {
  checkMetricDays({ from, to })
  const { page, codes } = await getCodes(ctx, { key })
  if (codes.length === 0) throw new Refusal(noMetricsMessage)
  const node = await getReadableNode(ctx, codes, orgId)
  const orgs = await listOrgsBelow(ctx.db, scopeOf(ctx, exportPermission), node.path)
  return { page, codes, node, orgs }
}

type Org = Awaited<ReturnType<typeof resolve>>['orgs'][number]

const listIds = (orgs: readonly Org[]) => orgs.map(({ id }) => id)

/** Whole days of one organisation, as many as fit into a piece. */
interface Step {
  org: Org
  from: string
  to: string
}

function listSteps(orgs: readonly Org[], { from, to }: DayFilter, daysAtOnce: number): Step[] {
  const starts = Array.from({ length: Math.floor(daysBetween(from, to) / daysAtOnce) + 1 }, (_, at) =>
    addDays(from, at * daysAtOnce),
  )
  return orgs.flatMap((org) =>
    starts.map((start) => {
      const last = addDays(start, daysAtOnce - 1)
      return { org, from: start, to: last < to ? last : to }
    }),
  )
}

const getStepKey = ({ org, from }: Step) => `${org.id} ${from}`

/** A row for each day and metric; a gap has no value. */
async function readStep(ctx: Ctx, { org, from, to }: Step, columns: readonly DataColumn[]) {
  const codes = columns.map(({ code }) => code)
  const days = listRows(ctx, await readMetric(ctx, { codes, orgId: org.id, from, to, by: 'day' }))
  return days.flatMap(({ key: day, values }) =>
    columns.flatMap(({ code, title, unit }): Readonly<Record<string, ExportCell>>[] => {
      const cell = values[code]
      if (!cell) return []
      const [value = null, reported = ''] = listCells(cell)
      return [{ org: org.name, day, metric: title, value, unit, reported }]
    }),
  )
}

/** The days of each organisation, with a row for each metric. */
export const figureDayExport: ExportSource<DayFilter> = {
  key: 'app-data',
  title: '应用数据明细',
  measure: '条',
  permission: exportPermission,
  isOfPeople: false,
  columns: [
    { key: 'org', title: '组织', width: 28 },
    { key: 'day', title: '日期', width: 12 },
    { key: 'metric', title: '指标', width: 18 },
    { key: 'value', title: '数值', kind: 'number' },
    { key: 'unit', title: '单位' },
    { key: 'reported', title: '上报', width: 18 },
  ],
  filter,
  describe: async (ctx, given) => {
    const { page, node } = await resolve(ctx, given)
    return [page.title, node.name, `${given.from} 至 ${given.to}`].join('，')
  },
  count: async (ctx, given) => {
    const { codes, orgs } = await resolve(ctx, given)
    let cells = 0
    for (const code of codes) cells += (await filterReadableOrgs(ctx, [code], listIds(orgs))).length
    return cells * (daysBetween(given.from, given.to) + 1)
  },
  read: async (ctx, given, { columns: keys, after, limit }) => {
    const { page, codes, orgs } = await resolve(ctx, given)
    const readable = new Set((await filterReadableOrgs(ctx, codes, listIds(orgs))).map(({ id }) => id))
    const columns = page.columns.filter(({ code }) => codes.includes(code))
    const steps = listSteps(
      orgs.filter(({ id }) => readable.has(id)),
      given,
      Math.max(1, Math.floor(limit / codes.length)),
    )
    const last = steps.findIndex((step) => getStepKey(step) === after)
    if (after !== null && last < 0) throw new Refusal('组织已变更，请重新导出')
    const rows: Readonly<Record<string, ExportCell>>[] = []
    let at = last + 1
    // A step is read whole: a piece has at most one more than its limit.
    for (; at < steps.length && rows.length < limit; at++) rows.push(...(await readStep(ctx, steps[at]!, columns)))
    return {
      rows: rows.map((row) => keys.map((key) => row[key] ?? null)),
      after: at < steps.length ? getStepKey(steps[at - 1]!) : null,
    }
  },
  listSheets: async (ctx, given) => [await buildDefinitionSheet(ctx, (await resolve(ctx, given)).page.columns)],
}
