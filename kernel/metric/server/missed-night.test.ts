import { beforeAll, expect, it } from 'vitest'
import { addDays, districtId, startOfDay } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { readMetric } from './api.ts'
import { countHourly, countNightly } from './count-facts.ts'
import { createMetricWorld, keyOf, today } from './metric.fixture.ts'

const database = useDatabase()
let world: Awaited<ReturnType<typeof createMetricWorld>>
const tomorrow = addDays(today, 1)
const at = (day: string, hours: number) => new Date(startOfDay(day).getTime() + hours * 3600_000)
const options = (now: Date) => ({
  app: database.app,
  cells: database.cells,
  district: districtId(1),
  now,
  log: { error: () => {} },
})
const usersOn = async (day: string) =>
  (
    await database.as(world.principal, (ctx) =>
      readMetric(ctx, { codes: ['trial.users'], orgId: world.east.id, from: day, to: day }),
    )
  )[0]!.values[0]!.value

beforeAll(async () => {
  world = await createMetricWorld(database)
  for (const day of [today, tomorrow]) world.source.set(keyOf('trial.users', world.east.id, day), [{ value: 4 }])
  await countNightly(options(at(today, 0.5)))
})

it('the hours count no day that the night has begun, and make up for a night that was missed', async () => {
  expect(await usersOn(today)).toBe(4)
  // Before the night has had its time.
  await countHourly(options(at(tomorrow, 0.1)))
  expect(await usersOn(tomorrow)).toBeNull()
  await countHourly(options(at(tomorrow, 9.1)))
  expect(await usersOn(tomorrow)).toBe(4)
})
