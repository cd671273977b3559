import { emptyScope, scopeOf, type Ctx, type Scope } from '#packages/core'
import {
  countMetrics,
  defineStatistics,
  type CountedChart,
  type CountedPeriod,
  type MetricDimLabels,
} from '#packages/crud'
import { pupilLeaveKinds } from '#engines/attendance/contract.ts'
import {
  listLongAbsences,
  noFigures,
  sumDailyFiguresOfSchools,
  sumTotal,
  type DailyFigures,
  type SchoolFigures,
} from '#engines/attendance/server/api.ts'
import { manifest } from '../manifest.ts'
import { listOrgsInScope } from './record-queries.ts'
import { countCases, countLeave, hasLessonsOn } from './statistics-queries.ts'

const ofOrg = (orgId: string): Scope => ({ ...emptyScope, orgIds: [orgId] })

type Figures = Omit<SchoolFigures, 'unrecorded'>
const nothing: SchoolFigures = { ...noFigures, lessons: 0, rolled: 0 }
/** Late and early pupils were there. */
const countThere = ({ present, late, early }: Figures) => present + late + early

/** Days off have no figure, not a zero. */
const onLessonDays =
  <Fact>(count: (ctx: Ctx, at: { orgId: string; day: string }) => Promise<readonly Fact[] | null>) =>
  async (ctx: Ctx, at: { orgId: string; day: string }): Promise<readonly Fact[] | null> =>
    (await hasLessonsOn(ctx.db, at)) ? count(ctx, at) : null

const sumDay = (ctx: Ctx, { orgId, day }: { orgId: string; day: string }) =>
  sumTotal(ctx, { orgId, from: day, to: day })

export const attendanceMetricCounts = countMetrics(manifest, {
  'attendance.rate': onLessonDays(async (ctx, at) => {
    const figures = await sumDay(ctx, at)
    return figures.rolled === 0 ? [] : [{ value: countThere(figures), of: figures.expected }]
  }),
  'attendance.late': onLessonDays(async (ctx, at) => {
    const { late, expected, rolled } = await sumDay(ctx, at)
    return rolled === 0 ? [] : [{ value: late, of: expected }]
  }),
  'attendance.leave': onLessonDays(async (ctx, at) =>
    (await countLeave(ctx.db, at)).map(({ kind, pupils }) => ({ value: pupils, dims: { kind } })),
  ),
  'attendance.rolled': onLessonDays(async (ctx, at) => {
    const { rolled, lessons } = await sumDay(ctx, at)
    return [{ value: rolled, of: lessons }]
  }),
  'attendance.unexplained': onLessonDays(async (ctx, at) => [{ value: (await countCases(ctx.db, at)).open }]),
  'attendance.minutes': onLessonDays(async (ctx, at) => {
    const { minutes, settled } = await countCases(ctx.db, at)
    return settled === 0 ? null : [{ value: minutes, of: settled }]
  }),
  'attendance.long': onLessonDays(async (ctx, { orgId, day }) => [
    { value: (await listLongAbsences(ctx, ofOrg(orgId), orgId, day)).length },
  ]),
})

interface Days {
  from: string
  to: string
}

/** By school and day, of the schools in the scope. */
const listDays = async (ctx: Ctx, { from, to }: Days): Promise<DailyFigures[]> =>
  sumDailyFiguresOfSchools(ctx, await listOrgsInScope(ctx.db, scopeOf(ctx, 'roll.stat'), null), { from, to })

function add(days: readonly DailyFigures[]): SchoolFigures {
  const total = { ...nothing }
  for (const day of days) for (const key of Object.keys(nothing) as (keyof SchoolFigures)[]) total[key] += day[key]
  return total
}

const percent = (part: number, of: number) => (of === 0 ? null : Math.round((part / of) * 1000) / 10)

const rateOf = (days: readonly DailyFigures[]) => {
  const figures = add(days)
  return {
    'attendance.rate': percent(countThere(figures), figures.expected),
    'attendance.late': percent(figures.late, figures.expected),
    'attendance.rolled': percent(figures.rolled, figures.lessons),
  }
}
const codes = ['attendance.rate', 'attendance.late', 'attendance.rolled'] as const

async function countStatistics(ctx: Ctx, period: CountedPeriod) {
  const days = await listDays(ctx, period)
  const past = period.before ? await listDays(ctx, period.before) : []
  if (days.length === 0 && past.length === 0) return null
  const [now, before] = [rateOf(days), past.length > 0 ? rateOf(past) : null]
  return {
    figures: codes.map((metric) => ({ metric, value: now[metric], before: before?.[metric] ?? null, filter: null })),
    charts: [buildTrend(days, period)],
  }
}

/** Steps without a roll are left out: a day off is no day of full attendance. */
function buildTrend(days: readonly DailyFigures[], { name, steps }: CountedPeriod): CountedChart {
  const marks = steps.flatMap(({ label, from, to }) => {
    const rate = rateOf(days.filter(({ day }) => day >= from && day <= to))['attendance.rate']
    return rate === null ? [] : [{ label, values: [rate], links: [null] }]
  })
  const lowest = marks.toSorted((one, other) => one.values[0]! - other.values[0]!)[0]
  return {
    key: 'trend',
    finding: lowest ? `${name}出勤率最低的是${lowest.label}，${lowest.values[0]}%` : `${name}没有点名`,
    measure: '出勤率',
    unit: '%',
    of: '时间',
    kind: 'lines',
    series: ['出勤率'],
    marks: marks.map((mark) => ({ ...mark, isHighlighted: mark.label === lowest?.label })),
  }
}

/** Rates of schools, without names. */
export const attendanceStatistics = defineStatistics(manifest, {
  key: 'attendance',
  title: '学生考勤',
  permission: 'roll.stat',
  page: 'statistics',
  kinds: ['week', 'month', 'term'],
  usual: 'month',
  empty: { title: '还没有考勤', text: '提交点名后，这里显示出勤率、迟到率和点名率。' },
  count: countStatistics,
})

const metricDimLabels: MetricDimLabels[] = [{ code: 'attendance.leave', dim: 'kind', labels: pupilLeaveKinds }]

export const statisticsParts = {
  metricCounts: attendanceMetricCounts,
  metricDimLabels,
  statistics: [attendanceStatistics],
}
