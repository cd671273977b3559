import type { z } from 'zod'
import type { Env } from '#packages/http'
import { liveWeather, weatherForecast, type LiveWeather, type WeatherForecast } from '../contract.ts'

/** AMap's weather interface (v3), or a service that speaks its protocol. */
export interface WeatherProvider {
  /** Without a slash at the end. */
  endpoint: string
  key: string
  timeoutMs: number
  /** The requests of a day that the installation may send; undefined: as many as the provider accepts. */
  requestsADay: number | undefined
}

/** A code for logs and decisions, not a text for users. */
export type WeatherFailure =
  | 'timeout'
  | 'unreachable'
  | 'malformed'
  | 'unknown-area'
  | 'quota-exceeded'
  | `infocode ${string}`
  | `HTTP ${number}`

export type WeatherAnswer<Part> = { part: Part } | { failed: WeatherFailure }

/** Without a key there is no weather, and everything else works. */
export function readWeatherProvider(env: Env, { timeoutMs = 5_000 } = {}): WeatherProvider | undefined {
  const key = env['QIMING_WEATHER_KEY']
  if (!key) return undefined
  const endpoint = (env['QIMING_WEATHER_ENDPOINT'] || 'https://restapi.amap.com').replace(/\/+$/, '')
  if (!/^https?:\/\//.test(endpoint) || !URL.canParse(endpoint))
    throw new Error('QIMING_WEATHER_ENDPOINT must be an address such as https://restapi.amap.com')
  const limit = env['QIMING_WEATHER_DAILY_REQUESTS']
  if (limit && !/^[1-9]\d{0,8}$/.test(limit)) throw new Error('QIMING_WEATHER_DAILY_REQUESTS must be a number from 1')
  return { endpoint, key, timeoutMs, requestsADay: limit ? Number(limit) : undefined }
}

export const fetchLiveWeather = (provider: WeatherProvider, area: string): Promise<WeatherAnswer<LiveWeather>> =>
  fetchPart(provider, area, { extensions: 'base', list: 'lives', schema: liveWeather })

export const fetchForecast = (provider: WeatherProvider, area: string): Promise<WeatherAnswer<WeatherForecast>> =>
  fetchPart(provider, area, { extensions: 'all', list: 'forecasts', schema: weatherForecast })

interface PartSpec<Part> {
  /** The provider's name of what is asked for. */
  extensions: 'base' | 'all'
  /** The list in its answer. */
  list: 'lives' | 'forecasts'
  schema: z.ZodType<Part>
}

async function fetchPart<Part extends { areaCode: string }>(
  provider: WeatherProvider,
  area: string,
  { extensions, list, schema }: PartSpec<Part>,
): Promise<WeatherAnswer<Part>> {
  const answer = await fetchAnswer(provider, { city: area, extensions })
  if ('failed' in answer) return answer
  const infocode = String(answer.body['infocode'])
  if (answer.body['status'] !== '1' || infocode !== '10000') return { failed: nameFailure(infocode) }
  const parts = answer.body[list]
  if (!Array.isArray(parts)) return { failed: 'malformed' }
  // The provider knows the code but no place with it: the list is empty, or has an empty list.
  const [first] = parts.flat() as unknown[]
  if (first === undefined) return { failed: 'unknown-area' }
  const parsed = schema.safeParse(first)
  if (!parsed.success) return { failed: 'malformed' }
  // Never the weather of another place.
  return parsed.data.areaCode === area ? { part: parsed.data } : { failed: 'unknown-area' }
}

/** Errors of `fetch` are not passed on, because the protocol wants the key in the address. */
async function fetchAnswer(
  { endpoint, key, timeoutMs }: WeatherProvider,
  query: Record<string, string>,
): Promise<{ body: Record<string, unknown> } | { failed: WeatherFailure }> {
  const search = new URLSearchParams({ ...query, output: 'JSON', key }).toString()
  const address = `${endpoint}/v3/weather/weatherInfo?${search}`
  let text: string
  try {
    const answer = await fetch(address, { redirect: 'error', signal: AbortSignal.timeout(timeoutMs) })
    if (answer.status !== 200) return { failed: `HTTP ${answer.status}` }
    text = await answer.text()
  } catch (error) {
    return { failed: (error as Error).name === 'TimeoutError' ? 'timeout' : 'unreachable' }
  }
  try {
    return { body: Object(JSON.parse(text)) as Record<string, unknown> }
  } catch {
    return { failed: 'malformed' }
  }
}

/** Calls of the key or of the account are used up for the day, or the package that was bought. */
const quotaCodes: readonly string[] = ['10003', '10044', '40000']

function nameFailure(infocode: string): WeatherFailure {
  if (quotaCodes.includes(infocode)) return 'quota-exceeded'
  return /^\d{5}$/.test(infocode) && infocode !== '10000' ? `infocode ${infocode}` : 'malformed'
}
