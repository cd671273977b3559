import { appCategories, type AppCategory, type QueryOf } from '#packages/contract'
import { daysBetween, dayOf, notFound, scopeOf, type Ctx } from '#packages/core'
import {
  countUsersBetween,
  countUsersSince,
  listAppReach,
  sumOpens,
  sumOpensByStep,
  type AppReach,
  type UseFilter,
} from '#kernel/catalogue/server/api.ts'
import { listMetricsReadableAt } from '#kernel/metric/server/api.ts'
import type { AppStat, AppUse, appStatApi, SchoolUse, UseFigures } from '../contract-app-stat.ts'
import { listStatOrgs, type StatOrg } from './queries.ts'
import { labelStep, listUseSteps, resolveUseDays, type UsePeriod } from './use-period.ts'

export const statisticsPermission = 'statistics.read'

/** The organisations that are counted: the chosen one with all below it that the caller may read. */
export async function findStatOrgs(ctx: Ctx, orgId: string | undefined): Promise<[StatOrg, ...StatOrg[]]> {
  const seen = await listStatOrgs(ctx.db, scopeOf(ctx, statisticsPermission))
  const chosen = orgId ?? (seen.some(({ id }) => id === ctx.actor.orgId) ? ctx.actor.orgId : seen[0]?.id)
  const root = seen.find(({ id }) => id === chosen)
  if (!root) throw notFound('组织')
  return [root, ...seen.filter(({ path }) => path.startsWith(`${root.path}.`))]
}

type StatQuery = Omit<QueryOf<typeof appStatApi.appStat>, 'by'> & { by?: 'category' | 'org' }

/** How much the applications are used in some days, in at most a dozen statements. */
export async function readAppStat(ctx: Ctx, query: StatQuery): Promise<AppStat> {
  const { orgId, category, by = 'category' } = query
  const period = resolveUseDays(query, dayOf(ctx.now))
  const orgs = await findStatOrgs(ctx, orgId)
  const { apps, staffOf } = await listAppReach(ctx, orgs)
  const listed = category ? apps.filter((app) => app.category === category) : apps
  const keys = category ? listed.map(({ key }) => key) : undefined
  const filter = { orgIds: orgs.map(({ id }) => id), keys }
  const staff = [...staffOf.values()].reduce((all, one) => all + one.staff, 0)
  const usersBy = by === 'org' ? 'org' : 'app'
  const trend = await readTrend(ctx, period, { orgId: orgs[0].id, filter })
  // A year is read once.
  const opensNow = new Map([...trend.ofApp].map(([key, ofStep]) => [key, sumOf(ofStep)]))
  const now = { opens: opensNow, users: await readUsers(ctx, { ...filter, from: period.from, to: period.to }, usersBy) }
  const before = {
    opens: await readOpens(ctx, { ...filter, ...period.before }, 'app'),
    users: await readUsers(ctx, { ...filter, ...period.before }, usersBy),
  }
  const withData = new Set((await listMetricsReadableAt(ctx, orgs[0].id)).map(({ key }) => key))
  const uses =
    by === 'category'
      ? listed.flatMap((app): (AppUse & { category: AppCategory })[] => {
          const opens = now.opens.get(app.key) ?? 0
          if (opens === 0 && !app.isOpen) return []
          return [presentApp(app, { opens, now, before, trend, hasData: withData.has(app.key) })]
        })
      : []
  const schools = by === 'org' ? await readSchools(ctx, { orgs, period, filter, staffOf, users: now.users }) : []
  return {
    org: { id: orgs[0].id, name: orgs[0].name },
    from: period.from,
    to: period.to,
    readAt: ctx.now.toISOString(),
    figures: sumFigures(now, staff),
    before: { ...period.before, ...sumFigures(before, staff) },
    step: period.step,
    trend: trend.steps.map((from) => ({
      from,
      label: labelStep(from, period.step),
      opens: trend.total.get(from) ?? 0,
    })),
    categories: Object.entries(appCategories).flatMap(([id, name]) => {
      const own = uses.filter((one) => one.category === id).toSorted((one, other) => other.opens - one.opens)
      return own.length > 0 ? [{ id: id as AppCategory, name, apps: own }] : []
    }),
    schools,
    isByRate: haveDifferentSizes(schools),
  }
}

interface Use {
  opens: Map<string, number>
  /** By key, and of all together; undefined if they cannot be counted any more. */
  users: Map<string | null, number> | undefined
}

/** Openings of longer ago are too many to find everybody who was there. */
const longestUserDays = 31

async function readUsers(ctx: Ctx, filter: UseFilter, by: 'app' | 'org'): Promise<Use['users']> {
  const isUntilNow = filter.to >= dayOf(ctx.now)
  if (!isUntilNow && daysBetween(filter.from, filter.to) >= longestUserDays) return undefined
  const rows = await (isUntilNow ? countUsersSince : countUsersBetween)(ctx.db, filter, by)
  return new Map(rows.map(({ key, users }) => [key, users]))
}

const readOpens = async (ctx: Ctx, filter: UseFilter, by: 'app' | 'org') =>
  new Map((await sumOpens(ctx.db, { ...filter, today: dayOf(ctx.now) }, by)).map(({ key, opens }) => [key, opens]))

const sumOf = (opens: ReadonlyMap<string, number>) => [...opens.values()].reduce((all, one) => all + one, 0)

/** In percent with one digit; never more than all. */
const shareOf = (users: number | null, people: number | null) =>
  users === null || !people ? null : Math.min(100, Math.round((users / people) * 1000) / 10)

function sumFigures({ opens, users }: Use, staff: number): UseFigures {
  const everybody = users ? (users.get(null) ?? 0) : null
  return { opens: sumOf(opens), users: everybody, share: shareOf(everybody, staff), apps: opens.size }
}

interface Trend {
  steps: string[]
  total: Map<string, number>
  ofApp: Map<string, Map<string, number>>
}

async function readTrend(
  ctx: Ctx,
  period: UsePeriod,
  { orgId, filter }: { orgId: string; filter: Pick<UseFilter, 'orgIds' | 'keys'> },
): Promise<Trend> {
  const rows = await sumOpensByStep(ctx.db, { ...filter, ...period, today: dayOf(ctx.now) }, period.step)
  const total = new Map<string, number>()
  const ofApp = new Map<string, Map<string, number>>()
  for (const { key, step, opens } of rows) {
    total.set(step, (total.get(step) ?? 0) + opens)
    ofApp.set(key, (ofApp.get(key) ?? new Map<string, number>()).set(step, opens))
  }
  return { steps: await listUseSteps(ctx, period, { orgId, opens: total }), total, ofApp }
}

interface AppNumbers {
  opens: number
  now: Use
  before: Use
  trend: Trend
  hasData: boolean
}

function presentApp(app: AppReach, { opens, now, before, trend, hasData }: AppNumbers) {
  const { key, name, logo, category, people } = app
  const users = now.users ? (now.users.get(key) ?? 0) : null
  const ofStep = trend.ofApp.get(key)
  return {
    key,
    name,
    logo,
    category,
    opens,
    before: before.opens.get(key) ?? 0,
    users,
    people,
    share: shareOf(users, people),
    trend: trend.steps.map((step) => ofStep?.get(step) ?? 0),
    hasData,
  }
}

const schoolTypes: readonly string[] = ['school', 'kindergarten', 'other-school']

interface Compared {
  orgs: readonly StatOrg[]
  period: UsePeriod
  filter: Pick<UseFilter, 'orgIds' | 'keys'>
  staffOf: ReadonlyMap<string, { staff: number }>
  users: Use['users']
}

/** The schools below an organisation, each for itself. */
async function readSchools(ctx: Ctx, { orgs, period, filter, staffOf, users: all }: Compared): Promise<SchoolUse[]> {
  const schools = orgs.slice(1).filter(({ type }) => schoolTypes.includes(type))
  if (schools.length === 0) return []
  const now = await readOpens(ctx, { ...filter, from: period.from, to: period.to }, 'org')
  const before = await readOpens(ctx, { ...filter, ...period.before }, 'org')
  return schools.map(({ id, name }) => {
    const opens = now.get(id) ?? 0
    const users = all ? (all.get(id) ?? 0) : null
    const staff = staffOf.get(id)?.staff ?? 0
    return {
      id,
      name,
      opens,
      before: before.get(id) ?? 0,
      users,
      staff,
      share: shareOf(users, staff),
      perPerson: staff === 0 ? null : Math.round((opens / staff) * 10) / 10,
    }
  })
}

const widestSizes = 3

function haveDifferentSizes(schools: readonly SchoolUse[]): boolean {
  const sizes = schools.flatMap(({ staff }) => (staff > 0 ? [staff] : []))
  return sizes.length > 1 && Math.max(...sizes) > widestSizes * Math.min(...sizes)
}
