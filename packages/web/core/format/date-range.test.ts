import { expect, it } from 'vitest'
import { parseDateRange, getLastDays, intersectDateRanges, rangeShortcuts } from './date-range.ts'
import { formatDateTime } from './time.ts'

it('offers the last week (7 days), month (30), three months (90) and year (365)', () => {
  expect(rangeShortcuts.map(({ label, days }) => `${label} ${days}`)).toEqual([
    '最近一周 7',
    '最近一个月 30',
    '最近三个月 90',
    '最近一年 365',
  ])
})

it('covers the given number of whole days up to now', () => {
  const { from, to } = getLastDays(7, new Date('2026-11-14T14:05:09+08:00'))
  expect([formatDateTime(from), formatDateTime(to)]).toEqual(['2026-11-07 14:05:09', '2026-11-14 14:05:09'])
})

it('parses a shortcut or two dates, and returns nothing for invalid text', () => {
  const now = new Date('2026-11-14T23:30:00+08:00')
  expect(parseDateRange('30', now)).toEqual({ from: '2026-10-15', to: '2026-11-14' })
  expect(parseDateRange('365', now)).toEqual({ from: '2025-11-14', to: '2026-11-14' })
  expect(parseDateRange('2026-11-01~2026-11-07')).toEqual({ from: '2026-11-01', to: '2026-11-07' })
  expect(parseDateRange('~2026-11-07')).toEqual({ to: '2026-11-07' })
  for (const nonsense of [undefined, '', '31', '~', '2026-13-01~', '2026-11-01'])
    expect(parseDateRange(nonsense)).toEqual({})
})

it('finds the days that are in two ranges', () => {
  expect(intersectDateRanges({ from: '2026-09-01', to: '2027-01-20' }, { from: '2026-10-15' })).toEqual({
    from: '2026-10-15',
    to: '2027-01-20',
  })
  expect(intersectDateRanges({}, {})).toEqual({})
})
