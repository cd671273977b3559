import { expect, it } from 'vitest'
import { findWarning } from './weather-warning.ts'

const place = { province: '浙江', city: '西湖区', areaCode: '330106', reportTime: '2026-07-20 07:20:00' }
const night = {
  week: '1',
  dayWind: '南',
  nightWind: '南',
  nightWeather: '晴',
  nightTemperature: '26',
  nightPower: '≤3',
}
const today = '2026-07-20'

function warn(
  live: { weather?: string; temperature?: string; windPower?: string },
  day: { dayWeather?: string; dayTemperature?: string; dayPower?: string; date?: string } = {},
  limits = { heat: 35, wind: 7 },
) {
  const now = { weather: '晴', temperature: '28', windPower: '≤3', windDirection: '南', humidity: '60', ...live }
  const cast = { ...night, date: today, dayWeather: '晴', dayTemperature: '33', dayPower: '1-3', ...day }
  return findWarning({ lives: [{ ...place, ...now }], forecasts: [{ ...place, casts: [cast] }] }, limits, today)
}

it('warns of heat and of wind from the limits on, now or in the course of the day', () => {
  expect(warn({})).toBe('')
  expect(warn({ temperature: '34.9' })).toBe('')
  expect(warn({}, { dayTemperature: '35' })).toBe('高温 35℃，建议调整室外活动')
  expect(warn({ temperature: '36' }, { dayTemperature: '35' })).toBe('高温 36℃，建议调整室外活动')
  expect(warn({}, { dayPower: '5-6' })).toBe('')
  expect(warn({ windPower: '7' })).toBe('大风 7 级，建议调整室外活动')
  expect(warn({}, { dayPower: '7-8', dayTemperature: '37' })).toBe('高温 37℃、大风 8 级，建议调整室外活动')
})

it('uses the limits of the school', () => {
  expect(warn({ temperature: '33', windPower: '6' }, {}, { heat: 33, wind: 6 })).toBe(
    '高温 33℃、大风 6 级，建议调整室外活动',
  )
  expect(warn({ temperature: '36' }, {}, { heat: 40, wind: 7 })).toBe('')
})

it('warns of rainstorms, thunder and haze, and not of those of another day', () => {
  for (const weather of ['暴雨', '雷阵雨', '中度霾']) expect(warn({ weather })).toBe(`${weather}，建议调整室外活动`)
  expect(warn({}, { dayWeather: '大暴雨' })).toBe('大暴雨，建议调整室外活动')
  expect(warn({ weather: '小雨' })).toBe('')
  expect(warn({}, { dayWeather: '暴雨', date: '2026-07-21' })).toBe('')
})

it('says nothing without a forecast or a number', () => {
  expect(findWarning({ lives: [], forecasts: [] }, { heat: 35, wind: 7 }, today)).toBe('')
})
