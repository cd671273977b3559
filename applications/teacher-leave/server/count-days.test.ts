import { expect, it } from 'vitest'
import { addDays, listDays } from '#packages/core'
import { getWorkDay } from '#kernel/schooling/server/service/time/work-days.ts'
import { countDays, listPerDay, sumHalves, type CountedSpan, type CountRule } from './count-days.ts'
import { countAdjacent } from './plan-leave.ts'

const days = listDays('2026-01-01', '2026-12-31').map((day) => getWorkDay(day, { isBureau: false, terms: [] }))
const personal: CountRule = { unit: 'half-day', minUnit: null, includesHolidays: false }
const maternity: CountRule = { ...personal, includesHolidays: true }
const half = (text: string, otherwise: 'am' | 'pm') =>
  text.endsWith('上午') ? 'am' : text.endsWith('下午') ? 'pm' : otherwise
const span = (from: string, to: string): CountedSpan => ({
  startsOn: from.slice(0, 10),
  startHalf: half(from, 'am'),
  endsOn: to.slice(0, 10),
  endHalf: half(to, 'pm'),
  startTime: null,
  endTime: null,
})
const count = (from: string, to: string, rule = personal) =>
  sumHalves(countDays(days, null, rule, span(from, to))) / 100

it('counts the National Day of 2026 and the make-up Saturday', () => {
  expect(count('2026-09-30', '2026-10-10')).toBe(4)
  expect(count('2026-09-30', '2026-10-10', maternity)).toBe(11)
  const perDay = listPerDay(countDays(days, null, personal, span('2026-09-30', '2026-10-10')))
  expect(perDay).toHaveLength(11)
  expect(perDay[1]).toEqual({ date: '2026-10-01', type: 'holiday', name: '国庆节', counted: 0 })
  expect(perDay.at(-1)).toEqual({ date: '2026-10-10', type: 'make-up', name: '国庆节调休', counted: 1 })
})

it('counts half-days around the Spring Festival of 2026', () => {
  expect(count('2026-02-13下午', '2026-02-14上午')).toBe(1)
  expect(count('2026-02-28', '2026-02-28')).toBe(1)
  expect(count('2026-03-01', '2026-03-01')).toBe(0)
})

/** The announcement of the State Council for 2026, written down without the calendar of the product. */
const off = ['01-01/3', '02-15/9', '04-04/3', '05-01/5', '06-19/3', '09-25/3', '10-01/7'].flatMap((text) => {
  const [first, length] = text.split('/')
  return Array.from({ length: Number(length) }, (_, at) => addDays(`2026-${first}`, at))
})
const madeUp = ['01-04', '02-14', '02-28', '05-09', '09-20', '10-10'].map((day) => `2026-${day}`)

it('counts every pair of days of 2026 like a table of its own', () => {
  const dates = Array.from({ length: 365 }, (_, at) => new Date(Date.UTC(2026, 0, 1 + at)))
  const names = dates.map((date) => date.toISOString().slice(0, 10))
  const works = dates.map(
    (date, at) => madeUp.includes(names[at]!) || (!off.includes(names[at]!) && date.getUTCDay() % 6 !== 0),
  )
  expect(works.filter(Boolean)).toHaveLength(248)
  // until[i]: half-days of work before the i-th half-day of the year.
  const until = [0]
  for (const isWorking of works) for (let at = 0; at < 2; at++) until.push(until.at(-1)! + Number(isWorking))
  const wrong: string[] = []
  let pairs = 0
  for (let first = 0; first < 365; first++)
    for (let last = first; last < 365; last++) {
      // Each pair with one of the four combinations of halves, in turn.
      const startHalf = (first + last) % 2 === 0 ? 'am' : 'pm'
      const endHalf = first === last || last % 2 === 0 ? 'pm' : 'am'
      const begin = 2 * first + Number(startHalf === 'pm')
      const end = 2 * last + Number(endHalf === 'pm') + 1
      const part = days.slice(first, last + 1)
      const counted = sumHalves(
        countDays(part, null, personal, { ...span(names[first]!, names[last]!), startHalf, endHalf }),
      )
      pairs++
      if (counted !== 50 * (until[end]! - until[begin]!)) wrong.push(`${names[first]} ${names[last]} ${counted}`)
    }
  expect(pairs).toBe(66_795)
  expect(wrong).toEqual([])
})

it('counts hours of working time, rounded up once to the smallest unit', () => {
  const times = { am: [8 * 60 + 30, 12 * 60], pm: [13 * 60 + 30, 17 * 60] } as const
  const hours = (from: string, startTime: string, to: string, endTime: string, minUnit = 50) => {
    const halves = countDays(
      days,
      times,
      { unit: 'hour', minUnit, includesHolidays: false },
      {
        ...span(from, to),
        startTime,
        endTime,
      },
    )
    return { sum: sumHalves(halves) / 100, whole: halves.map(({ isWhole }) => isWhole) }
  }
  // Noon is no working time: 11:40–12:00 and 13:30–13:40 are half an hour.
  expect(hours('2026-09-01', '11:40', '2026-09-01', '13:40')).toEqual({ sum: 0.5, whole: [false, false] })
  expect(hours('2026-09-01', '11:40', '2026-09-01', '13:41')).toMatchObject({ sum: 1 })
  expect(hours('2026-09-04', '15:00', '2026-09-07', '10:00')).toEqual({ sum: 3.5, whole: [false, false] })
  expect(hours('2026-09-01', '08:00', '2026-09-01', '18:00', 100)).toEqual({ sum: 7, whole: [true, true] })
})

it('splits a day where the morning of the organisation ends', () => {
  const split = (noon: number, afternoon: number) =>
    countDays(
      days,
      { am: [8 * 60, noon], pm: [afternoon, afternoon + 210] },
      { unit: 'hour', minUnit: 50, includesHolidays: false },
      { ...span('2026-09-01', '2026-09-01'), startTime: '10:30', endTime: '14:30' },
    ).map(({ half, counted }) => [half, counted])
  expect(split(12 * 60, 13 * 60 + 30)).toEqual([
    ['am', 150],
    ['pm', 100],
  ])
  expect(split(11 * 60 + 30, 14 * 60)).toEqual([
    ['am', 100],
    ['pm', 50],
  ])
})

it('joins leave across a weekend, but not across a half-day of work', () => {
  const friday = [{ day: '2026-09-04', half: 'pm' as const, counted: 50 }]
  expect(countAdjacent(days, friday, span('2026-09-07', '2026-09-07'))).toBe(50)
  expect(countAdjacent(days, friday, span('2026-09-07下午', '2026-09-08'))).toBe(0)
  const before = [{ day: '2026-09-04', half: 'am' as const, counted: 50 }]
  expect(countAdjacent(days, before, span('2026-09-07', '2026-09-07'))).toBe(0)
})
