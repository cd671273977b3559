import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { addDays } from '#packages/core'
import { formatDate } from '#packages/web/core/format/time.ts'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { WeatherStrip } from './api.ts'

const path = '/api/weather/get'
let answer: unknown
let page: ReturnType<typeof createTestPage>

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'setInterval', 'clearInterval'], shouldAdvanceTime: true })
  Object.assign(window, { innerWidth: 1366 })
  page = createTestPage({ [path]: () => answer })
})
afterEach(async () => {
  await page.close()
  vi.useRealTimers()
})

const place = { province: '浙江', city: '西湖区', adcode: '330106', reporttime: '2026-11-19 07:20:00' }
const live = { ...place, weather: '多云', temperature: '18', winddirection: '北', windpower: '≤3', humidity: '60' }
const wind = { week: '4', daywind: '北', nightwind: '北', daypower: '≤3', nightpower: '≤3', nightweather: '阴' }
const dayFrom = (days: number) => ({
  ...wind,
  date: addDays(formatDate(new Date()), days),
  dayweather: '小雨',
  daytemp: '17',
  nighttemp: '-2',
})
const weather = {
  lives: [live],
  // Two days, because midnight may come before a test is over.
  forecasts: [{ ...place, casts: [dayFrom(1), dayFrom(2)] }],
  asOf: '2026-11-18T23:20:00Z',
  stale: false,
  warning: '',
}

const show = () =>
  page.show(
    <p>
      <WeatherStrip />
    </p>,
  )
const facts = () => [...document.querySelectorAll('p > span')].map(({ textContent }) => textContent)
const wait = (ms: number) => act(async () => void (await vi.advanceTimersByTimeAsync(ms)))

it('shows the weather now and tomorrow', async () => {
  answer = weather
  await show()
  expect(facts()).toEqual(['多云 18℃', '明天小雨 -2~17℃'])
})

it('shows a phone only the weather now', async () => {
  Object.assign(window, { innerWidth: 390 })
  answer = weather
  await show()
  expect(facts()).toEqual(['多云 18℃'])
})

it('gives old weather its time', async () => {
  answer = { ...weather, forecasts: [], stale: true }
  await show()
  expect(facts()).toEqual(['多云 18℃（07:20）'])
})

it('warns of unusual weather', async () => {
  answer = { ...weather, forecasts: [], warning: '高温 36℃，建议调整室外活动' }
  await show()
  expect(facts()).toEqual(['多云 18℃', '高温 36℃，建议调整室外活动'])
  expect(document.querySelector('[role=note]')?.textContent).toContain('高温')
})

it('says that it is loading when that takes long', async () => {
  let respond = (_: unknown) => {}
  vi.stubGlobal('fetch', () => new Promise((done) => (respond = done)))
  await show()
  await wait(300)
  expect(document.querySelector('[role=status]')?.getAttribute('aria-label')).toBe('正在加载天气')
  await act(async () => respond(new Response(JSON.stringify({ ret: 1, data: null, executeTime: 1, success: true }))))
  await wait(10)
  expect(facts()).toEqual([])
})

it('is hidden without weather, asks once more, and then every 20 minutes', async () => {
  answer = null
  await show()
  expect(facts()).toEqual([])
  await wait(5_100)
  expect(page.callsTo(path)).toHaveLength(2)
  await wait(19 * 60_000)
  expect(page.callsTo(path)).toHaveLength(2)
  answer = weather
  await wait(65_000)
  expect(page.callsTo(path)).toHaveLength(3)
  expect(facts()).toEqual(['多云 18℃', '明天小雨 -2~17℃'])
})

it('is hidden when the server does not answer', async () => {
  answer = undefined
  await page.close()
  page = createTestPage({})
  await show()
  expect(facts()).toEqual([])
})
