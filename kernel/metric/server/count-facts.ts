import {
  addDays,
  createJobActor,
  dayOf,
  findContribution,
  listDays,
  newId,
  startOfDay,
  type App,
  type Ctx,
  type DistrictId,
} from '#packages/core'
import { describeFailure, inDistrict, isTransient, type Cells, type Db } from '#packages/db'
import { tryWork } from '#kernel/approval/server/api.ts'
import { moveBookmarks, readBookmarks } from './bookmark-queries.ts'
import { lockCounts, upsertDue, type OrgDay } from './fact-queries.ts'
import { listRows, writeFacts, type MetricDay } from './facts.ts'
import { listMetrics, type Metric } from './metrics.ts'
import { findCountedOrg, listCountedOrgs, updatePositions, type CountedOrg } from './position-queries.ts'

interface CountedDay {
  counted: MetricDay[]
  /** The codes that could not be counted. */
  failed: string[]
}

type IsOpen = (key: string, path: string) => boolean

/**
 * Counts these metrics for a day of an organisation. One that fails does not stop the others. Which applications were
 * open is asked for once if many organisations are counted.
 */
export async function countDay(
  ctx: Ctx,
  metrics: readonly Metric[],
  { orgId, day }: OrgDay,
  known?: IsOpen,
): Promise<CountedDay> {
  const counted: MetricDay[] = []
  const failed: string[] = []
  const org = await findCountedOrg(ctx.db, orgId)
  if (!org) return { counted, failed }
  const isWorking = await isWorkingDay(ctx, metrics, { orgId, day })
  const isOpen = known ?? (await findOpen(ctx, metrics, day, org.path))
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

/** Of metrics of every day nothing is asked. */
async function isWorkingDay(ctx: Ctx, metrics: readonly Metric[], { orgId, day }: OrgDay): Promise<boolean> {
  if (!metrics.some(({ isOfWorkDays }) => isOfWorkDays)) return true
  const calendar = await findContribution(ctx, 'workDays')?.(ctx, [orgId], day, day)
  return calendar?.get(orgId)?.[0]?.isWorking ?? true
}

/** Which applications were open on a day: for the organisation at a path, or for all. */
async function findOpen(ctx: Ctx, metrics: readonly Metric[], day: string, path?: string): Promise<IsOpen> {
  const areOfApplications = metrics.some(({ manifest }) => manifest.kind === 'application')
  const isOpen = areOfApplications ? await findContribution(ctx, 'openApplications')?.(ctx, day, path) : undefined
  return isOpen ?? (() => true)
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
  for (const day of days) {
    const isOpen = await inTransaction((ctx) => findOpen(ctx, metrics, day))
    for (const { id: orgId } of orgs)
      try {
        await inTransaction(async (ctx) => {
          await lockCounts(ctx.db, orgId)
          const { counted } = await countDay(ctx, metrics, { orgId, day }, isOpen)
          const changed = await writeFacts(ctx, counted)
          await upsertDue(ctx.db, changed, { isRecounted: false, at: ctx.now })
        })
      } catch (error) {
        // The whole job is tried again later.
        if (isTransient(error)) throw error
        log?.error({ org: orgId, day, error: describeFailure(error) }, 'an organisation was not counted')
      }
  }
}

const mostDaysBehind = 7

/** The bookmark of the nights that were counted. */
export const nightMark = 'night'

/** The days that were not counted, up to yesterday: usually one. */
async function listUncountedDays(db: Db, now: Date): Promise<string[]> {
  const yesterday = addDays(dayOf(now), -1)
  const until = (await readBookmarks(db, [nightMark])).get(nightMark)
  const first = until && dayOf(until)
  if (!first || first >= yesterday) return [yesterday]
  const earliest = addDays(yesterday, 1 - mostDaysBehind)
  return listDays(first > earliest ? first : earliest, yesterday)
}

/**
 * Counts what happened until midnight, and begins the new day: from then on it is known who has yet to report. What
 * counts the present is not written into days before yesterday.
 */
export async function countNightly(options: CountOptions) {
  const { cells, district, now } = options
  const today = dayOf(now)
  const { orgs, days } = await inDistrict(cells, district, async (db) => {
    await updatePositions(db, today)
    return { orgs: await listCountedOrgs(db), days: await listUncountedDays(db, now) }
  })
  const metrics = listMetrics(options)
  const ofTheirDay = metrics.filter(({ isOfNow }) => !isOfNow)
  await countOrgs(options, orgs, { days: days.slice(0, -1), metrics: ofTheirDay })
  await countOrgs(options, orgs, { days: days.slice(-1), metrics })
  await inDistrict(cells, district, (db) => moveBookmarks(db, [nightMark], startOfDay(today)))
  await countOrgs(options, orgs, { days: [today], metrics })
}

/** A night that has not begun its day by then was missed: the worker stood still. */
const nightEndsMs = 60 * 60_000

async function isNightMissed({ cells, district, now }: CountOptions): Promise<boolean> {
  const begin = startOfDay(dayOf(now))
  const until = (await inDistrict(cells, district, (db) => readBookmarks(db, [nightMark]))).get(nightMark)
  return now.getTime() - begin.getTime() > nightEndsMs && (!until || until < begin)
}

/** Counts today, of the metrics that are to be known within the hour; and everything, after a night that was missed. */
export async function countHourly(options: CountOptions) {
  if (await isNightMissed(options)) return countNightly(options)
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
