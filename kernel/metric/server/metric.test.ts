import { beforeAll, expect, it } from 'vitest'
import { addDays, districtId, emptyScope, Ret, startOfDay, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { drillDown, listMissing, publishFacts, readMetric, recountMetrics, type MetricQuery } from './api.ts'
import { countNightly } from './count-facts.ts'
import { ago, countStatements, createMetricWorld, keyOf, today, trialCodes } from './metric.fixture.ts'

const database = useDatabase()
const { as } = database
let world: Awaited<ReturnType<typeof createMetricWorld>>

beforeAll(async () => {
  world = await createMetricWorld(database)
})

const publish = (
  code: string,
  orgId: string,
  day: string,
  facts: Parameters<typeof publishFacts>[2][number]['facts'],
) => as(world.chief, (ctx) => publishFacts(ctx, code, [{ orgId, day, facts }]))
const read = async (who: Actor, code: string, query: Omit<MetricQuery, 'codes'>) =>
  (await as(who, (ctx) => readMetric(ctx, { codes: [code], ...query })))[0]!.values
const on = (day: string) => ({ from: day, to: day })
const valueOf = async (code: string, orgId: string, day: string) =>
  (await read(world.chief, code, { orgId, ...on(day) }))[0]!
/** When the tests began their day: they may run past the next midnight. */
const midnight = startOfDay(today)
const nightly = (now: Date) =>
  countNightly({ app: database.app, cells: database.cells, district: districtId(1), now, log: { error: () => {} } })

it('rates are added up and never averaged, and the level is that of the last day', async () => {
  const { bureau, cluster, east, north, west } = world
  const day = ago(10)
  await publish('trial.rate', east.id, day, [{ value: 10, of: 10 }])
  await publish('trial.rate', north.id, day, [{ value: 0, of: 90 }])
  await publish('trial.rate', west.id, day, [{ value: 100, of: 100 }])
  await publish('trial.open', east.id, day, [{ value: 7 }])
  await publish('trial.open', east.id, addDays(day, 2), [{ value: 3 }])
  await publish('trial.open', west.id, addDays(day, 2), [{ value: 1 }])
  await world.rollUp()
  // The mean of the two schools would be 50 %.
  expect(await valueOf('trial.rate', cluster.id, day)).toMatchObject({ value: 10, of: 100 })
  expect(await valueOf('trial.rate', bureau.id, day)).toMatchObject({ value: 55, of: 200 })
  const period = { orgId: bureau.id, from: day, to: addDays(day, 4) }
  expect((await read(world.chief, 'trial.open', period))[0]).toMatchObject({ value: 4 })
  // The day between was a day off: a gap, no zero, also in the sum over days.
  const days = await read(world.chief, 'trial.open', { ...period, by: 'day' })
  expect(days.map(({ value }) => value)).toEqual([7, null, 4, null, null])
  const [whole] = await read(world.chief, 'trial.open', { orgId: bureau.id, ...on(addDays(day, 2)) })
  expect(whole!.before).toMatchObject({ day, value: 7 })
  const schools = await read(world.chief, 'trial.rate', { orgId: bureau.id, ...on(day), by: 'org' })
  expect(schools.map(({ label, value }) => [label, value])).toEqual([
    ['城东学区', 10],
    ['城西中学', 100],
  ])
})

it('a school that reports later is no drop in a level of the district', async () => {
  const { bureau, cluster, east, north, west } = world
  const day = ago(25)
  await publish('trial.open', east.id, day, [{ value: 10 }])
  await publish('trial.open', north.id, day, [{ value: 20 }])
  await publish('trial.open', west.id, day, [{ value: 5 }])
  await publish('trial.open', west.id, addDays(day, 1), [{ value: 6 }])
  await publish('trial.open', east.id, addDays(day, 2), [{ value: 11 }])
  await world.rollUp()
  const period = { from: day, to: addDays(day, 2) }
  expect((await read(world.chief, 'trial.open', { orgId: bureau.id, ...period }))[0]).toMatchObject({ value: 37 })
  const below = await read(world.chief, 'trial.open', { orgId: bureau.id, ...period, by: 'org' })
  expect(below.map(({ value }) => value)).toEqual([31, 6])
  const days = await read(world.chief, 'trial.open', { orgId: cluster.id, ...period, by: 'day' })
  expect(days.map(({ value }) => value)).toEqual([30, null, 11])
})

it('dimensions are added up, and together they are the whole', async () => {
  const { bureau, east, west } = world
  const kinds = (sick: number, own: number) => [
    { value: sick, dims: { kind: 'sick' } },
    { value: own, dims: { kind: 'private' } },
  ]
  for (const day of [ago(9), ago(8)]) await publish('trial.away', east.id, day, kinds(2, 1))
  await publish('trial.away', west.id, ago(8), kinds(0.5, 4))
  await world.rollUp()
  const period = { orgId: bureau.id, from: ago(9), to: ago(8) }
  expect((await read(world.chief, 'trial.away', period))[0]!.value).toBe(10.5)
  const values = await read(world.chief, 'trial.away', { ...period, by: 'dims' })
  expect(values.map(({ dims, value }) => [dims, value])).toEqual([
    [{ kind: 'private' }, 6],
    [{ kind: 'sick' }, 4.5],
  ])
  // Without words of the module a value is one already; a code that has none is never shown.
  expect(values.map(({ label }) => label)).toEqual(['private', 'sick'])
  database.contribute('metricDimLabels', { code: 'trial.away', dim: 'kind', labels: { sick: '病假' } })
  const named = await read(world.chief, 'trial.away', { ...period, by: 'dims' })
  expect(named.map(({ label }) => label)).toEqual(['其他', '病假'])
  const wrong = [{ value: 1, dims: { sort: 'sick' } }]
  await expect(publish('trial.away', east.id, ago(8), wrong)).rejects.toThrow('has not the form')
  await expect(publish('trial.rate', east.id, ago(8), [{ value: 1 }])).rejects.toThrow('has not the form')
  await expect(publish('trial.open', east.id, addDays(today, 2), [{ value: 1 }])).rejects.toThrow('is to come')
})

it('the night counts every organisation; days off are gaps and a silent school is named', async () => {
  const { bureau, cluster, east, north, west, source, closedDays, chief } = world
  const now = new Date(`${ago(4)}T00:30:00+08:00`)
  const [friday, sunday] = [ago(6), ago(5)]
  for (const school of [east, north, west])
    for (const day of [friday, sunday]) source.set(keyOf('trial.rate', school.id, day), [{ value: 4, of: 5 }])
  source.set(keyOf('trial.rate', north.id, friday), [])
  source.set(keyOf('trial.rate', bureau.id, friday), null)
  source.set(keyOf('trial.open', west.id, friday), 'fails')
  source.set(keyOf('trial.open', east.id, friday), [{ value: 2 }])
  closedDays.add(sunday)
  // One of the nights was missed.
  await nightly(new Date(now.getTime() - 24 * 3600_000))
  await nightly(now)
  await world.rollUp(now)
  expect(await valueOf('trial.rate', bureau.id, friday)).toMatchObject({
    value: 80,
    of: 10,
    complete: { reported: 2, expected: 3 },
  })
  expect(await valueOf('trial.rate', cluster.id, friday)).toMatchObject({ complete: { reported: 1, expected: 2 } })
  expect(await valueOf('trial.rate', north.id, friday)).toMatchObject({
    value: null,
    complete: { reported: 0, expected: 1 },
  })
  expect(await valueOf('trial.rate', bureau.id, sunday)).toMatchObject({
    value: null,
    complete: { reported: 0, expected: 0 },
  })
  const missing = await as(chief, (ctx) => listMissing(ctx, 'trial.rate', { orgId: bureau.id, day: friday }))
  expect(missing.map(({ name }) => name)).toEqual(['城北小学'])
  // No kinds at all is zero of each; a query that fails stops nothing.
  expect(await valueOf('trial.away', bureau.id, friday)).toMatchObject({ value: 0 })
  expect(await valueOf('trial.open', bureau.id, friday)).toMatchObject({ value: 2 })
})

it('what is reported late is in the sums of every level after a minute, and only those are added up', async () => {
  const { bureau, cluster, north, source, chief } = world
  const day = ago(6)
  expect(await world.rollUp()).toEqual({ due: 0, cells: 0 })
  const others = () => database.sql('select * from tenant.metric_rollup where day <> $1 order by 2, 3, 4, 5', [day])
  const before = await others()
  source.set(keyOf('trial.rate', north.id, day), [{ value: 5, of: 5 }])
  await as(chief, (ctx) =>
    recountMetrics({ ...ctx, now: midnight }, ['trial.rate'], { orgId: north.id, days: [day, day, addDays(today, 2)] }),
  )
  const minute = new Date(Date.now() + 60_000)
  expect(await world.rollUp(minute)).toEqual({ due: 1, cells: 2 })
  expect(await valueOf('trial.rate', cluster.id, day)).toMatchObject({ value: 90, asOf: minute.toISOString() })
  expect(await valueOf('trial.rate', bureau.id, day)).toMatchObject({
    value: 86.67,
    complete: { reported: 3, expected: 3 },
  })
  expect(await others()).toEqual(before)
  const reports = await database.sql(
    'select state from tenant.metric_report where org_id = $1 and code = $2 and day = $3',
    [north.id, 'trial.rate', day],
  )
  expect(reports).toEqual([{ state: 'late' }])
  // The same again changes nothing, and costs nothing.
  await publish('trial.rate', north.id, day, [{ value: 5, of: 5 }])
  expect(await world.rollUp()).toEqual({ due: 0, cells: 0 })
})

it('a figure that waits for its sum, and is counted again as it is, is in the sum', async () => {
  const { bureau, west, source, chief } = world
  const day = ago(13)
  source.set(keyOf('trial.open', west.id, day), [{ value: 6 }])
  await publish('trial.open', west.id, day, [{ value: 6 }])
  await as(chief, (ctx) => recountMetrics(ctx, ['trial.open'], { orgId: west.id, days: [day] }))
  await world.rollUp()
  expect(await valueOf('trial.open', bureau.id, day)).toMatchObject({ value: 6 })
})

it('a query with an answer of a wrong form stops nothing, and a dimension may have a long name', async () => {
  const { bureau, east, west, source } = world
  const day = ago(18)
  source.set(keyOf('trial.open', west.id, day), [{ value: Number.NaN }])
  source.set(keyOf('trial.away', west.id, day), [{ value: 1 }])
  source.set(keyOf('trial.users', west.id, day), [{ value: 4 }])
  const kind = `${'很'.repeat(60)} 100%&a=b+c`
  source.set(keyOf('trial.away', east.id, day), [{ value: 2, dims: { kind } }])
  await nightly(new Date(`${ago(17)}T00:30:00+08:00`))
  await world.rollUp()
  expect(await valueOf('trial.users', bureau.id, day)).toMatchObject({ value: 4 })
  expect(await valueOf('trial.open', west.id, day)).toMatchObject({ value: null })
  const values = await read(world.chief, 'trial.away', { orgId: bureau.id, ...on(day), by: 'dims' })
  expect(values.map(({ dims, value }) => [dims, value])).toEqual([[{ kind }, 2]])
})

it('a figure that was a mistake goes away on every level', async () => {
  const { bureau, west } = world
  const day = ago(20)
  await publish('trial.away', west.id, day, [{ value: 3, dims: { kind: 'sick' } }])
  await world.rollUp()
  expect(await valueOf('trial.away', bureau.id, day)).toMatchObject({ value: 3 })
  await publish('trial.away', west.id, day, 'closed')
  await world.rollUp()
  expect(await valueOf('trial.away', bureau.id, day)).toMatchObject({ value: null, asOf: null })
  expect(await read(world.chief, 'trial.away', { orgId: bureau.id, ...on(day), by: 'dims' })).toEqual([])
})

it('days of different people are not added, and neither are organisations that count the same', async () => {
  const { bureau, east, west } = world
  for (const day of [ago(15), ago(14)]) {
    await publish('trial.users', east.id, day, [{ value: 5 }])
    await publish('trial.users', west.id, day, [{ value: 2 }])
    await publish('trial.apart', east.id, day, [{ value: 9 }])
    await publish('trial.apart', west.id, day, [{ value: 8 }])
    await publish('trial.apart', bureau.id, day, [{ value: 3 }])
  }
  await world.rollUp()
  expect(await valueOf('trial.users', bureau.id, ago(14))).toMatchObject({ value: 7 })
  const [period] = await read(world.chief, 'trial.users', { orgId: bureau.id, from: ago(15), to: ago(14) })
  expect(period!.value).toBeNull()
  expect(await valueOf('trial.apart', bureau.id, ago(14))).toMatchObject({ value: null })
  expect(await valueOf('trial.apart', bureau.id, ago(13))).toMatchObject({ value: null, before: null })
  expect(await valueOf('trial.apart', east.id, ago(14))).toMatchObject({ value: 9 })
})

it('few people are hidden from readers above the school, together with a second value', async () => {
  const { bureau, cluster, east, north, principal, chief } = world
  const day = ago(12)
  await publish('trial.few', east.id, day, [{ value: 3 }])
  await publish('trial.few', north.id, day, [{ value: 8 }])
  await world.rollUp()
  expect((await read(principal, 'trial.few', { orgId: east.id, ...on(day) }))[0]).toMatchObject({ value: 3 })
  expect(await valueOf('trial.few', east.id, day)).toMatchObject({ value: null, of: null, isMasked: true })
  expect(await valueOf('trial.few', bureau.id, day)).toMatchObject({ value: 11, isMasked: false })
  // 11 - 8 would be the 3.
  const schools = await read(chief, 'trial.few', { orgId: cluster.id, ...on(day), by: 'org' })
  expect(schools.map(({ value, isMasked }) => [value, isMasked])).toEqual([
    [null, true],
    [null, true],
  ])
})

it('nobody reads beyond the scope, the exposure or the district', async () => {
  const { bureau, cluster, east, west, principal, chief, reader } = world
  const day = ago(12)
  await publish('trial.health', east.id, day, [{ value: 3 }])
  const refused = (who: Actor, code: string, orgId: string, by?: 'org') =>
    expect(read(who, code, { orgId, ...on(day), ...(by ? { by } : {}) })).rejects.toMatchObject({ ret: Ret.notFound })
  await refused(principal, 'trial.few', west.id)
  await refused(principal, 'trial.few', bureau.id)
  await refused(chief, 'trial.health', east.id)
  await refused(createActor({ orgId: east.id }), 'trial.few', east.id)
  const classTeacher = reader(east, { ...emptyScope, classesOf: principal.userId })
  await refused(classTeacher, 'trial.few', east.id)
  // Only the organisation itself: not the sum of all below it.
  await refused(reader(bureau, { ...emptyScope, orgIds: [bureau.id] }), 'trial.few', bureau.id)
  // Whoever has one of the schools has no sum, and of the list only this one.
  expect(await read(principal, 'trial.few', { orgId: cluster.id, ...on(day), by: 'org' })).toHaveLength(1)
  const abroad = createActor({ ...chief, districtId: database.away }, Object.fromEntries(chief.permissions))
  await refused(abroad, 'trial.few', bureau.id)
  const readable = await as(chief, (ctx) =>
    readMetric(ctx, { codes: ['trial.few', 'trial.health'], orgId: east.id, ...on(day) }),
  )
  expect(readable.map(({ code }) => code)).toEqual(['trial.few'])
})

it('leads to the list behind a value, with its filter', async () => {
  const { east, west, principal } = world
  const cell = { orgId: east.id, ...on(ago(8)), dims: { kind: 'sick' } }
  const link = await as(principal, (ctx) => drillDown(ctx, 'trial.away', cell))
  expect(decodeURIComponent(link!)).toBe(
    `/application/trial/list?status=away&kind=sick&org=${east.id}&day=${ago(8)}~${ago(8)}`,
  )
  expect(await as(principal, (ctx) => drillDown(ctx, 'trial.open', { orgId: east.id, ...on(ago(8)) }))).toContain(
    'openedAt=',
  )
  await expect(as(principal, (ctx) => drillDown(ctx, 'trial.away', { ...cell, orgId: west.id }))).rejects.toMatchObject(
    {
      ret: Ret.notFound,
    },
  )
})

it('a module says which rows of its page are behind a value, or that there are none', async () => {
  const { east, north, principal, chief } = world
  const asked: object[] = []
  database.contribute('metricLinks', {
    code: 'trial.users',
    findFilter: (figure) => {
      asked.push(figure)
      return figure.from === figure.to ? { date: figure.from } : null
    },
  })
  const drill = (who: Actor, from: string, to: string, orgId = east.id) =>
    as(who, (ctx) => drillDown({ ...ctx, now: midnight }, 'trial.users', { orgId, from, to }))
  expect(await drill(principal, ago(3), ago(3))).toBe(`/application/trial/list?date=${ago(3)}`)
  expect(await drill(chief, ago(3), ago(2), north.id)).toBeNull()
  expect(asked).toMatchObject([{ isOwn: true, today, dims: {} }, { isOwn: false }])
})

it('a school that moves leaves its history with the former parents', async () => {
  const { bureau, cluster, north } = world
  const former = ago(6)
  const value = await valueOf('trial.rate', cluster.id, former)
  await database.sql('update tenant.organisation set parent_id = $1, path = text2ltree($2) where id = $3', [
    bureau.id,
    `${bureau.path}.${north.id.replaceAll('-', '')}`,
    north.id,
  ])
  await nightly(midnight)
  await publish('trial.rate', north.id, today, [{ value: 1, of: 2 }])
  // A late correction of a day before the move.
  await publish('trial.rate', north.id, former, [{ value: 4, of: 5 }])
  await world.rollUp()
  expect(await valueOf('trial.rate', cluster.id, former)).toMatchObject({ value: value.value! - 10, of: value.of })
  expect(await valueOf('trial.rate', cluster.id, today)).toMatchObject({ value: null })
  expect(await valueOf('trial.rate', bureau.id, today)).toMatchObject({ value: 50, of: 2 })
})

it('many metrics take as many statements as one', async () => {
  const { bureau, chief } = world
  const query = { orgId: bureau.id, from: ago(20), to: today }
  const count = (codes: string[], by: MetricQuery['by']) =>
    countStatements(database, chief, (ctx) => readMetric(ctx, { codes, ...query, by: by! }))
  expect(await count(['trial.rate'], 'period')).toBe(3)
  const open = trialCodes.filter((code) => !['trial.few', 'trial.cases'].includes(code))
  // The last figures of levels.
  expect(await count(open, 'period')).toBe(4)
  expect(await count(open, 'org')).toBe(3)
  // Which small cells are hidden, of all metrics at once.
  expect(await count(trialCodes, 'period')).toBe(6)
  expect(await count(trialCodes, 'org')).toBe(5)
  await expect(read(chief, 'trial.rate', { ...query, from: ago(400) })).rejects.toThrow('查询区间不能超过一年')
})
