import { z } from 'zod'
import { idOf, labelOf, type DataOf, type QueryOf } from '#packages/contract'
import { invalid, orNotFound, Refusal, scopeOf, type Ctx, type Scope } from '#packages/core'
import type { ExportCell, ExportColumn, ExportSource } from '#packages/sheet'
import { findUnit } from '#kernel/org/server/api.ts'
import { findTermOn, listWorkDaysOf } from '#kernel/schooling/server/api.ts'
import { leaveKinds, summaryFilter, type leaveBookApi, type LeaveKind, type SummaryFilter } from '../contract.ts'
import { requireUnit } from './balances.ts'
import { fromHundredths } from './ledger.ts'
import { countOpenRequests, listMonthChanges } from './month-queries.ts'
import { getMonth } from './months.ts'
import { countStaff, findMemberInScope, listStaffPage, type StaffFilter, type StaffRow } from './staff-queries.ts'
import { listCountedHalves, sumByPerson, sumByType, type PersonAmount } from './summary-queries.ts'

async function getPeriod(ctx: Ctx, orgId: string, { period, day }: SummaryFilter) {
  if (period === 'month') return getMonth(day)
  if (period === 'year') return { from: `${day.slice(0, 4)}-01-01`, to: `${day.slice(0, 4)}-12-31` }
  const term = await findTermOn(ctx, orgId, day)
  if (!term) throw new Refusal('这一天不在任何学期内')
  return { from: term.startsOn, to: term.endsOn }
}

/** A list may export the ticked rows, or all but some. */
const tickedFilter = summaryFilter.extend({
  ids: z.array(idOf('membership')).optional(),
  except: z.array(idOf('membership')).optional(),
})
type TickedFilter = z.output<typeof tickedFilter>

async function prepareSummary(ctx: Ctx, query: TickedFilter) {
  const scope = scopeOf(ctx, 'leave.stat')
  const org = await requireUnit(ctx, scope, query.orgId)
  const filter: StaffFilter = {
    ...(await getPeriod(ctx, org.id, query)),
    org,
    within: query.within,
    keyword: query.keyword,
    userId: query.userId,
    ids: query.ids,
    except: query.except,
  }
  return { scope, org, filter }
}

/** Eight hours are a day. */
const toDays = ({ unit, amount }: PersonAmount) => fromHundredths(amount) / (unit === 'hour' ? 8 : 1)
const toAbsentDays = (amount: PersonAmount) => (amount.countsInAttendance ? toDays(amount) : 0)

/** Everybody with what she was away, set by set: the sums of all these people, the working days of each school. */
async function listSummaryRows(ctx: Ctx, people: readonly StaffRow[], { from, to }: StaffFilter) {
  const personIds = people.map(({ personId }) => personId)
  const amounts = Map.groupBy(
    await sumByPerson(ctx.db, personIds, { from, to }),
    ({ personId, orgId }) => `${personId} ${orgId}`,
  )
  const orgIds = [...new Set(people.map((one) => one.orgId))]
  const worked = await listWorkDaysOf(ctx, orgIds, from, to)
  return people.map(({ userId, personId, orgId, name, number, department, orgName, beginsOn, overOn }) => {
    const own = amounts.get(`${personId} ${orgId}`) ?? []
    const days = worked
      .get(orgId)!
      .filter(({ day, isWorking }) => isWorking && day >= beginsOn && (overOn === null || day < overOn))
    return {
      userId,
      name,
      number,
      department,
      orgName,
      workDays: days.length,
      own,
      absentDays: own.reduce((sum, amount) => sum + toAbsentDays(amount), 0),
    }
  })
}

export async function getSummary(
  ctx: Ctx,
  { pageNumber, pageSize, ...query }: QueryOf<typeof leaveBookApi.monthSummary>,
): Promise<DataOf<typeof leaveBookApi.monthSummary>> {
  const { scope, org, filter } = await prepareSummary(ctx, query)
  const { items, ...counts } = await listStaffPage(ctx.db, scope, filter, { pageNumber, pageSize })
  const totals = await sumByType(ctx.db, scope, filter)
  const mayClose =
    ctx.actor.permissions.has('leave.close') && (await findUnit(ctx, scopeOf(ctx, 'leave.close'), org.id)) !== undefined
  return {
    orgName: org.name,
    from: filter.from,
    to: filter.to,
    types: totals.map(({ id, name, kind, unit }) => ({ id, name, kind, unit })),
    rows: {
      ...counts,
      items: (await listSummaryRows(ctx, items, filter)).map(({ own, ...row }) => ({
        ...row,
        amounts: own.map(({ typeId, kind, amount }) => ({ typeId, kind, amount: fromHundredths(amount) })),
      })),
    },
    totals: totals.map(({ id, amount, people }) => ({ typeId: id, amount: fromHundredths(amount), people })),
    month: query.period === 'month' && query.within === 'own' ? await getMonthState(ctx, org.id, filter) : null,
    mayClose,
  }
}

async function getMonthState({ db }: Ctx, orgId: string, days: { from: string; to: string }) {
  const log = await listMonthChanges(db, orgId, days.from)
  const closed = log[0]?.isClosed ? log[0] : null
  return {
    month: days.from.slice(0, 7),
    isClosed: closed !== null,
    closedBy: closed?.by ?? '',
    closedAt: closed?.at.toISOString() ?? null,
    open: await countOpenRequests(db, orgId, days),
    log: log.map(({ at, ...change }) => ({ ...change, at: at.toISOString() })),
  }
}

/** Only the days at the organisation of this membership: those before a transfer are in the other summary. */
export async function listSummaryDays(
  ctx: Ctx,
  { userId, from, to, typeId }: QueryOf<typeof leaveBookApi.summaryDays>,
): Promise<DataOf<typeof leaveBookApi.summaryDays>> {
  if (to < from) throw invalid([{ field: 'to', msg: '结束日期不能早于开始日期' }])
  const member = orNotFound(await findMemberInScope(ctx.db, scopeOf(ctx, 'leave.stat'), userId), '人员')
  const { personId, orgId } = member
  const halves = await listCountedHalves(ctx.db, { personId, orgId, typeId, from, to })
  return halves.map(({ counted, ...half }) => ({ ...half, counted: fromHundredths(counted) }))
}

const kinds = Object.keys(leaveKinds) as LeaveKind[]
const columns: ExportColumn[] = [
  { key: 'orgName', title: '单位', width: 18 },
  { key: 'department', title: '部门', width: 14 },
  { key: 'number', title: '工号', width: 12 },
  { key: 'name', title: '姓名', width: 10 },
  { key: 'workDays', title: '应出勤（天）', width: 12, kind: 'number' },
  ...kinds.map((kind): ExportColumn => ({
    key: kind,
    title: `${labelOf(leaveKinds, kind)}（天）`,
    width: 12,
    kind: 'number',
  })),
  { key: 'absentDays', title: '缺勤（天）', width: 11, kind: 'number' },
  { key: 'signature', title: '本人签字', width: 14 },
]

/** 月考勤表: the summary with one column of days for each kind of leave, and one for the signature. */
export const attendanceExport: ExportSource<TickedFilter> = {
  key: 'leave-attendance',
  title: '月考勤表',
  measure: '人',
  permission: 'leave.stat',
  isOfPeople: true,
  columns,
  filter: tickedFilter as z.ZodType<TickedFilter>,
  describe: async (ctx, query) => {
    const { org, filter } = await prepareSummary(ctx, query)
    return [
      query.within === 'below' ? `${org.name}及下级单位` : org.name,
      `${filter.from}至${filter.to}`,
      ...(query.keyword ? [`关键词“${query.keyword}”`] : []),
    ].join('，')
  },
  count: async (ctx, query) => {
    const { scope, filter } = await prepareSummary(ctx, query)
    return countStaff(ctx.db, scope, filter)
  },
  read: async (ctx, query, request) => {
    const { scope, filter } = await prepareSummary(ctx, query)
    return readAttendance(ctx, scope, filter, request)
  },
}

async function readAttendance(
  ctx: Ctx,
  scope: Scope,
  filter: StaffFilter,
  { columns: keys, after, limit }: { columns: readonly string[]; after: string | null; limit: number },
) {
  const pageNumber = Number(after ?? 1)
  const { items } = await listStaffPage(ctx.db, scope, filter, { pageNumber, pageSize: limit })
  const rows = (await listSummaryRows(ctx, items, filter)).map(({ own, ...row }) => {
    const cells: Record<string, ExportCell> = { ...row, signature: '' }
    for (const amount of own) cells[amount.kind] = Number(cells[amount.kind] ?? 0) + toDays(amount)
    return keys.map((key) => cells[key] ?? null)
  })
  return { rows, after: items.length < limit ? null : String(pageNumber + 1) }
}
