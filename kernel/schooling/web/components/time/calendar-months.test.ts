import { addDays, getWeekday } from '#packages/core'
import { expect, it } from 'vitest'
import type { CalendarDay } from '../../../contract.ts'
import { parseClock, createNextPeriod, shiftClock, findHoursError, type PeriodDraft } from './period-times.ts'
import { getDayMark, groupByMonth, describeCalendarDay } from './calendar-months.ts'

const usual = (day: string): CalendarDay => {
  const isOff = getWeekday(day) > 5
  const week = 1 + Math.floor((Date.parse(day) - Date.parse('2026-08-31')) / (7 * 24 * 3600_000))
  return {
    day,
    kind: isOff ? 'rest' : 'class',
    asWeekday: isOff ? null : getWeekday(day),
    name: '',
    source: 'regular',
    week,
  }
}
const october = Array.from({ length: 31 }, (_, at) => usual(addDays('2026-10-01', at)))
const holiday = october.map((one, at): CalendarDay => {
  if (at < 7) return { ...one, kind: 'rest', asWeekday: null, name: '国庆节', source: 'national' }
  if (at === 9) return { ...one, kind: 'make-up', asWeekday: 3, name: '国庆节调休', source: 'national' }
  if (at === 14 || at === 15) return { ...one, kind: 'activity', asWeekday: null, name: '运动会', source: 'school' }
  return one
})

it('groups a month into weeks from Monday on, with their number in the term', () => {
  const [month] = groupByMonth(october, [])
  expect(month!.title).toBe('2026年10月')
  expect(month!.weeks.map(({ week }) => week)).toEqual([5, 6, 7, 8, 9])
  expect(month!.weeks[0]!.days.map((day) => day?.day.slice(8) ?? '')).toEqual(['', '', '', '01', '02', '03', '04'])
  expect(month!.weeks.every(({ days }) => days.length === 7)).toBe(true)
})

it('lists the special days of a month, consecutive days of one kind together', () => {
  const term = { number: 1, startsOn: '2026-09-01', endsOn: '2026-10-30' }
  const [month] = groupByMonth(holiday, [term])
  expect(month!.notes).toEqual([
    { days: '30日', text: '第一学期结束', by: '' },
    { days: '1–7日', text: '国庆节', by: '' },
    { days: '10日', text: '按周三上课', by: '' },
    { days: '15–16日', text: '校内活动 运动会', by: '本校' },
  ])
})

it('labels special days in the cell and for screen readers, and leaves normal days empty', () => {
  expect(holiday.slice(0, 11).map(getDayMark).join()).toBe('休,休,休,休,休,休,休,,,班,')
  expect(describeCalendarDay(holiday[0]!)).toBe('2026年10月1日 周四 放假 国庆节')
  expect(describeCalendarDay(holiday[9]!)).toBe('2026年10月10日 周六 按周三上课 国庆节调休')
})

it('parses times as people write them', () => {
  expect(['8:30', '0830', '830', '8：30', '08.30', ' 18:05 '].map(parseClock)).toEqual([
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '08:30',
    '18:05',
  ])
  expect(['', '24:00', '8:60', '8', 'abc'].map(parseClock)).toEqual(Array.from({ length: 5 }, () => undefined))
  expect([shiftClock('08:10', 20), shiftClock('08:10', -30), shiftClock('23:50', 20)]).toEqual([
    '08:30',
    '07:40',
    undefined,
  ])
})

const row = (name: string, begins: string, ends: string): PeriodDraft => ({
  id: null,
  slotId: null,
  name,
  begins,
  ends,
  kind: 'lesson',
})

it('reports invalid periods before they are sent', () => {
  expect(findHoursError([])?.message).toBe('请至少添加一节')
  expect(findHoursError([row('第1节', '8:00', '840'), row('第2节', '8:50', '9:30')])).toBeUndefined()
  expect(findHoursError([row('第1节', '8:40', '8:00')])?.message).toBe('“第1节”结束时间应晚于开始时间')
  expect(findHoursError([row('第2节', '8:30', '9:10'), row('第1节', '8:00', '8:40')])?.message).toBe(
    '“第2节”与“第1节”时间重叠',
  )
  expect(findHoursError([row('第1节', '8点', '8:40')])?.message).toBe('请填写“第1节”的时间，如 08:30')
})

it('proposes the next period', () => {
  const next = createNextPeriod([row('第1节', '08:00', '08:40')])
  expect(next).toMatchObject({ name: '第2节', begins: '08:50', ends: '09:30' })
  expect(createNextPeriod([])).toMatchObject({ name: '第1节', begins: '08:00' })
})
