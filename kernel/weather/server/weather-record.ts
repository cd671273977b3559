import { dayOf } from '#packages/core'
import type { LiveWeather, Weather, WeatherForecast } from '../contract.ts'

const minute = 60_000
const hour = 60 * minute

/** An area is asked for at most this often, whether or not the provider answers. */
const refreshMs = 20 * minute
const forecastMs = 3 * hour
const staleMs = 30 * minute
const hiddenMs = 3 * hour
const forecastHiddenMs = 2 * forecastMs

/** The warning depends on the organisation that asks. */
export type KnownWeather = Omit<Weather, 'warning'>

/** What Redis has about an area. */
export interface WeatherRecord {
  /** The last try, in milliseconds. */
  triedAt: number
  live?: Fetched<LiveWeather>
  forecast?: Fetched<WeatherForecast>
}
interface Fetched<Part> {
  at: number
  part: Part
}

/** Nothing of a record is shown after this time. */
export const recordSeconds = forecastHiddenMs / 1000

export const isDue = (record: WeatherRecord | undefined, now: Date) =>
  !record || ageOf(record.triedAt, now) >= refreshMs

export const isForecastDue = ({ forecast }: WeatherRecord, now: Date) =>
  !forecast || ageOf(forecast.at, now) >= forecastMs

/** What may be shown: null if the weather is too old. */
export function toWeather({ live, forecast }: WeatherRecord, now: Date): KnownWeather | null {
  if (!live || ageOf(live.at, now) >= hiddenMs) return null
  const today = dayOf(now)
  const isShown = forecast && ageOf(forecast.at, now) < forecastHiddenMs
  return {
    lives: [live.part],
    forecasts: isShown ? [{ ...forecast.part, casts: forecast.part.casts.filter(({ date }) => date >= today) }] : [],
    asOf: new Date(live.at).toISOString(),
    stale: ageOf(live.at, now) >= staleMs,
  }
}

const ageOf = (at: number, now: Date) => now.getTime() - at
