import type { FastifyInstance } from 'fastify'
import { z } from 'zod'
import { optionalIdOf, type BodyOf, type DataOf, type QueryOf } from '#packages/contract'
import { notFound, orNotFound, scopeOf, type Ctx } from '#packages/core'
import { mount } from '#packages/http'
import type { ExportCell, ExportColumn, ExportSource } from '#packages/sheet'
import {
  correctCredit,
  findCreditOrg,
  formatMonth,
  getMonthStatistics,
  listMonthCredits,
  settleMonth,
  type MonthSum,
} from '#engines/cover/server/api.ts'
import { findUnit, isOrgInScope } from '#kernel/org/server/api.ts'
import { coverCreditApi } from '../contract-credits.ts'
import { findMemberInScope } from './credit-queries.ts'

const requireSchool = async (ctx: Ctx, orgId: string | null) =>
  orNotFound(await findUnit(ctx, scopeOf(ctx, 'cover.settle'), orgId ?? ctx.actor.orgId), '单位')

async function getStatistics(
  ctx: Ctx,
  { orgId, month }: QueryOf<typeof coverCreditApi.statistics>,
): Promise<DataOf<typeof coverCreditApi.statistics>> {
  const org = await requireSchool(ctx, orgId)
  const { rows, ...totals } = await getMonthStatistics(ctx, org, month)
  return { orgName: org.name, month, rows: rows.map(({ number: _, ...row }) => row), ...totals }
}

async function listCredits(
  ctx: Ctx,
  { userId, month }: QueryOf<typeof coverCreditApi.credits>,
): Promise<DataOf<typeof coverCreditApi.credits>> {
  orNotFound(await findMemberInScope(ctx.db, scopeOf(ctx, 'cover.settle'), userId), '人员')
  const credits = await listMonthCredits(ctx, userId, month)
  return credits.map(({ id, day, lesson, kind, hours, note, isReversed, isBackfilled }) => ({
    id,
    day,
    lesson,
    kind,
    hours,
    note,
    isReversed,
    isBackfilled,
  }))
}

async function correct(ctx: Ctx, body: BodyOf<typeof coverCreditApi.correct>) {
  const orgId = await findCreditOrg(ctx.db, body.creditId)
  if (!orgId || !(await isOrgInScope(ctx.db, scopeOf(ctx, 'cover.settle'), orgId))) throw notFound('课时')
  return correctCredit(ctx, body)
}

export function creditRoutes(app: FastifyInstance) {
  mount(app, coverCreditApi.statistics, (ctx, { query }) => getStatistics(ctx, query))
  mount(app, coverCreditApi.credits, (ctx, { query }) => listCredits(ctx, query))
  mount(app, coverCreditApi.correct, (ctx, { body }) => correct(ctx, body))
  mount(app, coverCreditApi.settle, async (ctx, { body: { orgId, month } }) =>
    settleMonth(ctx, await requireSchool(ctx, orgId), month),
  )
}

const count = (key: string, title: string): ExportColumn => ({ key, title, width: 8, kind: 'number' })
const columns: ExportColumn[] = [
  { key: 'department', title: '部门', width: 14 },
  { key: 'number', title: '工号', width: 12 },
  { key: 'name', title: '姓名', width: 10 },
  count('given', '代出（节）'),
  count('taken', '代入（节）'),
  count('swapped', '互换（节）'),
  count('supervised', '看管（节）'),
  count('backfilled', '补登（节）'),
  count('same', '同科课时'),
  count('other', '跨科课时'),
  count('supervise', '看管课时'),
  count('merge', '合班课时'),
  count('hours', '课时合计'),
  { key: 'signature', title: '本人签字', width: 14 },
]

const filter = z.object({
  orgId: optionalIdOf('organisation').default(null),
  month: coverCreditApi.statistics.query!.shape.month,
})
type Filter = z.output<typeof filter>

/** 代课汇总表: the pay list of a month, with a column for the signature. */
export const payListExport: ExportSource<Filter> = {
  key: 'cover-pay-list',
  title: '代课汇总表',
  measure: '人',
  permission: 'cover.settle',
  isOfPeople: true,
  columns,
  filter: filter as z.ZodType<Filter>,
  describe: async (ctx, { orgId, month }) => `${(await requireSchool(ctx, orgId)).name}，${formatMonth(month)}`,
  count: async (ctx, query) => (await listRows(ctx, query)).length,
  // All people of a school at once.
  read: async (ctx, query, { columns: keys }) => ({
    rows: (await listRows(ctx, query)).map((row) => {
      const cells = toCells(row)
      return keys.map((key) => cells[key] ?? null)
    }),
    after: null,
  }),
}

const listRows = async (ctx: Ctx, { orgId, month }: Filter) =>
  (await getMonthStatistics(ctx, await requireSchool(ctx, orgId), month)).rows

const toCells = ({
  byKind: { same, other, supervise, merge },
  hours,
  ...row
}: MonthSum): Record<string, ExportCell> => ({
  ...row,
  same: same / 100,
  other: other / 100,
  supervise: supervise / 100,
  merge: merge / 100,
  hours: hours / 100,
  signature: '',
})

/** What the module of the application joins. */
export const creditParts = { routes: creditRoutes, exports: [payListExport] }
