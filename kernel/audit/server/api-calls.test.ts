import { afterAll, beforeAll, expect, it } from 'vitest'
import { dayOf, emptyScope, newId, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { openApiCallLog, recordApiCalls, type ApiCall } from './api.ts'
import { getApiStat, listApiCalls } from './api-calls.ts'

const database = useDatabase()
const { as, home } = database
const failures: unknown[] = []
let log: ReturnType<typeof openApiCallLog>
beforeAll(() => void (log = openApiCallLog(database.cells, (error) => failures.push(error))))
afterAll(() => log.close())

const reader = createActor({ districtId: home }, { 'api-log.read': wholeDistrict })
const call = (at: Date, facts: Partial<ApiCall> = {}): ApiCall => ({
  at,
  appKey: 'app-of-a-vendor',
  interface: '教师名单',
  path: '/api/open/v1/teachers',
  orgCount: 3,
  rowCount: 120,
  httpStatus: 200,
  ret: 1,
  ms: 40,
  bytes: 2_048,
  address: '10.2.3.4',
  quotaLeft: 9_000,
  requestId: newId(),
  ...facts,
})
/** 09:00 in China. */
const nine = new Date(`${dayOf(new Date())}T09:00:00+08:00`)
const at = (minute: number, second = 0) => new Date(nine.getTime() + minute * 60_000 + second * 1000)
const hour = { from: nine.toISOString(), to: at(60).toISOString() }

it('shows an outage of three minutes at 09:40, and nothing else', async () => {
  const calls = Array.from({ length: 60 * 20 }, (_, index) => {
    const minute = Math.floor(index / 20)
    const isDown = minute >= 40 && minute < 43
    // A refusal is the caller's mistake, not an outage.
    const usual = index % 20 === 7 ? { httpStatus: 401, ret: -8 } : {}
    return call(at(minute, (index % 20) * 3), isDown ? { httpStatus: 503, ret: -500, ms: 3_000 } : usual)
  })
  await as(reader, (ctx) => recordApiCalls(ctx.db, calls))
  const minutes = await as(reader, (ctx) => getApiStat(ctx, hour))
  expect(minutes.map(({ calls: count }) => count)).toEqual(Array.from({ length: 60 }, () => 20))
  const down = minutes.filter(({ errors }) => errors > 0)
  expect(down).toEqual(
    [40, 41, 42].map((minute) => ({ at: at(minute).toISOString(), calls: 20, errors: 20, p95: 3_000 })),
  )
  expect(minutes.filter(({ p95 }) => p95 > 40)).toEqual(down)
  expect(await as(reader, (ctx) => getApiStat(ctx, { ...hour, appKey: 'another' }))).toEqual([])
})

it('is asked for a day at most, and only by readers of the whole district', async () => {
  const ask = (to: Date, who = reader) => as(who, (ctx) => getApiStat(ctx, { from: hour.from, to: to.toISOString() }))
  await expect(ask(at(24 * 60 + 1))).rejects.toThrow('时间范围不超过一天')
  await expect(ask(at(-1))).rejects.toThrow('结束时间应晚于开始时间')
  const ofSchool = createActor({ districtId: home }, { 'api-log.read': { ...emptyScope, orgIds: [newId()] } })
  await expect(ask(at(60), ofSchool)).rejects.toThrow()
})

it('is written in batches, all of it when the server stops', async () => {
  const now = new Date()
  for (let index = 0; index < 2_500; index++)
    log.note(home, call(now, { interface: `接口${index % 3}`, appKey: 'batch' }))
  const written = () => database.sql("select outcome from tenant.api_call_log where app_key = 'batch'")
  expect(await written()).toHaveLength(0)
  await log.close()
  expect(await written()).toHaveLength(2_500)
  expect(failures).toEqual([])
  const query = { keyword: 'batch', orgId: null, pageNumber: 1, pageSize: 10 }
  expect(await as(reader, (ctx) => listApiCalls({ ...ctx, now }, query))).toMatchObject({
    itemCount: 2_500,
    items: expect.arrayContaining([expect.objectContaining({ outcome: 'done', rowCount: 120, quotaLeft: 9_000 })]),
  })
})
