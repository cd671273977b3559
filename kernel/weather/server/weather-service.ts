import { setTimeout as sleep } from 'node:timers/promises'
import { addDays, dayOf, findContribution, startOfDay } from '#packages/core'
import type { RequestCtx } from '#packages/http'
import { notifyUnknownArea } from './notify-unknown-area.ts'
import {
  fetchForecast,
  fetchLiveWeather,
  type WeatherAnswer,
  type WeatherFailure,
  type WeatherProvider,
} from './weather-provider.ts'
import type { WeatherCtx } from './weather-ctx.ts'
import {
  isDue,
  isForecastDue,
  recordSeconds,
  toWeather,
  type KnownWeather,
  type WeatherRecord,
} from './weather-record.ts'

/** The provider of this installation, and the refreshes that run in this process, by area. */
export interface WeatherService {
  readonly provider: WeatherProvider
  readonly refreshes: Map<string, Promise<void>>
}

declare module '#packages/core/app.ts' {
  interface Contributions {
    weatherService: WeatherService
  }
}

export const createWeatherService = (provider: WeatherProvider): WeatherService => ({ provider, refreshes: new Map() })

const recordKey = (area: string) => `weather:${area}`
const pauseKey = 'weather-pause'
/** Longer than it takes to store that the turn is taken; then the record says when the next one is. */
const turnSeconds = 60

/**
 * The known weather of an area. It never waits for the provider: if a refresh is due, it begins one. While Redis is
 * down nobody knows what other processes ask for, so there is no weather.
 */
export async function getAreaWeather(ctx: WeatherCtx, area: string): Promise<KnownWeather | null> {
  const service = findContribution(ctx, 'weatherService')
  if (!service) return null
  try {
    const record = await ctx.ephemeralStore.get<WeatherRecord>(recordKey(area))
    if (isDue(record, ctx.now)) beginRefresh(ctx, service, area, record)
    return record ? toWeather(record, ctx.now) : null
  } catch {
    return null
  }
}

/** Waits for the refreshes of this process: before it stops, and in tests. */
export const waitForRefreshes = async (ctx: Pick<RequestCtx, 'app'>) => {
  const refreshes = findContribution(ctx, 'weatherService')?.refreshes
  if (refreshes) await Promise.all(refreshes.values())
}

function beginRefresh(ctx: WeatherCtx, service: WeatherService, area: string, record: WeatherRecord | undefined) {
  const { refreshes } = service
  if (refreshes.has(area)) return
  const refresh = refreshArea(ctx, service, area, record)
    .catch((error: Error) => ctx.log.warn({ area, error: error.message }, 'could not refresh the weather'))
    .finally(() => refreshes.delete(area))
  refreshes.set(area, refresh)
}

/** Of all processes one takes the turn that follows a try. The new try is stored before the provider is asked. */
async function refreshArea(
  ctx: WeatherCtx,
  { provider }: WeatherService,
  area: string,
  record: WeatherRecord | undefined,
): Promise<void> {
  const { ephemeralStore, now } = ctx
  const turn = `weather-turn:${area}:${record?.triedAt ?? 'first'}`
  const { isCounted } = await ephemeralStore.countUpTo(turn, 1, turnSeconds)
  if (!isCounted) return
  const tried: WeatherRecord = { ...record, triedAt: now.getTime() }
  await storeRecord(ctx, area, tried)
  const ask = <Part>(fetchPart: (provider: WeatherProvider, area: string) => Promise<WeatherAnswer<Part>>) =>
    askProvider(ctx, provider, area, fetchPart)
  const live = await ask(fetchLiveWeather)
  if (!live) return
  const forecast = isForecastDue(tried, now) ? await ask(fetchForecast) : undefined
  await storeRecord(ctx, area, { ...tried, live, ...(forecast && { forecast }) })
}

/** A record that is lost would hide the weather of the area until the next turn, so it is stored again. */
async function storeRecord(ctx: WeatherCtx, area: string, record: WeatherRecord, triesLeft = 3) {
  try {
    await ctx.ephemeralStore.put(recordKey(area), record, recordSeconds)
  } catch (error) {
    if (triesLeft === 0) throw error
    // The client of Redis rests for a second after a failure.
    await sleep(1_200)
    await storeRecord(ctx, area, record, triesLeft - 1)
  }
}

/** One request, unless the calls of the day are used up. Undefined if there is no answer that can be shown. */
async function askProvider<Part>(
  ctx: WeatherCtx,
  provider: WeatherProvider,
  area: string,
  fetchPart: (provider: WeatherProvider, area: string) => Promise<WeatherAnswer<Part>>,
) {
  if (!(await hasQuota(ctx, provider))) return undefined
  const answer = await fetchPart(provider, area)
  if ('part' in answer) return { at: ctx.now.getTime(), part: answer.part }
  await handleFailure(ctx, area, answer.failed)
  return undefined
}

async function hasQuota({ ephemeralStore, now }: WeatherCtx, { requestsADay }: WeatherProvider): Promise<boolean> {
  const pause = await ephemeralStore.get<{ until: number }>(pauseKey)
  if (pause && now.getTime() < pause.until) return false
  if (requestsADay === undefined) return true
  return (await ephemeralStore.countUpTo(`weather-day:${dayOf(now)}`, requestsADay, 26 * 3600)).isCounted
}

async function handleFailure(ctx: WeatherCtx, area: string, reason: WeatherFailure) {
  ctx.log.warn({ area, reason }, 'the weather provider gave no weather')
  if (reason === 'unknown-area') await notifyUnknownArea(ctx, area)
  // The provider counts by day, in China.
  if (reason === 'quota-exceeded') {
    const until = startOfDay(addDays(dayOf(ctx.now), 1)).getTime()
    await ctx.ephemeralStore.put(pauseKey, { until }, Math.ceil((until - ctx.now.getTime()) / 1000))
  }
}
