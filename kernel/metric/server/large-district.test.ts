import { sql } from 'kysely'
import { beforeAll, expect, it } from 'vitest'
import { extendTimeouts } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { aSchool } from '#kernel/org/server/example.ts'
import { publishFacts, readMetric } from './api.ts'
import { ago, createMetricWorld, today, trialCodes } from './metric.fixture.ts'
import { updatePositions } from './position-queries.ts'

/** `pnpm proof metric-cells --long` takes 150 schools with a year of eight metrics, and checks the seconds. */
const schoolCount = Number(process.env['QIMING_METRIC_SCHOOLS'] ?? 20)
const dayCount = Number(process.env['QIMING_METRIC_DAYS'] ?? 30)
const isTimed = process.env['QIMING_METRIC_TIMED'] === '1'

const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createMetricWorld>>
let schoolId = ''
const year = { from: ago(dayCount), to: ago(1) }

/** A limit is three times the goal, for a busy machine. */
async function timed<T>(what: string, goal: number, work: () => Promise<T>): Promise<T> {
  const began = performance.now()
  const result = await work()
  const seconds = (performance.now() - began) / 1000
  console.log(`metric: ${schoolCount} schools, ${dayCount} days: ${what} ${seconds.toFixed(3)} s`)
  expect({ what, isQuick: !isTimed || seconds <= goal * 3 }).toEqual({ what, isQuick: true })
  return result
}

beforeAll(async () => {
  world = await createMetricWorld(database)
  await database.ensurePartitions(ago(dayCount + 31), Math.ceil(dayCount / 30) + 3)
  await as(createActor(), async (ctx) => {
    await extendTimeouts(ctx.db, 10)
    for (let at = 3; at < schoolCount; at++)
      schoolId = (await aSchool(ctx, at % 3 === 0 ? world.cluster : world.bureau, `第${at}中学`)).id
    await updatePositions(ctx.db, today)
    // Facts as rows: how they are written is shown elsewhere.
    await sql`
      insert into metric_fact (org_id, code, day, value, total, counted_at)
      select o.id, code, day, 1 + extract(day from day)::int, case when code = 'trial.rate' then 40 end, now()
      from v_org o, unnest(${trialCodes}::text[]) as code, generate_series(${year.from}::date, ${year.to}::date, '1 day') as day
      where o.type = 'school'
    `.execute(ctx.db)
    await sql`
      insert into metric_due (code, org_id, day, is_recounted, due_at)
      select distinct on (code, day, p.path) f.code, f.org_id, f.day, false, now()
      from metric_fact f join v_org o on o.id = f.org_id join v_org p on p.id = o.parent_id
      order by code, day, p.path
    `.execute(ctx.db)
  })
  await database.sql('analyze')
}, 600_000)

it('a year of a district is added up in pieces, and read at once', async () => {
  const { due } = await timed('all sums of the year', 120, () => world.rollUp())
  expect(due).toBe(dayCount * trialCodes.length * 2)
  await database.sql('vacuum analyze')
  const { bureau, chief } = world
  const query = { codes: trialCodes, orgId: bureau.id, ...year }
  // One of them has small cells: whether they are hidden is decided from all schools and days.
  const board = await timed('eight metrics of the district for the year', 0.5, () =>
    as(chief, (ctx) => readMetric(ctx, query)),
  )
  expect(board).toHaveLength(trialCodes.length - 1)
  const days = await timed('the same by day', 0.5, () => as(chief, (ctx) => readMetric(ctx, { ...query, by: 'day' })))
  expect(days[0]!.values).toHaveLength(dayCount)
  const schools = await timed('the same by organisation', 0.8, () =>
    as(chief, (ctx) => readMetric(ctx, { ...query, by: 'org' })),
  )
  expect(schools[0]!.values.length).toBeGreaterThan(schoolCount / 2)
  await timed('yesterday by organisation: the matrix', 0.1, () =>
    as(chief, (ctx) => readMetric(ctx, { ...query, from: ago(1), to: ago(1), by: 'org' })),
  )
}, 600_000)

it('a late figure costs as much in a year as in a day', async () => {
  const day = ago(Math.min(20, dayCount - 1))
  await as(world.chief, (ctx) => publishFacts(ctx, 'trial.open', [{ orgId: schoolId, day, facts: [{ value: 99 }] }]))
  const result = await timed('one late figure on all levels', 0.1, () => world.rollUp())
  expect(result.due).toBe(1)
  expect(result.cells).toBeLessThanOrEqual(2)
  const written = await database.sql<{ day: string }>(
    'select distinct day from tenant.metric_rollup where counted_at = (select max(counted_at) from tenant.metric_rollup)',
  )
  expect(written.map((one) => one.day)).toEqual([day])
}, 60_000)
