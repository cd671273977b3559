import { addDays, createJobActor, dayOf, getWeekday, listDays, newId, type Ctx } from '#packages/core'
import { ensureMonthPartitions, extendTimeouts, inDistrict } from '#packages/db'
import { countNightly, countPastDays, type CountOptions } from './count-facts.ts'
import { insertInventedFacts, markDueForSums, sumInventedDims } from './demo-fact-queries.ts'
import { listMetrics, type Metric } from './metrics.ts'
import { rollUpDistrict } from './roll-up.ts'

/** The holidays of every year, as month and day. */
const holidays = [
  ['01-18', '02-22'],
  ['04-04', '04-06'],
  ['05-01', '05-05'],
  ['07-01', '08-31'],
  ['10-01', '10-07'],
] as const

const isHoliday = (day: string) => holidays.some(([from, to]) => day.slice(5) >= from && day.slice(5) <= to)
const isWorkDay = (day: string) => getWeekday(day) <= 5 && !isHoliday(day)

interface PastDays {
  /** Days up to yesterday that are counted from the rows of the district; today is begun. */
  counted: number
  /** Days before them, whose figures are invented from those. */
  invented: number
}

/**
 * Gives a demo district the figures of two years: the last weeks as its rows are, the time before invented around their
 * means, with days off as gaps and more leave in winter. Only for demo districts and proofs of size.
 */
export async function seedPastFacts(options: CountOptions, { counted, invented }: PastDays): Promise<number> {
  const { app, cells, district, now } = options
  const today = dayOf(now)
  const first = addDays(today, -counted)
  await countPastDays(options, listDays(first, addDays(today, -2)))
  await countNightly(options)
  const days = listDays(addDays(first, -invented), addDays(first, -1))
  const facts = await inDistrict(cells, district, async (db) => {
    await extendTimeouts(db, 10)
    return inventFacts({ app, actor: createJobActor(district), db, now, requestId: newId() }, days)
  })
  await rollUpDistrict(options, district)
  return facts
}

/** Returns the number of rows. */
export async function inventFacts(ctx: Ctx, days: readonly string[]): Promise<number> {
  for (const table of ['metric_fact', 'metric_rollup'])
    await ensureMonthPartitions(
      ctx.db,
      table,
      new Date(`${days[0]!.slice(0, 7)}-01T00:00:00Z`),
      Math.ceil(days.length / 28) + 1,
    )
  const workDays = days.filter(isWorkDay)
  let rows = 0
  for (const metric of listMetrics(ctx)) {
    const { code, spec, isOfWorkDays } = metric
    const shape = { code, days: isOfWorkDays ? workDays : days, kind: spec.kind, season: getSeason(metric) }
    rows += await insertInventedFacts(ctx.db, shape, ctx.now)
    if (spec.dims) await sumInventedDims(ctx.db, shape, ctx.now)
    if (spec.acrossOrgs !== 'none') await markDueForSums(ctx.db, shape, ctx.now)
  }
  return rows
}

/** How much more there is in January than on average, as a part of it. */
const getSeason = ({ spec: { kind }, isOfWorkDays }: Metric) => (isOfWorkDays && kind === 'sum' ? 0.3 : 0)
