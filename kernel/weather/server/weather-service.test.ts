import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { openEphemeralStore, type EphemeralStore } from '#packages/cache'
import { startOfDay } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { readWeatherProvider } from './weather-provider.ts'
import type { WeatherCtx } from './weather-ctx.ts'
import { createWeatherService, getAreaWeather, waitForRefreshes } from './weather-service.ts'

const database = useDatabase()
let simulator: Awaited<ReturnType<typeof startSimulator>>
beforeAll(async () => {
  simulator = await startSimulator('weather')
})
afterAll(() => simulator.stop())

const area = '330106'
const minute = 60_000
const hours = 60
const key = 'sim-weather-key'
let logged: { facts: object; text: string }[]
let stores: EphemeralStore[]
let round = 0

beforeEach(async () => {
  round++
  logged = []
  stores = []
  await simulator.control({})
  await simulator.ask('/calls', 'DELETE')
  return () => Promise.all(stores.map((store) => store.close()))
})
const listCalls = () => simulator.ask('/calls') as Promise<Record<string, number>>

/** A process of the API: its own service, and its own connection to the shared Redis. Times are minutes after 07:30. */
function startProcess(
  settings: Record<string, string> = {},
  redis: string = database.redis.redisUrl,
  change: (store: EphemeralStore) => EphemeralStore = (store) => store,
) {
  const provider = readWeatherProvider({
    QIMING_WEATHER_ENDPOINT: simulator.url,
    QIMING_WEATHER_KEY: key,
    ...settings,
  })!
  const prefix = `${database.redis.ephemeralStorePrefix}-${round}`
  // On a busy machine Redis seems to be slow.
  const opened = openEphemeralStore(redis, { prefix, timeoutMs: 10_000 })
  stores.push(opened)
  const ephemeralStore = change(opened)
  const app = { manifests: [], contributions: { weatherService: [createWeatherService(provider)] } }
  const log = { warn: (facts: object, text: string) => void logged.push({ facts, text }) }
  const at = (minutes: number): WeatherCtx => ({
    ...database.requestCtx(createActor(), new Date(startOfDay('2026-11-19').getTime() + (450 + minutes) * minute)),
    app,
    ephemeralStore,
    log: log as never,
  })
  const read = (minutes: number, of = area) => getAreaWeather(at(minutes), of)
  const settle = () => waitForRefreshes(at(0))
  return {
    read,
    settle,
    /** The answer after the refresh that a first read begins. */
    readRefreshed: async (minutes: number, of = area) => {
      await read(minutes, of)
      await settle()
      return read(minutes, of)
    },
  }
}

it('answers at once, and has the weather for the next reader', async () => {
  await simulator.control({ delayMs: 300 })
  const api = startProcess()
  expect(await api.read(0)).toBeNull()
  await api.settle()
  expect(await api.read(1)).toMatchObject({
    lives: [{ areaCode: area, weather: expect.any(String) }],
    forecasts: [{ areaCode: area }],
    asOf: '2026-11-18T23:30:00.000Z',
    stale: false,
  })
})

it('asks the provider once an area and 20 minutes for 12,000 boards on two processes', async () => {
  const processes = [startProcess(), startProcess()]
  const areas = ['330102', '330105', '330106', '330108', '330109', '330110']
  /** In bounded numbers at once, and spread over the minutes. */
  const readBoards = async (boards: number, from: number, minutes = 0) => {
    let next = 0
    const work = async () => {
      for (let board = next++; board < boards; board = next++)
        await processes[board % 2]!.read(from + (minutes * board) / boards, areas[board % areas.length]!)
    }
    await Promise.all(Array.from({ length: 100 }, work))
    await Promise.all(processes.map((one) => one.settle()))
  }
  const expectCalls = async (base: number, all: number) =>
    expect(await listCalls()).toEqual(
      Object.fromEntries(areas.flatMap((one) => [[`${one} base`, base], ...(all ? [[`${one} all`, all]] : [])])),
    )
  await readBoards(12_000, 0, 19.9)
  await expectCalls(1, 1)
  expect((await processes[1]!.read(15, areas[5]!))?.lives[0]?.areaCode).toBe(areas[5])
  // The second round is due; the forecast is not.
  await readBoards(1_200, 20.1)
  await expectCalls(2, 1)
  await readBoards(1_200, 39, 0.9)
  await expectCalls(2, 1)
})

it('fetches the forecast every three hours', async () => {
  const api = startProcess()
  for (let minutes = 0; minutes <= 3 * hours; minutes += 20) await api.readRefreshed(minutes)
  expect(await listCalls()).toEqual({ [`${area} base`]: 10, [`${area} all`]: 2 })
})

it('shows old weather with its time while the provider is down, and none after three hours', async () => {
  const api = startProcess()
  await api.readRefreshed(0)
  await simulator.control({ fail: '503' })
  expect(await api.readRefreshed(29)).toMatchObject({ stale: false, asOf: '2026-11-18T23:30:00.000Z' })
  expect(await api.readRefreshed(30)).toMatchObject({ stale: true, asOf: '2026-11-18T23:30:00.000Z' })
  expect(await api.readRefreshed(179)).toMatchObject({ stale: true, asOf: '2026-11-18T23:30:00.000Z' })
  expect(await api.readRefreshed(180)).toBeNull()
  expect(await api.readRefreshed(4 * hours)).toBeNull()
  await simulator.control({})
  // Tried at four hours; the next try is 20 minutes later.
  expect(await api.readRefreshed(4 * hours + 19)).toBeNull()
  expect(await api.readRefreshed(4 * hours + 20)).toMatchObject({ stale: false })
})

it('asks a provider that is down no more often', async () => {
  await simulator.control({ fail: '503' })
  const [one, other] = [startProcess(), startProcess()]
  for (let minutes = 0; minutes < 60; minutes++) {
    expect(await one.readRefreshed(minutes)).toBeNull()
    expect(await other.readRefreshed(minutes)).toBeNull()
  }
  expect(await listCalls()).toEqual({ [`${area} base`]: 3 })
})

it('keeps what it has when an answer is malformed', async () => {
  const api = startProcess()
  const before = await api.readRefreshed(0)
  for (const [at, fail] of ['html', 'truncated', 'no-list', 'empty-fields'].entries()) {
    await simulator.control({ fail })
    expect(await api.readRefreshed((at + 1) * 20)).toMatchObject({ lives: before!.lives, asOf: before!.asOf })
  }
})

it('sends nothing until the next day when the calls of the day are used up', async () => {
  const api = startProcess()
  await simulator.control({ fail: '10003' })
  await api.readRefreshed(0)
  await simulator.control({})
  for (const one of ['330102', '330105']) expect(await api.readRefreshed(5, one)).toBeNull()
  expect(await api.readRefreshed(16 * hours)).toBeNull()
  expect(await listCalls()).toEqual({ [`${area} base`]: 1 })
  expect(await api.readRefreshed(16.5 * hours)).toMatchObject({ stale: false })
})

it('sends no more requests than the installation allows', async () => {
  const api = startProcess({ QIMING_WEATHER_DAILY_REQUESTS: '3' })
  expect(await api.readRefreshed(0, '330102')).toMatchObject({ stale: false })
  expect(await api.readRefreshed(0, '330105')).toMatchObject({ stale: false, forecasts: [] })
  expect(await api.readRefreshed(0, '330106')).toBeNull()
  expect(Object.values(await listCalls())).toEqual([1, 1, 1])
})

it.each([1, 2])('does not lose what it fetched when Redis fails for a moment at write %i', async (failing) => {
  let writes = 0
  const api = startProcess({}, undefined, (store) => ({
    ...store,
    put: (...args) => (++writes === failing ? Promise.reject(new Error('timeout')) : store.put(...args)),
  }))
  expect(await api.readRefreshed(0)).toMatchObject({ stale: false })
  expect(await listCalls()).toEqual({ [`${area} base`]: 1, [`${area} all`]: 1 })
})

it('has no weather and asks nobody while Redis is down', async () => {
  const api = startProcess({}, 'redis://127.0.0.1:1')
  expect(await api.readRefreshed(0)).toBeNull()
  expect(await listCalls()).toEqual({})
})

it('logs the area and the reason, and never the key', async () => {
  await simulator.control({ fail: '10001' })
  await startProcess().readRefreshed(0)
  await startProcess({ QIMING_WEATHER_ENDPOINT: 'http://127.0.0.1:1' }).readRefreshed(20)
  expect(logged.map(({ facts }) => facts)).toEqual([
    { area, reason: 'infocode 10001' },
    { area, reason: 'unreachable' },
  ])
  expect(JSON.stringify(logged)).not.toContain(key)
})
