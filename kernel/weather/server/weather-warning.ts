import type { WeatherLimits } from './settings.ts'
import type { KnownWeather } from './weather-record.ts'

const dangerous = /暴雨|雷|霾/
const advice = '建议调整室外活动'

/** Advice, not an order; empty: nothing unusual today. */
export function findWarning(
  { lives, forecasts }: Pick<KnownWeather, 'lives' | 'forecasts'>,
  limits: WeatherLimits,
  today: string,
): string {
  const [live] = lives
  const cast = forecasts[0]?.casts.find(({ date }) => date === today)
  const heat = Math.max(...[live?.temperature, cast?.dayTemperature].map(toDegrees))
  const wind = Math.max(...[live?.windPower, cast?.dayPower].map(toForce))
  const sky = [live?.weather, cast?.dayWeather].find((weather) => weather !== undefined && dangerous.test(weather))
  const reasons = [
    ...(heat >= limits.heat ? [`高温 ${heat}℃`] : []),
    ...(wind >= limits.wind ? [`大风 ${wind} 级`] : []),
    ...(sky === undefined ? [] : [sky]),
  ]
  return reasons.length === 0 ? '' : `${reasons.join('、')}，${advice}`
}

const toDegrees = (text = '') => (text === '' ? -Infinity : Number(text))
/** ≤3, 4-5 and 7级: the highest of them. */
const toForce = (text = '') => Math.max(0, ...(text.match(/\d+/g) ?? []).map(Number))
