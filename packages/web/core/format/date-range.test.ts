import { expect, it } from 'vitest'
import { lastDays, rangeShortcuts } from './date-range.ts'
import { fullTime } from './time.ts'

it('offers the last week (7 days), month (30), three months (90) and year (365)', () => {
  expect(rangeShortcuts.map(({ label, days }) => `${label} ${days}`)).toEqual([
    '最近一周 7',
    '最近一个月 30',
    '最近三个月 90',
    '最近一年 365',
  ])
})

it('reaches from so many whole days ago to now', () => {
  const { from, to } = lastDays(7, new Date('2026-11-14T14:05:09+08:00'))
  expect([fullTime(from), fullTime(to)]).toEqual(['2026-11-07 14:05:09', '2026-11-14 14:05:09'])
})
