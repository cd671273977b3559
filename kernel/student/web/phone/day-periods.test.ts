import { expect, it } from 'vitest'
import { formatDay, findCurrentPeriod, getPeriodTitle } from './day-periods.ts'

const periods = [
  { name: '第1节', begins: '08:10', ends: '08:50' },
  { name: '第2节', begins: '09:00', ends: '09:40' },
]
const at = (hour: number, minute: number) => new Date(2026, 10, 12, hour, minute)

it('finds the current and the next period', () => {
  expect(findCurrentPeriod(periods, at(8, 10))).toEqual({ now: periods[0], next: periods[1] })
  expect(findCurrentPeriod(periods, at(8, 50))).toEqual({ now: undefined, next: periods[1] })
  expect(findCurrentPeriod(periods, at(9, 39))).toEqual({ now: periods[1], next: undefined })
  expect(findCurrentPeriod(periods, at(9, 40))).toEqual({ now: undefined, next: undefined })
})

it('formats a day', () => {
  expect(formatDay('2026-11-12')).toBe('11月12日 周四')
})

it('names the current time of the school day', () => {
  const titleAt = (hour: number, minute: number) =>
    getPeriodTitle(periods, findCurrentPeriod(periods, at(hour, minute)))
  expect([titleAt(6, 0), titleAt(8, 30), titleAt(8, 55), titleAt(18, 0)]).toEqual([
    '还没到上课时间',
    '第1节',
    '课间',
    '今天的课已结束',
  ])
  expect(getPeriodTitle([], findCurrentPeriod([], at(8, 0)))).toBe('')
})
