import { beforeAll, expect, it } from 'vitest'
import { addDays, districtId, startOfDay } from '#packages/core'
import type { ChangedDays } from '#packages/crud'
import { createActor, useDatabase } from '#packages/testing'
import { aDepartment, aSchool } from '#kernel/org/server/example.ts'
import { listMissing, readMetric, recountMetrics } from './api.ts'
import { countNightly } from './count-facts.ts'
import { runMinute } from './example.ts'
import { followChanges } from './follow-changes.ts'
import { ago, countStatements, createMetricWorld, keyOf, today } from './metric.fixture.ts'
import { recount, rollUpDue } from './roll-up.ts'

const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createMetricWorld>>
/** What the sources find, whatever the moment. */
let changed: ChangedDays[] | 'fails' = []
const asked: Date[] = []

beforeAll(async () => {
  world = await createMetricWorld(database)
  const listChanged = async (_: unknown, since: Date) => {
    asked.push(since)
    if (changed === 'fails') throw new Error('this query fails')
    return changed
  }
  database.contribute(
    'metricChanges',
    { key: 'trial', codes: ['trial.rate', 'trial.users'], listChanged },
    { key: 'trial-now', codes: ['trial.open'], isOfNow: true, listChanged },
    { key: 'trial-said', codes: ['trial.few'] },
  )
})

/** The tests began their day then, and may run past the next midnight. */
const noon = new Date(startOfDay(today).getTime() + 12 * 3600_000)
const minutesLater = (minutes: number) => new Date(noon.getTime() + minutes * 60_000)
const valueOf = async (code: string, orgId: string, day = today) =>
  (await as(world.chief, (ctx) => readMetric(ctx, { codes: [code], orgId, from: day, to: day })))[0]!.values[0]!
const countNight = (now: Date) =>
  countNightly({ app: database.app, cells: database.cells, district: districtId(1), now, log: { error: () => {} } })

it('a day begins with those who have yet to report, and follows them', async () => {
  const { bureau, east, north, west, source, chief } = world
  for (const school of [east, north, west]) source.set(keyOf('trial.users', school.id, today), [{ value: 0 }])
  await countNight(startOfDay(today))
  await runMinute(database, [], noon)
  expect(await valueOf('trial.rate', bureau.id)).toMatchObject({ value: null, complete: { reported: 0, expected: 3 } })
  source.set(keyOf('trial.rate', east.id, today), [{ value: 9, of: 10 }])
  source.set(keyOf('trial.users', east.id, today), [{ value: 7 }])
  changed = [{ orgId: east.id, days: [today, addDays(today, 1)] }]
  await runMinute(database, [], minutesLater(1))
  changed = []
  expect(await valueOf('trial.rate', bureau.id)).toMatchObject({ value: 90, complete: { reported: 1, expected: 3 } })
  expect(await valueOf('trial.users', bureau.id)).toMatchObject({ value: 7 })
  const missing = await as(chief, (ctx) => listMissing(ctx, 'trial.rate', { orgId: bureau.id, day: today }))
  expect(missing.map(({ name }) => name).toSorted()).toEqual(['城北小学', '城西中学'])
  // Nobody is late on the day itself.
  expect(await database.sql(`select from tenant.metric_report where state = 'late'`)).toEqual([])
})

it('each source is asked for the time since it answered last, a little more, and not for more than a day', async () => {
  asked.length = 0
  changed = []
  await runMinute(database, [], minutesLater(10))
  await runMinute(database, [], minutesLater(11))
  expect(asked.slice(-2)).toEqual([minutesLater(8), minutesLater(8)])
  changed = 'fails'
  await expect(runMinute(database, [], minutesLater(12))).rejects.toThrow('could not be counted')
  changed = []
  await runMinute(database, [], minutesLater(13))
  expect(asked.slice(-2)).toEqual([minutesLater(9), minutesLater(9)])
  await runMinute(database, [], minutesLater(13 + 3 * 24 * 60))
  expect(asked.at(-1)).toEqual(minutesLater(13 + 2 * 24 * 60 - 2))
})

it('past days are corrected where they were counted, and never by what is now', async () => {
  const { west, bureau, source } = world
  const [day, unknown] = [ago(3), ago(4)]
  for (const code of ['trial.rate', 'trial.users', 'trial.open'])
    source.set(keyOf(code, west.id, day), [{ value: 1, ...(code === 'trial.rate' ? { of: 2 } : {}) }])
  await countNight(startOfDay(addDays(day, 1)))
  for (const [code, value] of [
    ['trial.users', 5],
    ['trial.open', 5],
  ] as const)
    for (const one of [day, unknown, today]) source.set(keyOf(code, west.id, one), [{ value }])
  changed = [{ orgId: west.id, days: [day, unknown, today] }]
  await runMinute(database, [], minutesLater(4 * 24 * 60 - 12 * 60))
  changed = []
  expect(await valueOf('trial.users', bureau.id, day)).toMatchObject({ value: 5 })
  expect(await valueOf('trial.open', bureau.id, day)).toMatchObject({ value: 1 })
  expect(await valueOf('trial.users', bureau.id, unknown)).toMatchObject({ value: null })
  await as(world.chief, (ctx) => recountMetrics({ ...ctx, now: noon }, ['trial.open'], { orgId: west.id, days: [day] }))
  expect(await database.sql('select from tenant.metric_due where is_recounted')).toEqual([])
})

it('one changed school of many takes the same statements as one of few', async () => {
  const { bureau, cluster, east, source, chief } = world
  await as(chief, (ctx) => aDepartment(ctx, east))
  const measure = async (value: number) => {
    source.set(keyOf('trial.users', east.id, today), [{ value }])
    changed = [{ orgId: east.id, days: [today] }]
    const began = performance.now()
    const statements = await countStatements(database, chief, async (own) => {
      const ctx = { ...own, now: minutesLater(100) }
      await followChanges(ctx)
      await recount(ctx, { orgId: east.id, day: today })
      expect(await rollUpDue(ctx)).toEqual({ due: 1, cells: 2 })
    })
    const ms = performance.now() - began
    changed = []
    expect(await valueOf('trial.users', cluster.id)).toMatchObject({ value })
    return { statements, ms }
  }
  await measure(11)
  const few = await measure(12)
  await as(createActor(), async (ctx) => {
    for (let at = 3; at < 150; at++) await aSchool(ctx, bureau, `第${at}中学`)
  })
  const many = await measure(13)
  console.log(
    `metric: a changed school takes ${few.statements} statements of 3 schools (${few.ms.toFixed(0)} ms), ` +
      `${many.statements} of 150 (${many.ms.toFixed(0)} ms)`,
  )
  expect(many.statements).toBe(few.statements)
}, 120_000)
