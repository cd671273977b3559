import type { DataOf, QueryOf } from '#packages/contract'
import { addDays, dayOf, daysBetween, may, notFound, Refusal, Ret, type Ctx } from '#packages/core'
import {
  describeNextCount,
  getReadableNode,
  listFigureEvents,
  readMetric,
  type Metric,
  type MetricQuery,
  type MetricReading,
  type ReadableNode,
} from '#kernel/metric/server/api.ts'
import { mayNotReadMessage, type appDataApi, type DataMark } from '../contract.ts'
import { listNotes } from './issue-queries.ts'
import { getPage, getReadableMetric } from './pages.ts'
import { presentCell, readOrgPage } from './values.ts'

type Board = DataOf<typeof appDataApi.board>
type BoardQuery = QueryOf<typeof appDataApi.board>

const usualDays = 30
const rowsPerPage = 20

/** The own organisation, if no other is asked for; nothing of the module can be read there without the right. */
async function findNode(ctx: Ctx, codes: readonly string[], orgId: string | undefined) {
  if (orgId !== undefined) return getReadableNode(ctx, codes, orgId)
  try {
    return await getReadableNode(ctx, codes, ctx.actor.orgId)
  } catch (error) {
    if (error instanceof Refusal && error.ret === Ret.notFound) throw new Refusal(mayNotReadMessage, Ret.forbidden)
    throw error
  }
}

/** Everything of a page: its figures, the days of one metric, and the organisations below. */
export async function readBoard(ctx: Ctx, query: BoardQuery): Promise<Board> {
  const page = await getPage(ctx, query.key)
  const today = dayOf(ctx.now)
  const to = query.to ?? today
  const from = query.from ?? addDays(to, 1 - usualDays)
  const codes = page.columns.map(({ code }) => code)
  const isWithoutMetrics = codes.length === 0
  const shared = { page, from, to, readAt: ctx.now.toISOString() }
  const mayDo = { remind: may(ctx.actor, 'app-data.remind'), issues: may(ctx.actor, 'app-data.note') }
  if (isWithoutMetrics) return { ...shared, ...emptyBoard, may: mayDo }
  const code = query.code ?? codes[0]!
  if (!codes.includes(code)) throw notFound('指标')
  const node = await findNode(ctx, codes, query.orgId)
  const range = { orgId: node.id, from, to }
  const figures = await readMetric(ctx, { codes, ...range, by: 'period' })
  const readable = figures.map((one) => one.code)
  const shown = readable.includes(code) ? code : readable[0]!
  const [trend] = await readMetric(ctx, { codes: [shown], ...range, by: 'day' })
  const days = trend!.values.map((value) => ({ day: value.key, cell: presentCell(value) }))
  const isTodayOpen = days.at(-1)?.day === today && days.at(-1)!.cell.value === null
  return {
    ...shared,
    page: { ...page, columns: page.columns.filter((one) => readable.includes(one.code)) },
    org: { id: node.id, name: node.name, parent: node.parent },
    code: shown,
    figures: await compareFigures(ctx, figures, range),
    days,
    dims: await listDims(ctx, getReadableMetric(ctx, shown), range),
    marks: await listMarks(ctx, [shown], { node, from, to }),
    orgs: node.hasUnitsBelow
      ? await readOrgPage(ctx, { codes: readable, ...range, pageNumber: 1, pageSize: rowsPerPage })
      : noRows,
    pending: isTodayOpen ? await describeNextCount(ctx, getReadableMetric(ctx, shown), node.id) : null,
    may: mayDo,
  }
}

/** The greatest first. What is too small to be shown is last. */
async function listDims(
  ctx: Ctx,
  { code, spec }: Metric,
  range: Pick<MetricQuery, 'orgId' | 'from' | 'to'>,
): Promise<Board['dims']> {
  if (!spec.dims) return []
  const [reading] = await readMetric(ctx, { codes: [code], ...range, by: 'dims' })
  const rows = reading!.values.map((value) => ({ label: value.label, cell: presentCell(value) }))
  return rows.toSorted((one, other) => (other.cell.value ?? -1) - (one.cell.value ?? -1))
}

/** A day is compared with the last one before it that has a figure, several days with as many before them. */
async function compareFigures(
  ctx: Ctx,
  figures: readonly MetricReading[],
  { orgId, from, to }: Pick<MetricQuery, 'orgId' | 'from' | 'to'>,
): Promise<Board['figures']> {
  const codes = figures.map(({ code }) => code)
  const earlier = { orgId, codes, from: addDays(from, -1 - daysBetween(from, to)), to: addDays(from, -1) }
  const before = new Map(
    from === to ? [] : (await readMetric(ctx, earlier)).map(({ code, values }) => [code, values[0]!.value]),
  )
  return Object.fromEntries(
    figures.map(({ code, values }) => {
      const cell = presentCell(values[0]!)
      return [code, from === to ? cell : { ...cell, before: { day: null, value: before.get(code) ?? null } }]
    }),
  )
}

const noRows = { itemCount: 0, pageCount: 0, items: [], isShortened: false, sizesDiffer: false }
const emptyBoard = { org: null, code: '', figures: {}, days: [], dims: [], marks: [], orgs: noRows, pending: null }

/** What the trend says about single days: late figures, what somebody noted, a move of the organisation. */
async function listMarks(
  ctx: Ctx,
  codes: readonly string[],
  { node, from, to }: { node: ReadableNode; from: string; to: string },
): Promise<DataMark[]> {
  const { late, movedOn } = await listFigureEvents(ctx, codes, { node, from, to })
  const notes = await listNotes(ctx.db, { codes, path: node.path, from, to })
  return [
    ...late.map(({ day, code, count }): DataMark => ({ day, code, type: 'late', text: `${count} 个单位补报后重算` })),
    ...notes,
    ...(movedOn
      ? codes.map((code): DataMark => ({
          day: movedOn,
          code,
          type: 'definition',
          text: '组织关系变更，之前的数留在原上级单位',
        }))
      : []),
  ].toSorted((one, other) => (one.day < other.day ? -1 : 1))
}
