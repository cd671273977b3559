import { expect, it } from 'vitest'
import {
  formatClock,
  formatDate,
  formatDayTime,
  formatDateTime,
  getGreeting,
  parseTime,
  formatTimeAgo,
  formatWeekday,
} from './time.ts'

const now = new Date('2026-11-14T14:05:09+08:00')
const before = (seconds: number) => new Date(now.getTime() - seconds * 1000)
const minute = 60
const hour = 60 * minute
const day = 24 * hour

it('treats ten digits as seconds, as a number or as text', () => {
  expect(parseTime(1_794_636_309)).toEqual(now)
  expect(parseTime('1794636309')).toEqual(now)
})

it('treats thirteen digits as milliseconds, and text as a date', () => {
  expect(parseTime(1_794_636_309_000)).toEqual(now)
  expect(parseTime('1794636309000')).toEqual(now)
  expect(parseTime('2026-11-14T06:05:09.000Z')).toEqual(now)
  expect(parseTime(now)).toEqual(now)
})

it('returns undefined for empty values and invalid dates', () => {
  for (const value of [null, undefined, '', '昨天', Number.NaN]) expect(parseTime(value)).toBeUndefined()
  expect([
    formatDateTime(null),
    formatDayTime('昨天'),
    formatDate(undefined),
    formatClock(''),
    formatTimeAgo(null),
  ]).toEqual(Array.from({ length: 5 }, () => '—'))
})

it('writes year-month-day hour:minute:second by default', () => {
  expect(formatDateTime(now)).toBe('2026-11-14 14:05:09')
  expect(formatDateTime('2026-01-02T03:04:05+08:00')).toBe('2026-01-02 03:04:05')
})

it('writes dates for people as 2026-11-14 周六 14:05', () => {
  expect(formatDayTime(now)).toBe('2026-11-14 周六 14:05')
  expect(formatWeekday(now)).toBe('2026-11-14 周六')
  expect(formatDate(now)).toBe('2026-11-14')
  expect(formatClock(now)).toBe('14:05')
})

it('writes midnight as 00, and the day in China in any time zone', () => {
  expect(formatDateTime('2026-11-14T16:00:00Z')).toBe('2026-11-15 00:00:00')
})

it('shows 刚刚 for less than a minute', () => {
  expect(formatTimeAgo(now, now)).toBe('刚刚')
  expect(formatTimeAgo(before(59.9), now)).toBe('刚刚')
})

it('shows minutes up to an hour, and hours up to a day', () => {
  expect(formatTimeAgo(before(minute), now)).toBe('1分钟前')
  expect(formatTimeAgo(before(hour - 1), now)).toBe('59分钟前')
  expect(formatTimeAgo(before(hour), now)).toBe('1小时前')
  expect(formatTimeAgo(before(day - 1), now)).toBe('23小时前')
})

it('shows days up to four, then a date', () => {
  expect(formatTimeAgo(before(day), now)).toBe('1天前')
  expect(formatTimeAgo(before(4 * day), now)).toBe('4天前')
  expect(formatTimeAgo(before(5 * day - 1), now)).toBe('4天前')
  expect(formatTimeAgo(before(5 * day), now)).toBe('2026-11-09')
})

it('tolerates a clock that is a minute ahead, and shows the date of future times', () => {
  expect(formatTimeAgo(before(-minute), now)).toBe('刚刚')
  expect(formatTimeAgo(before(-2 * day), now)).toBe('2026-11-16')
})

it('greets by the time in China', () => {
  const at = (clock: string) => getGreeting(new Date(`2026-11-14T${clock}:00+08:00`))
  expect(['04:59', '05:00', '09:00', '12:00', '14:00', '17:59', '18:00'].map(at)).toEqual([
    '夜深了',
    '早上好',
    '上午好',
    '中午好',
    '下午好',
    '下午好',
    '晚上好',
  ])
})
