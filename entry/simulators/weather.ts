/** Simulates AMap's weather interface (v3 weatherInfo) for demos and tests. Nothing leaves the machine. */
import {
  FaultInjection,
  escapeHtml,
  renderPage,
  respondJson,
  serveSimulator,
  type SimulatorRequest,
  type SimulatorResponse,
} from './http.ts'
import { forecastFor, liveFor } from './weather-values.ts'

const key = process.env['SIM_WEATHER_KEY'] ?? 'sim-weather-key'
/** Calls that the key has in a day; the count begins anew with the process or `DELETE /calls`. */
const quota = Number(process.env['SIM_WEATHER_QUOTA'] ?? Infinity)
const faults = new FaultInjection()
/** How often each area was asked for: `330106 base`. */
let calls: Record<string, number> = {}

serveSimulator('weather', {
  'GET /v3/weather/weatherInfo': weatherInfo,
  'GET /': overview,
  'GET /calls': () => respondJson(calls),
  'DELETE /calls': () => respondJson((calls = {})),
  'POST /control': faults.control,
})

const infos: Readonly<Record<string, string>> = {
  '10001': 'INVALID_USER_KEY',
  '10003': 'DAILY_QUERY_OVER_LIMIT',
  '10004': 'ACCESS_TOO_FREQUENT',
  '10009': 'USERKEY_PLAT_NOMATCH',
  '10016': 'SERVER_IS_BUSY',
  '10021': 'CUQPS_HAS_EXCEEDED_THE_LIMIT',
  '10044': 'USER_DAILY_QUERY_OVER_LIMIT',
  '20000': 'INVALID_PARAMS',
  '20001': 'MISSING_REQUIRED_PARAMS',
  '20003': 'UNKNOWN_ERROR',
}
/** Errors have status 200 too. */
const respondError = (infocode: string) =>
  respondJson({ status: '0', info: infos[infocode] ?? 'UNKNOWN_ERROR', infocode })

async function weatherInfo({ query }: SimulatorRequest): Promise<SimulatorResponse> {
  const city = query.get('city') ?? ''
  const extensions = query.get('extensions') || 'base'
  calls[`${city} ${extensions}`] = (calls[`${city} ${extensions}`] ?? 0) + 1
  const bare = await faults.applyFault()
  if (bare) return bare
  const malformed = malformedAnswers[faults.fail]
  if (malformed !== undefined) return { status: 200, type: 'application/json; charset=utf-8', body: malformed(city) }
  if (faults.fail) return respondError(faults.fail)
  if (query.get('key') !== key) return respondError('10001')
  if (Object.values(calls).reduce((sum, count) => sum + count, 0) > quota) return respondError('10003')
  if (!city) return respondError('20001')
  if (extensions !== 'base' && extensions !== 'all') return respondError('20000')
  const name = extensions === 'base' ? 'lives' : 'forecasts'
  // Codes from 90 on belong to no province: no error, but an empty list.
  const parts = /^[1-8]\d{5}$/.test(city) ? [name === 'lives' ? liveFor(city) : forecastFor(city)] : []
  return respondJson({ status: '1', count: `${parts.length}`, info: 'OK', infocode: '10000', [name]: parts })
}

/** Answers with status 200 that are no weather, by the name of the fault. */
const malformedAnswers: Readonly<Record<string, (city: string) => string>> = {
  html: () => '<html><body>Gateway</body></html>',
  truncated: () => '{"status":"1","info":"OK","infocode":"100',
  'no-list': () => JSON.stringify({ status: '1', count: '1', info: 'OK', infocode: '10000' }),
  // The real interface sends an empty list for a text that it does not have.
  'empty-fields': (city) => okAnswer({ ...liveFor(city), weather: [], temperature: [] }),
  'other-city': () => okAnswer(liveFor('110000')),
}
const okAnswer = (live: object) =>
  JSON.stringify({ status: '1', count: '1', info: 'OK', infocode: '10000', lives: [live], forecasts: [live] })

function overview() {
  const rows = Object.entries(calls).map(([name, count]) => `<tr><td>${escapeHtml(name)}<td>${count}`)
  const table = `<table><thead><tr><th>行政区划和种类<th>次数</thead><tbody>${rows.join('')}</tbody></table>`
  const body = '<p>这里是模拟的天气服务，天气是编的。base 是实况，all 是预报。</p>'
  return renderPage('天气模拟器', body + (rows.length ? table : '<p>还没有请求。</p>'))
}
