import { expect, it } from 'vitest'
import { toWeather, type WeatherRecord } from './weather-record.ts'

const at = (time: string) => new Date(`${time}:00+08:00`)
const place = { province: '浙江', city: '西湖区', areaCode: '330106', reportTime: '2026-11-19 22:00:00' }
const night: WeatherRecord = {
  triedAt: at('2026-11-19T22:00').getTime(),
  live: {
    at: at('2026-11-19T22:00').getTime(),
    part: { ...place, weather: '晴', temperature: '9', windDirection: '北', windPower: '≤3', humidity: '60' },
  },
  forecast: {
    at: at('2026-11-19T20:00').getTime(),
    part: { ...place, casts: ['2026-11-19', '2026-11-20', '2026-11-21'].map(aDay) },
  },
}
function aDay(date: string) {
  const [day, dark] = [
    { dayWeather: '晴', dayTemperature: '15' },
    { nightWeather: '多云', nightTemperature: '6' },
  ]
  return { date, week: '4', ...day, ...dark, dayWind: '北', nightWind: '北', dayPower: '≤3', nightPower: '≤3' }
}
const daysAt = (time: string) => toWeather(night, at(time))?.forecasts[0]?.casts.map(({ date }) => date)

it('leaves out days that are over in China', () => {
  expect(daysAt('2026-11-19T23:59')).toEqual(['2026-11-19', '2026-11-20', '2026-11-21'])
  expect(daysAt('2026-11-20T00:00')).toEqual(['2026-11-20', '2026-11-21'])
})

it('shows no forecast that is six hours old', () => {
  const later = { ...night, live: { ...night.live!, at: at('2026-11-20T02:00').getTime() } }
  expect(toWeather(later, at('2026-11-20T01:59'))?.forecasts).toHaveLength(1)
  expect(toWeather(later, at('2026-11-20T02:00'))).toMatchObject({ lives: [{ weather: '晴' }], forecasts: [] })
})
