import { labelOf } from '#packages/contract'
import { addDays, emptyScope, scopeOf, startOfDay, type Ctx, type Scope } from '#packages/core'
import {
  countMetrics,
  defineStatistics,
  type CountedChart,
  type CountedPeriod,
  type MetricDimLabels,
} from '#packages/crud'
import { coverKinds, type CoverKind } from '#engines/cover/contract.ts'
import { listBusy } from '#engines/duty/server/api.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import { manifest } from '../manifest.ts'
import { countCovers, listLessonsToGive, type CoverGroup } from './statistics-queries.ts'

const covered: readonly CoverKind[] = ['substitute', 'supervise', 'merge']
const sum = (groups: readonly CoverGroup[], of: 'lessons' | 'same' | 'lost') =>
  groups.reduce((all, group) => all + group[of], 0)
const ofKinds = (groups: readonly CoverGroup[], ...kinds: readonly CoverKind[]) =>
  groups.filter(({ kind }) => kinds.includes(kind))

/** Lessons of a day whose teachers are all away. A cover has another teacher, so it is not one of them. */
async function countOpen(ctx: Ctx, scope: Scope, day: string): Promise<number> {
  const lessons = await listLessonsToGive(ctx.db, scope, day)
  const teacherIds = [...new Set(lessons.flatMap((lesson) => lesson.teacherIds))]
  const busy = await listBusy(ctx, teacherIds, startOfDay(day), startOfDay(addDays(day, 1)))
  return lessons.filter(({ begins, ends, teacherIds: ids }) =>
    ids.every((id) =>
      busy
        .get(id)!
        .away.some(({ startsAt, endsAt }) => startsAt < toMoment(day, ends) && endsAt > toMoment(day, begins)),
    ),
  ).length
}

interface Days {
  from: string
  to: string
}

async function countPeriod(ctx: Ctx, days: Days) {
  const scope = scopeOf(ctx, 'cover.stat')
  const groups = await countCovers(ctx.db, scope, days)
  const substitutes = sum(ofKinds(groups, 'substitute'), 'lessons')
  return {
    groups,
    'cover.lessons': sum(ofKinds(groups, ...covered), 'lessons'),
    'cover.cancelled': sum(groups, 'lost'),
    'cover.same':
      substitutes === 0 ? null : Math.round((sum(ofKinds(groups, 'substitute'), 'same') / substitutes) * 1000) / 10,
    'cover.open': await countOpen(ctx, scope, days.to),
  }
}

const codes = ['cover.lessons', 'cover.cancelled', 'cover.same', 'cover.open'] as const

async function countStatistics(ctx: Ctx, period: CountedPeriod) {
  const now = await countPeriod(ctx, period)
  const past = period.before && (await countPeriod(ctx, period.before))
  if (now.groups.length === 0 && (past?.groups.length ?? 0) === 0) return null
  const before = past && past.groups.length > 0 ? past : null
  return {
    figures: codes.map((metric) => ({ metric, value: now[metric], before: before?.[metric] ?? null, filter: null })),
    charts: [
      buildKindChart(now.groups, period),
      buildTrendChart(now.groups, period),
      ...buildSchoolChart(now.groups, period),
    ],
  }
}

interface Part {
  label: string
  lessons: number
}

const mostParts = 12

/** Groups by a label, the largest first; the small ones together. */
function rank(groups: readonly CoverGroup[], labelGroup: (group: CoverGroup) => string): Part[] {
  const all = [...Map.groupBy(groups, labelGroup)]
    .map(([label, own]) => ({ label, lessons: sum(own, 'lessons') }))
    .toSorted((one, other) => other.lessons - one.lessons)
  const rest = all.slice(mostParts)
  if (rest.length < 2) return all
  const lessons = rest.reduce((count, one) => count + one.lessons, 0)
  return [...all.slice(0, mostParts), { label: `其他 ${rest.length} 个`, lessons }]
}

function buildRows(key: string, of: string, parts: readonly Part[], { name }: CountedPeriod): CountedChart {
  const [first, second] = parts
  const isTie = first?.lessons === second?.lessons
  const total = parts.reduce((count, { lessons }) => count + lessons, 0)
  return {
    key,
    finding: !first
      ? `${name}没有代调课`
      : isTie
        ? `${name}代调课 ${total} 节，分布在 ${parts.length} 个${of}`
        : `${name}代调课最多的是${first.label}，${first.lessons} 节`,
    measure: '代调课节数',
    unit: '节',
    of,
    kind: 'rows',
    series: ['代调课节数'],
    marks: parts.map(({ label, lessons }) => ({
      label,
      values: [lessons],
      links: [null],
      isHighlighted: !isTie && label === first?.label,
    })),
  }
}

const buildKindChart = (groups: readonly CoverGroup[], period: CountedPeriod) =>
  buildRows(
    'kinds',
    '类型',
    rank(groups, ({ kind }) => labelOf(coverKinds, kind)),
    period,
  )

/** Only where there are several: a school has its pay list. */
const buildSchoolChart = (groups: readonly CoverGroup[], period: CountedPeriod) =>
  new Set(groups.map(({ orgId }) => orgId)).size > 1
    ? [
        buildRows(
          'schools',
          '单位',
          rank(groups, ({ orgName }) => orgName),
          period,
        ),
      ]
    : []

function buildTrendChart(groups: readonly CoverGroup[], { name, steps }: CountedPeriod): CountedChart {
  return {
    key: 'trend',
    finding: `${name}共代调课 ${sum(groups, 'lessons')} 节`,
    measure: '代调课节数',
    unit: '节',
    of: '时间',
    kind: 'lines',
    series: ['代调课节数'],
    marks: steps.map(({ label, from, to }) => ({
      label,
      values: [
        sum(
          groups.filter(({ day }) => day >= from && day <= to),
          'lessons',
        ),
      ],
      links: [null],
    })),
  }
}

/** Totals of schools, for those who may not read whose lessons they are. */
export const coverStatistics = defineStatistics(manifest, {
  key: 'cover',
  title: '代调课',
  permission: 'cover.stat',
  page: 'statistics',
  kinds: ['week', 'month', 'term'],
  usual: 'month',
  empty: { title: '还没有代调课', text: '已生效的代课、调课和停课会在这里按类型和时间统计。' },
  count: countStatistics,
})

const ofOrg = (orgId: string): Scope => ({ ...emptyScope, orgIds: [orgId] })
const countDay = ({ db }: Ctx, { orgId, day }: { orgId: string; day: string }) =>
  countCovers(db, ofOrg(orgId), { from: day, to: day })

export const coverMetricCounts = countMetrics(manifest, {
  'cover.lessons': async (ctx, at) =>
    ofKinds(await countDay(ctx, at), ...covered).map(({ kind, lessons }) => ({ value: lessons, dims: { kind } })),
  'cover.cancelled': async (ctx, at) => [{ value: sum(await countDay(ctx, at), 'lost') }],
  'cover.same': async (ctx, at) => {
    const substitutes = ofKinds(await countDay(ctx, at), 'substitute')
    return [{ value: sum(substitutes, 'same'), of: sum(substitutes, 'lessons') }]
  },
  'cover.open': async (ctx, { orgId, day }) => [{ value: await countOpen(ctx, ofOrg(orgId), day) }],
})

const metricDimLabels: MetricDimLabels[] = [{ code: 'cover.lessons', dim: 'kind', labels: coverKinds }]

export const statisticsParts = { metricCounts: coverMetricCounts, metricDimLabels, statistics: [coverStatistics] }
