import { z } from 'zod'
import { routesOf, wireObject } from '#packages/contract'
import { manifest } from './manifest.ts'

const route = routesOf(manifest)

// The provider sends an empty list for a text that it does not have; such an answer is not accepted.
const text = z.string().trim().min(1).max(40)
const degrees = z.string().regex(/^-?\d{1,2}(\.\d+)?$/)
const areaCode = z.string().regex(/^\d{6}$/, '行政区划代码为6位数字')

/** The names on the wire are those of AMap, whatever the source is. */
const area = { province: text, city: text, areaCode, reportTime: text }
const areaNames = { areaCode: 'adcode', reportTime: 'reporttime' } as const

export const liveWeather = wireObject(
  { ...area, weather: text, temperature: degrees, windDirection: text, windPower: text, humidity: text },
  { ...areaNames, windDirection: 'winddirection', windPower: 'windpower' },
)
export type LiveWeather = z.output<typeof liveWeather>

const dayForecast = wireObject(
  {
    date: z.iso.date(),
    week: text,
    dayWeather: text,
    nightWeather: text,
    dayTemperature: degrees,
    nightTemperature: degrees,
    dayWind: text,
    nightWind: text,
    dayPower: text,
    nightPower: text,
  },
  {
    dayWeather: 'dayweather',
    nightWeather: 'nightweather',
    dayTemperature: 'daytemp',
    nightTemperature: 'nighttemp',
    dayWind: 'daywind',
    nightWind: 'nightwind',
    dayPower: 'daypower',
    nightPower: 'nightpower',
  },
)

export const weatherForecast = wireObject({ ...area, casts: z.array(dayForecast).max(10) }, areaNames)
export type WeatherForecast = z.output<typeof weatherForecast>

const weather = z.object({
  lives: z.array(liveWeather),
  forecasts: z.array(weatherForecast),
  /** When the present weather was fetched. */
  asOf: z.iso.datetime(),
  /** Older than half an hour: shown with its time. */
  stale: z.boolean(),
  /** Advice for whoever plans time outdoors: 高温 36℃，建议调整室外活动. Empty: nothing unusual. */
  warning: z.string(),
})
export type Weather = z.output<typeof weather>

export const weatherApi = {
  /** Null while there is no weather that is recent enough. */
  get: route({
    method: 'GET',
    path: '/api/weather/get',
    title: '天气',
    access: 'signed-in',
    ownTransactions: true,
    /** Default: the area of the session's organisation. Others must be the area of an organisation of the district. */
    query: wireObject({ areaCode: areaCode.optional() }, { areaCode: 'adcode' }),
    data: weather.nullable(),
  }),
}
