import { labelOf } from '#packages/contract'
import { dayOf, emptyScope, scopeOf, type Ctx } from '#packages/core'
import {
  countMetrics,
  defineStatistics,
  type CountedChart,
  type CountedPeriod,
  type MetricDimLabels,
} from '#packages/crud'
import { listWorkDays, listWorkDaysOf } from '#kernel/schooling/server/api.ts'
import { leaveKinds, type AwayToday } from '../contract.ts'
import { manifest } from '../manifest.ts'
import { countAwayByOrg, countLeaveDays, type DayGroup, type StaffCount } from './statistics-queries.ts'

const sum = (numbers: readonly number[]) => numbers.reduce((all, one) => all + one, 0)
const round = (value: number) => Math.round(value * 10) / 10
const sumDays = (groups: readonly DayGroup[]) => round(sum(groups.map(({ amount }) => amount)) / 100)

interface Days {
  from: string
  to: string
}

/** Days of leave on working days, in percent of the days that everybody would have worked. */
async function getRate(ctx: Ctx, counts: readonly StaffCount[], groups: readonly DayGroup[], { from, to }: Days) {
  const byOrg = Map.groupBy(groups, ({ orgId }) => orgId)
  let [away, due] = [0, 0]
  const orgIds = counts.map(({ orgId }) => orgId)
  const days = await listWorkDaysOf(ctx, orgIds, from, to)
  for (const { orgId, staff } of counts) {
    const worked = new Set(days.get(orgId)?.flatMap(({ day, isWorking }) => (isWorking ? day : [])))
    due += staff * worked.size
    away += sumDays((byOrg.get(orgId) ?? []).filter(({ day }) => worked.has(day)))
  }
  return due === 0 ? 0 : Math.round((away / due) * 10_000) / 100
}

async function countPeriod(ctx: Ctx, days: Days) {
  const scope = scopeOf(ctx, 'leave.stat')
  const groups = await countLeaveDays(ctx.db, scope, days)
  const counts = await countAwayByOrg(ctx.db, scope, days.to)
  return {
    groups,
    people: sum(counts.map(({ away }) => away)),
    days: sumDays(groups),
    rate: await getRate(ctx, counts, groups, days),
    long: sum(counts.map(({ long }) => long)),
  }
}

async function countLeaveStatistics(ctx: Ctx, period: CountedPeriod) {
  const now = await countPeriod(ctx, period)
  const past = period.before && (await countPeriod(ctx, period.before))
  if (now.groups.length === 0 && (past?.groups.length ?? 0) === 0) return null
  // Without any leave at that time there is nothing to compare with: nobody used the application yet.
  const before = past && past.groups.length > 0 ? past : null
  return {
    figures: (['people', 'days', 'rate', 'long'] as const).map((name) => ({
      metric: `leave.${name}` as const,
      value: now[name],
      before: before?.[name] ?? null,
      filter: {},
    })),
    charts: [
      buildKindChart(now.groups, period),
      buildPartChart(now.groups, period),
      buildTrendChart(now.groups, period),
    ],
  }
}

/** 今日请假 of the whole scope by organisation, those with most people first. */
export async function countAwayToday(ctx: Ctx): Promise<AwayToday> {
  const counts = await countAwayByOrg(ctx.db, scopeOf(ctx, 'leave.stat'), dayOf(ctx.now))
  const away = counts.filter(({ away: people }) => people > 0).toSorted((one, other) => other.away - one.away)
  return {
    people: sum(away.map(({ away: people }) => people)),
    units: away.map(({ orgId: id, orgName: name, away: people }) => ({ id, name, people })),
  }
}

const mostParts = 12

/** Groups by a label, the largest first; the small ones together. */
function rank(groups: readonly DayGroup[], labelGroup: (group: DayGroup) => string) {
  const parts = [...Map.groupBy(groups, labelGroup)]
    .map(([label, own]) => ({ label, days: sumDays(own) }))
    .toSorted((one, other) => other.days - one.days)
  const rest = parts.slice(mostParts)
  if (rest.length < 2) return parts
  return [
    ...parts.slice(0, mostParts),
    { label: `其他 ${rest.length} 个`, days: round(sum(rest.map(({ days }) => days))) },
  ]
}

function buildRows(
  key: string,
  of: string,
  parts: readonly { label: string; days: number }[],
  { name }: CountedPeriod,
): CountedChart {
  const [first, second] = parts
  const isTie = first?.days === second?.days
  return {
    key,
    finding: !first
      ? `${name}没有请假`
      : isTie
        ? `${name}请假 ${round(sum(parts.map(({ days }) => days)))} 天，分布在 ${parts.length} 个${of}`
        : `${name}请假最多的是${first.label}，${first.days} 天`,
    measure: '请假天数',
    unit: '天',
    of,
    kind: 'rows',
    series: ['请假天数'],
    marks: parts.map(({ label, days }) => ({
      label,
      values: [days],
      links: [null],
      isHighlighted: !isTie && label === first?.label,
    })),
  }
}

const buildKindChart = (groups: readonly DayGroup[], period: CountedPeriod) =>
  buildRows(
    'kinds',
    '类型',
    rank(groups, ({ kind }) => labelOf(leaveKinds, kind)),
    period,
  )

/** By organisation in a district, by department in a school. */
function buildPartChart(groups: readonly DayGroup[], period: CountedPeriod) {
  const isOfSeveral = new Set(groups.map(({ orgId }) => orgId)).size > 1
  const label = ({ orgName, department }: DayGroup) => (isOfSeveral ? orgName : department || '未分部门')
  return buildRows('parts', isOfSeveral ? '单位' : '部门', rank(groups, label), period)
}

function buildTrendChart(groups: readonly DayGroup[], { name, steps }: CountedPeriod): CountedChart {
  const marks = steps.map(({ label, from, to }) => ({
    label,
    values: [sumDays(groups.filter(({ day }) => day >= from && day <= to))],
    links: [null],
  }))
  return {
    key: 'trend',
    finding: `${name}共请假 ${sumDays(groups)} 天`,
    measure: '请假天数',
    unit: '天',
    of: '时间',
    kind: 'lines',
    series: ['请假天数'],
    marks,
  }
}

export const leaveStatistics = defineStatistics(manifest, {
  key: 'leave',
  title: '请假',
  permission: 'leave.stat',
  page: 'records',
  kinds: ['week', 'month', 'term'],
  usual: 'month',
  empty: { title: '还没有请假', text: '批准的请假会在这里按类型、部门和时间统计。' },
  count: countLeaveStatistics,
})

const ofOrg = (orgId: string) => ({ ...emptyScope, orgIds: [orgId] })
const findCount = async ({ db }: Ctx, orgId: string, day: string) =>
  (await countAwayByOrg(db, ofOrg(orgId), day))[0] ?? { staff: 0, away: 0, long: 0 }

export const leaveDimLabels: MetricDimLabels[] = [{ code: 'leave.days', dim: 'kind', labels: leaveKinds }]

export const leaveMetricCounts = countMetrics(manifest, {
  'leave.people': async (ctx, { orgId, day }) => [{ value: (await findCount(ctx, orgId, day)).away }],
  'leave.days': async ({ db }, { orgId, day }) => {
    const groups = await countLeaveDays(db, ofOrg(orgId), { from: day, to: day })
    return [...Map.groupBy(groups, ({ kind }) => kind)].map(([kind, own]) => ({ value: sumDays(own), dims: { kind } }))
  },
  'leave.rate': async (ctx, { orgId, day }) => {
    const { staff } = await findCount(ctx, orgId, day)
    const [workDay] = staff > 0 ? await listWorkDays(ctx, orgId, day, day) : []
    if (!workDay?.isWorking) return []
    const value = sumDays(await countLeaveDays(ctx.db, ofOrg(orgId), { from: day, to: day }))
    return [{ value, of: staff }]
  },
  'leave.long': async (ctx, { orgId, day }) => [{ value: (await findCount(ctx, orgId, day)).long }],
})
