import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import { startSimulator } from '#kernel/message/server/simulator.fixture.ts'
import { fetchForecast, fetchLiveWeather, readWeatherProvider, type WeatherProvider } from './weather-provider.ts'

let simulator: Awaited<ReturnType<typeof startSimulator>>
let provider: WeatherProvider
const area = '330106'
const withKey = (key: string, endpoint = simulator.url, timeoutMs = 5_000) =>
  readWeatherProvider({ QIMING_WEATHER_KEY: key, QIMING_WEATHER_ENDPOINT: endpoint }, { timeoutMs })!

beforeAll(async () => {
  simulator = await startSimulator('weather')
})
afterAll(() => simulator.stop())
beforeEach(async () => {
  provider = withKey('sim-weather-key')
  await simulator.control({})
})

it('reads the present weather and the forecast of an area, without fields that nobody asked for', async () => {
  const live = await fetchLiveWeather(provider, area)
  expect(live).toEqual({
    part: {
      province: expect.any(String),
      city: expect.any(String),
      areaCode: area,
      weather: expect.any(String),
      temperature: expect.stringMatching(/^\d+$/),
      windDirection: expect.any(String),
      windPower: expect.any(String),
      humidity: expect.any(String),
      reportTime: expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/),
    },
  })
  const forecast = await fetchForecast(provider, area)
  expect('part' in forecast && forecast.part.casts).toHaveLength(4)
})

it('names what the provider complains about', async () => {
  expect(await fetchLiveWeather(withKey('wrong'), area)).toEqual({ failed: 'infocode 10001' })
  const reasonOf = async (fail: string) => {
    await simulator.control({ fail })
    return fetchLiveWeather(provider, area)
  }
  expect(await reasonOf('10003')).toEqual({ failed: 'quota-exceeded' })
  expect(await reasonOf('10044')).toEqual({ failed: 'quota-exceeded' })
  expect(await reasonOf('10021')).toEqual({ failed: 'infocode 10021' })
  expect(await reasonOf('502')).toEqual({ failed: 'HTTP 502' })
})

it.each(['html', 'truncated', 'no-list', 'empty-fields'])('accepts no malformed answer: %s', async (fail) => {
  await simulator.control({ fail })
  expect(await fetchLiveWeather(provider, area)).toEqual({ failed: 'malformed' })
  expect(await fetchForecast(provider, area)).toEqual({ failed: 'malformed' })
})

it('accepts no weather of another place, and none of an unknown one', async () => {
  expect(await fetchLiveWeather(provider, '990106')).toEqual({ failed: 'unknown-area' })
  await simulator.control({ fail: 'other-city' })
  expect(await fetchLiveWeather(provider, area)).toEqual({ failed: 'unknown-area' })
})

it('waits for a slow provider only so long, and not for one that is not there', async () => {
  await simulator.control({ delayMs: 5_000 })
  expect(await fetchLiveWeather(withKey('sim-weather-key', simulator.url, 50), area)).toEqual({ failed: 'timeout' })
  expect(await fetchLiveWeather(withKey('sim-weather-key', 'http://127.0.0.1:1'), area)).toEqual({
    failed: 'unreachable',
  })
})

it('is not there without a key, and stops the start with a wrong address or limit', () => {
  expect(readWeatherProvider({})).toBeUndefined()
  expect(readWeatherProvider({ QIMING_WEATHER_KEY: 'k' })).toMatchObject({ endpoint: 'https://restapi.amap.com' })
  expect(withKey('k', 'https://proxy.example.cn/amap/')).toMatchObject({ endpoint: 'https://proxy.example.cn/amap' })
  expect(() => withKey('k', 'restapi.amap.com')).toThrow('QIMING_WEATHER_ENDPOINT')
  expect(() => readWeatherProvider({ QIMING_WEATHER_KEY: 'k', QIMING_WEATHER_DAILY_REQUESTS: 'many' })).toThrow(
    'QIMING_WEATHER_DAILY_REQUESTS',
  )
})
