import {
  addDays,
  createJobActor,
  dayOf,
  findContribution,
  listDays,
  newId,
  type App,
  type Ctx,
  type DistrictId,
} from '#packages/core'
import { describeFailure, inDistrict, isTransient, type Cells, type Db } from '#packages/db'
import { tryWork } from '#kernel/approval/server/api.ts'
import { findLastDay, lockCounts, upsertDue, type OrgDay } from './fact-queries.ts'
import { listRows, writeFacts, type MetricDay } from './facts.ts'
import { listMetrics, type Metric } from './metrics.ts'
import { findCountedOrg, listCountedOrgs, updatePositions, type CountedOrg } from './position-queries.ts'

interface CountedDay {
  counted: MetricDay[]
  /** The codes that could not be counted. */
  failed: string[]
}

/** Counts these metrics for a day of an organisation. One that fails does not stop the others. */
export async function countDay(ctx: Ctx, metrics: readonly Metric[], { orgId, day }: OrgDay): Promise<CountedDay> {
  const counted: MetricDay[] = []
  const failed: string[] = []
  const org = await findCountedOrg(ctx.db, orgId)
  if (!org) return { counted, failed }
  const { isWorking, isOpen } = await findObstacles(ctx, metrics, { orgId, day })
  for (const metric of metrics) {
    const { code, manifest, isOfWorkDays } = metric
    if (!metric.count) continue
    if ((isOfWorkDays && !isWorking) || (manifest.kind === 'application' && !isOpen(manifest.key, org.path))) {
      counted.push({ metric, orgId, day, facts: 'closed' })
      continue
    }
    let facts: MetricDay['facts'] | undefined
    await tryWork(ctx, { code, org: orgId, day }, 'a figure was not counted', async () => {
      const found = await countOne(ctx, metric, org, day)
      // Of a wrong form: this metric has failed, and not the whole organisation.
      listRows({ metric, orgId, day, facts: found })
      facts = found
    })
    if (facts) counted.push({ metric, orgId, day, facts })
    else failed.push(code)
  }
  return { counted, failed }
}

/** Of hourly metrics, which are those of the kernel, nothing is asked. */
async function findObstacles(ctx: Ctx, metrics: readonly Metric[], { orgId, day }: OrgDay) {
  const areOfWorkDays = metrics.some(({ isOfWorkDays }) => isOfWorkDays)
  const calendar = areOfWorkDays ? await findContribution(ctx, 'workDays')?.(ctx, [orgId], day, day) : undefined
  const areOfApplications = metrics.some(({ manifest }) => manifest.kind === 'application')
  const isOpen = areOfApplications ? await findContribution(ctx, 'openApplications')?.(ctx, day) : undefined
  return { isWorking: calendar?.get(orgId)?.[0]?.isWorking ?? true, isOpen: isOpen ?? (() => true) }
}

async function countOne(ctx: Ctx, metric: Metric, { id, type }: CountedOrg, day: string): Promise<MetricDay['facts']> {
  const facts = await metric.count!(ctx, { orgId: id, day })
  if (!facts) return 'closed'
  // A list of kinds may be empty; a figure that is not there was not reported.
  if (facts.length > 0 || metric.spec.dims) return facts
  return metric.expectedOf.includes(type) ? 'missing' : 'closed'
}

export interface CountOptions {
  app: App
  cells: Cells
  district: DistrictId
  now: Date
  log?: Ctx['log']
}

/**
 * Counts days of all organisations, each in its own transaction: one that fails does not stop the others. What is counted
 * twice is the same.
 */
async function countOrgs(
  { app, cells, district, now, log }: CountOptions,
  orgs: readonly CountedOrg[],
  { days, metrics }: { days: readonly string[]; metrics: readonly Metric[] },
) {
  const inTransaction = <T>(work: (ctx: Ctx) => Promise<T>) =>
    inDistrict(cells, district, (db) =>
      work({ app, actor: createJobActor(district), db, now, requestId: newId(), ...(log ? { log } : {}) }),
    )
  for (const day of days)
    for (const { id: orgId } of orgs)
      try {
        await inTransaction(async (ctx) => {
          await lockCounts(ctx.db, orgId)
          const { counted } = await countDay(ctx, metrics, { orgId, day })
          const changed = await writeFacts(ctx, counted)
          await upsertDue(ctx.db, changed, { isRecounted: false, at: ctx.now })
        })
      } catch (error) {
        // The whole job is tried again later.
        if (isTransient(error)) throw error
        log?.error({ org: orgId, day, error: describeFailure(error) }, 'an organisation was not counted')
      }
}

const mostDaysBehind = 7

/** The days that were not counted, up to yesterday: usually one. The bureau is counted last, so its days are done. */
async function listUncountedDays(db: Db, orgs: readonly CountedOrg[], { app, now }: Pick<CountOptions, 'app' | 'now'>) {
  const yesterday = addDays(dayOf(now), -1)
  const bureau = orgs.at(-1)
  const first = addDays(yesterday, 1 - mostDaysBehind)
  // Those that have a figure on every day, and only at night.
  const codes = listMetrics({ app }).flatMap(({ code, spec, isOfWorkDays }) =>
    spec.freshness === 'day' && !isOfWorkDays ? code : [],
  )
  const last = bureau && (await findLastDay(db, bureau.id, { codes, from: addDays(first, -1), to: yesterday }))
  if (!last) return [yesterday]
  return last === yesterday ? [yesterday] : listDays(addDays(last, 1), yesterday)
}

/** Counts what happened until midnight. */
export async function countNightly(options: CountOptions) {
  const { cells, district, now } = options
  const { orgs, days } = await inDistrict(cells, district, async (db) => {
    await updatePositions(db, dayOf(now))
    const counted = await listCountedOrgs(db)
    return { orgs: counted, days: await listUncountedDays(db, counted, options) }
  })
  await countOrgs(options, orgs, { days, metrics: listMetrics(options) })
}

/** Counts today, of the metrics that are to be known within the hour. */
export async function countHourly(options: CountOptions) {
  const { cells, district, now } = options
  const metrics = listMetrics(options).filter(({ spec }) => spec.freshness === 'hour')
  const orgs = await inDistrict(cells, district, listCountedOrgs)
  await countOrgs(options, orgs, { days: [dayOf(now)], metrics })
}

/** Counts days of the past that nobody has counted: of a demo district, which is younger than its rows. */
export async function countPastDays(options: CountOptions, days: readonly string[]) {
  const { cells, district, now } = options
  const orgs = await inDistrict(cells, district, async (db) => {
    await updatePositions(db, dayOf(now))
    return listCountedOrgs(db)
  })
  await countOrgs(options, orgs, { days, metrics: listMetrics(options) })
}
