import { beforeAll, expect, it } from 'vitest'
import { getWeekday, listDays } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { publishFacts, readMetric } from './api.ts'
import { inventFacts } from './demo-facts.ts'
import { ago, createMetricWorld, today } from './metric.fixture.ts'
import { updatePositions } from './position-queries.ts'

const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createMetricWorld>>
/** A term with the holiday of May. */
const days = listDays('2026-03-01', '2026-06-15')

beforeAll(async () => {
  world = await createMetricWorld(database)
  const { east, north, west } = world
  await as(createActor(), async (ctx) => {
    await updatePositions(ctx.db, today)
    const counted = listDays(ago(5), ago(1))
    const publish = (code: string, orgId: string, value: number, more = {}) =>
      publishFacts(
        ctx,
        code,
        counted.map((day) => ({ orgId, day, facts: [{ value, ...more }] })),
      )
    for (const { id } of [east, north, west]) {
      await publish('trial.open', id, 1200)
      await publish('trial.rate', id, 950, { of: 1000 })
      await publish('trial.away', id, 12, { dims: { kind: 'sick' } })
    }
    await inventFacts(ctx, days)
  })
  await world.rollUp()
})

it('invents figures around the counted ones, and leaves days off as gaps', async () => {
  const query = { orgId: world.east.id, from: days[0]!, to: days.at(-1)!, by: 'day' as const }
  const [pupils, rate] = await as(world.principal, (ctx) =>
    readMetric(ctx, { codes: ['trial.open', 'trial.rate'], ...query }),
  )
  const weekend = pupils!.values.filter(({ key }) => getWeekday(key) > 5)
  expect(weekend.length).toBeGreaterThan(15)
  expect(weekend.filter(({ value }) => value !== null)).toEqual([])
  const worked = pupils!.values.flatMap(({ value }) => value ?? [])
  for (const value of worked) expect(Math.abs(value - 1200)).toBeLessThan(20)
  for (const value of rate!.values.flatMap((one) => one.value ?? [])) expect(Math.abs(value - 95)).toBeLessThan(5)
})

it('sums of the district are those of its schools, and the whole that of its dimensions', async () => {
  const day = '2026-05-13'
  const at = { codes: ['trial.away'], orgId: world.bureau.id, from: day, to: day }
  const read = (by: 'period' | 'dims' | 'org') => as(world.chief, (ctx) => readMetric(ctx, { ...at, by }))
  const sum = (values: readonly { value: number | null }[]) => values.reduce((all, { value }) => all + (value ?? 0), 0)
  const [whole] = await read('period')
  const [kinds] = await read('dims')
  const [orgs] = await read('org')
  expect(whole!.values[0]!.value).toBe(sum(kinds!.values))
  expect(whole!.values[0]!.value).toBe(sum(orgs!.values))
})
