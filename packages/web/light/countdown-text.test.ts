import { expect, it } from 'vitest'
import { getCountdownParts, formatCountdown, isUrgent } from './countdown-text.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour

it('counts down in days with hours and minutes, and in the last hour in minutes and seconds', () => {
  expect(formatCountdown(3 * day + 6 * hour + 35 * minute + 59_000)).toBe('3 天 06:35')
  // Without the days, six hours would look like six minutes.
  expect(formatCountdown(6 * hour + 35 * minute)).toBe('0 天 06:35')
  expect(formatCountdown(hour)).toBe('0 天 01:00')
  expect(formatCountdown(hour - 1)).toBe('59:59')
  expect(formatCountdown(9 * minute + 58_000)).toBe('09:58')
  expect(formatCountdown(0)).toBe('00:00')
})

it('never goes below zero', () => {
  expect(getCountdownParts(-5_000)).toEqual({ days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(formatCountdown(-5_000)).toBe('00:00')
})

it('is urgent in the last ten minutes of a flow', () => {
  expect(isUrgent(10 * minute)).toBe(false)
  expect(isUrgent(10 * minute - 1)).toBe(true)
})
