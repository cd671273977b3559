import { dayOf, scopeOf, type Ctx } from '#packages/core'
import {
  buildListLink,
  countMetrics,
  crud,
  defineStatistics,
  type CountedChart,
  type ChangedDays,
  type CountedPeriod,
  type MetricChanges,
} from '#packages/crud'
import { listAllApplications, listAppDataCounts, listOrgNames } from '#kernel/catalogue/server/api.ts'
import { listApplicationCalls, listDaysOfCalls } from '#kernel/audit/server/api.ts'
import { appUsage, type UsageFilter } from '../contract.ts'
import { getBureauId } from './developer-queries.ts'
import { manifest } from '../manifest.ts'
import {
  countAppUsers,
  countOpens,
  listUsageDays,
  listUsedAppKeys,
  readUsageOfDay,
  sumUsage,
  sumUsageRows,
  type UsageSum,
} from './app-data-queries.ts'

const permission = 'app-data.read'
const list = 'applicationDataDetail'

/** 已删除 for applications that the district no longer has. */
async function getAppNames(ctx: Ctx): Promise<(key: string) => string> {
  const names = new Map((await listAllApplications(ctx)).map(({ key, name }) => [key, name]))
  return (key) => names.get(key) ?? `${key}（已删除）`
}

/** Application × organisation × day. */
export const appUsages = crud(appUsage, 'v_app_usage_day', {
  base: 'app_usage_day',
  fields: {
    appName: {
      load: async (ctx, rows) => {
        const nameOf = await getAppNames(ctx)
        return rows.map(({ appKey }) => nameOf(appKey as string))
      },
    },
  },
})

export async function sumAppUsage(ctx: Ctx, { from, to, ...filter }: UsageFilter) {
  const scope = scopeOf(ctx, permission)
  const sums = await sumUsageRows(ctx.db, scope, { from, to, ...filter })
  const isUntilToday = to === undefined || to >= dayOf(ctx.now)
  return { ...sums, users: isUntilToday ? await countAppUsers(ctx.db, scope, { since: from, ...filter }) : null }
}

export async function listUsedApps(ctx: Ctx) {
  const nameOf = await getAppNames(ctx)
  return (await listUsedAppKeys(ctx.db, scopeOf(ctx, permission)))
    .map((appKey) => ({ appKey, name: nameOf(appKey) }))
    .toSorted((one, other) => one.name.localeCompare(other.name, 'zh-CN'))
}

/** The use of applications in the last days. Each number is the sum of the list with these filters. */
export const appStatistics = defineStatistics(manifest, {
  key: 'applications',
  title: '应用',
  permission,
  page: list,
  kinds: ['last7', 'last30', 'last90', 'last365'],
  usual: 'last30',
  empty: { title: '还没有人打开应用', text: '从应用中心打开应用以后，这里会有统计。' },
  count: countAppStatistics,
})

async function countAppStatistics(ctx: Ctx, period: CountedPeriod) {
  const scope = scopeOf(ctx, permission)
  const sums = await sumUsage(ctx.db, scope, period)
  if (sums.length === 0) return null
  const byDay = sums.filter(({ day }) => day !== null)
  const byApp = rankBy(sums, ({ appKey }) => appKey)
  const byOrg = rankBy(sums, ({ orgId }) => orgId)
  const opens = sum(byDay)
  const before = period.before && (await countOpens(ctx.db, scope, period.before))
  const filter = { day: `${period.from}~${period.to}` }
  const nameOf = await getAppNames(ctx)
  const ranked = byOrg.slice(0, rankedAtMost).map(({ key }) => key)
  const orgNames = new Map((await listOrgNames(ctx.db, ranked)).map(({ id, name }) => [id, name]))
  return {
    figures: [
      {
        metric: 'app-data.users' as const,
        value: await countAppUsers(ctx.db, scope, { since: period.from }),
        filter,
      },
      { metric: 'app-data.opens' as const, value: opens, before: before || null, filter },
      { metric: 'app-data.schools' as const, value: byOrg.length, filter },
      { metric: 'app-data.applications' as const, value: byApp.length, filter },
      ...(await countCallFigures(ctx, period)),
    ],
    charts: [
      buildTrend(byDay, period),
      buildRanking(byApp, {
        key: 'applications',
        of: '应用',
        measure: '各应用打开次数',
        nameOf,
        linkOf: (appKey) => buildListLink(manifest, list, { appKey, ...filter }),
      }),
      // A school has only itself.
      ...(byOrg.length > 1
        ? [
            buildRanking(byOrg, {
              key: 'schools',
              of: '单位',
              measure: '各单位打开次数',
              nameOf: (orgId) => orgNames.get(orgId) ?? '已撤销的单位',
              linkOf: (org) => buildListLink(manifest, list, { org, ...filter }),
            }),
          ]
        : []),
      ...(await buildDataChart(ctx, nameOf)),
    ],
  }
}

const sum = (sums: readonly Pick<UsageSum, 'opens'>[]) => sums.reduce((all, { opens }) => all + opens, 0)
const rank = <Sum extends { opens: number }>(sums: readonly Sum[]) =>
  sums.toSorted((one, other) => other.opens - one.opens)

interface RankedSum {
  key: string
  opens: number
}

/** Added up by application or by organisation, the largest first. */
const rankBy = (sums: readonly UsageSum[], keyOf: (sum: UsageSum) => string | null): RankedSum[] =>
  rank([...Map.groupBy(sums, keyOf)].flatMap(([key, own]) => (key === null ? [] : [{ key, opens: sum(own) }])))

/** Calls belong to the district: for readers of less they are absent, not 0. No list here has them. */
async function countCallFigures(ctx: Ctx, days: { from: string; to: string }) {
  const isWhole = scopeOf(ctx, permission).district
  const counted = isWhole ? await listApplicationCalls(ctx, days) : []
  const sumOf = (read: (one: (typeof counted)[number]) => number) =>
    isWhole ? counted.reduce((all, one) => all + read(one), 0) : null
  return [
    { metric: 'app-data.calls' as const, value: sumOf(({ calls }) => calls), filter: null },
    { metric: 'app-data.errors' as const, value: sumOf(({ errors }) => errors), filter: null },
  ]
}

const shorten = (day: string) => `${Number(day.slice(5, 7))} 月 ${Number(day.slice(8))} 日`

function buildTrend(byDay: readonly UsageSum[], { name, kind, steps }: CountedPeriod): CountedChart {
  const days = new Map(byDay.map(({ day, opens }) => [day!, opens]))
  const best = rank(byDay)[0]!
  const marks = steps.map((step) => ({
    ...step,
    opens: sum(byDay.filter(({ day }) => day! >= step.from && day! <= step.to)),
  }))
  return {
    key: 'trend',
    finding: `${name}打开 ${sum(byDay)} 次，${shorten(best.day!)}最多（${days.get(best.day!)} 次）`,
    measure: kind === 'last365' ? '每月打开次数' : kind === 'last90' ? '每 7 天打开次数' : '每天打开次数',
    unit: '次',
    of: '时间',
    // Thirty columns are too many for a phone.
    kind: steps.length > 14 ? 'lines' : 'columns',
    series: ['打开次数'],
    marks: marks.map(({ label, from, to, opens }) => ({
      label,
      values: [opens],
      links: [buildListLink(manifest, list, { day: `${from}~${to}` })],
      isHighlighted: best.day! >= from && best.day! <= to,
    })),
  }
}

const rankedAtMost = 12

interface Ranking {
  key: string
  of: string
  measure: string
  nameOf: (key: string) => string
  linkOf: (key: string) => string
}

/** The first twelve; the title says how many there are. */
function buildRanking(sums: readonly RankedSum[], { key, of, measure, nameOf, linkOf }: Ranking): CountedChart {
  const most = sums[0]!.opens
  const best = sums.filter(({ opens }) => opens === most)
  const names = best
    .slice(0, 2)
    .map(({ key: one }) => nameOf(one))
    .join('、')
  const rest = sums.length > rankedAtMost ? `；共 ${sums.length} 个，列出前 ${rankedAtMost} 个` : ''
  return {
    key,
    finding:
      best.length > 1
        ? `${names}${best.length > 2 ? `等 ${best.length} 个` : ''}并列最多，各 ${most} 次${rest}`
        : `${names}打开最多，${most} 次${rest}`,
    measure,
    unit: '次',
    of,
    kind: 'rows',
    series: ['打开次数'],
    marks: sums.slice(0, rankedAtMost).map((one) => ({
      label: nameOf(one.key),
      values: [one.opens],
      links: [linkOf(one.key)],
      isHighlighted: one.opens === most,
    })),
  }
}

/** 业务数据量 of the applications that count theirs; it has no list here. */
async function buildDataChart(ctx: Ctx, nameOf: (key: string) => string): Promise<CountedChart[]> {
  const counts = (await listAppDataCounts(ctx)).toSorted((one, other) => other.value - one.value)
  const [first] = counts
  if (!first) return []
  return [
    {
      key: 'data',
      finding: `${nameOf(first.key)}的业务数据最多，${first.value} 条`,
      measure: '业务数据量（现在，本单位）',
      unit: '条',
      of: '应用',
      kind: 'rows',
      series: ['业务数据'],
      marks: counts.slice(0, rankedAtMost).map(({ key, value }) => ({
        label: nameOf(key),
        values: [value],
        links: [null],
        isHighlighted: value === first.value,
      })),
    },
  ]
}

/** The calls of the district are those of its bureau. */
async function countCallsOfDay(
  db: Ctx['db'],
  orgId: string,
  day: string,
  read: (one: { calls: number; errors: number }) => number,
) {
  if (orgId !== (await getBureauId(db))) return []
  return [
    { value: (await listApplicationCalls({ db }, { from: day, to: day })).reduce((all, one) => all + read(one), 0) },
  ]
}

/** Of one organisation and day. */
export const appMetricCounts = countMetrics(manifest, {
  'app-data.users': async ({ db }, { orgId, day }) => [{ value: (await readUsageOfDay(db, orgId, day)).users }],
  'app-data.opens': async ({ db }, { orgId, day }) => [{ value: (await readUsageOfDay(db, orgId, day)).opens }],
  'app-data.schools': async ({ db }, { orgId, day }) => [
    { value: (await readUsageOfDay(db, orgId, day)).opens > 0 ? 1 : 0 },
  ],
  'app-data.applications': async ({ db }, { orgId, day }) => [
    { value: (await readUsageOfDay(db, orgId, day)).applications },
  ],
  'app-data.calls': async ({ db }, { orgId, day }) => countCallsOfDay(db, orgId, day, ({ calls }) => calls),
  'app-data.errors': async ({ db }, { orgId, day }) => countCallsOfDay(db, orgId, day, ({ errors }) => errors),
})

async function listChangedCalls(ctx: Ctx, since: Date): Promise<ChangedDays[]> {
  const days = await listDaysOfCalls(ctx, since)
  const orgId = days.length > 0 ? await getBureauId(ctx.db) : undefined
  return orgId ? [{ orgId, days }] : []
}

export const appMetricChanges: MetricChanges[] = [
  {
    key: 'app-usage',
    codes: ['app-data.users', 'app-data.opens', 'app-data.schools', 'app-data.applications'],
    listChanged: ({ db }, since) => listUsageDays(db, since),
  },
  { key: 'api-calls', codes: ['app-data.calls', 'app-data.errors'], listChanged: listChangedCalls },
]
