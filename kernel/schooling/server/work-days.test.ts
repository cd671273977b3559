import { beforeAll, expect, it } from 'vitest'
import { type Actor, addDays, getWeekday, listDays } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { DayKind, Half, WorkDay } from '../contract.ts'
import { saveCalendar } from './service/time/calendar.ts'
import { saveTerm } from './service/time/terms.ts'
import { addWorkHours, addWorkMinutes, getWorkDay, listHalfDays, listWorkDays } from './service/time/work-days.ts'
import { aTerm, createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const { as } = useDatabase()
let planted: TimeOrgs

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
  await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2025, 2, '2026-02-24', '2026-07-03')))
  await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2026, 1, '2026-09-01', '2027-01-29')))
})

const days = (orgId: string, from: string, to: string) => as(planted.chief, (ctx) => listWorkDays(ctx, orgId, from, to))
const types = async (orgId: string, ...on: string[]) =>
  Promise.all(on.map(async (day) => (await days(orgId, day, day))[0]!.type))
const countDays = (list: readonly WorkDay[], from: string, fromHalf: Half, to: string, toHalf: Half) =>
  listHalfDays(list, { from, fromHalf, to, toHalf }).filter(({ isWorking }) => isWorking).length / 2

it('counts the working days between every two days of 2026 as the announcement of the State Council', async () => {
  // Written down from the announcement: the days off, and the weekends that are worked.
  const off = new Set([
    ...listDays('2026-01-01', '2026-01-03'),
    ...listDays('2026-02-15', '2026-02-23'),
    ...listDays('2026-04-04', '2026-04-06'),
    ...listDays('2026-05-01', '2026-05-05'),
    ...listDays('2026-06-19', '2026-06-21'),
    ...listDays('2026-09-25', '2026-09-27'),
    ...listDays('2026-10-01', '2026-10-07'),
  ])
  const worked = new Set(['2026-01-04', '2026-02-14', '2026-02-28', '2026-05-09', '2026-09-20', '2026-10-10'])
  expect([off.size, worked.size]).toEqual([33, 6])
  const year = listDays('2026-01-01', '2026-12-31')
  const counted = await days(planted.bureau.id, year[0]!, year.at(-1)!)
  const sums = [0]
  for (const day of year) sums.push(sums.at(-1)! + Number(worked.has(day) || (getWeekday(day) <= 5 && !off.has(day))))
  const wrong: string[] = []
  for (let from = 0; from < year.length; from++) {
    let working = 0
    for (let to = from; to < year.length; to++) {
      working += Number(counted[to]!.isWorking)
      if (working !== sums[to + 1]! - sums[from]!) wrong.push(`${year[from]} – ${year[to]}`)
    }
  }
  expect(wrong.slice(0, 5)).toEqual([])
  expect(sums.at(-1)).toBe(248)
})

it('counts half-days: the week of the National Day, and a weekend that is worked', async () => {
  const { bureau, school } = planted
  const autumn = await days(school.id, '2026-09-28', '2026-10-12')
  expect(countDays(autumn, '2026-09-30', 'am', '2026-10-10', 'pm')).toBe(4)
  expect(listHalfDays(autumn, { from: '2026-09-30', fromHalf: 'am', to: '2026-10-10', toHalf: 'pm' })).toHaveLength(22)
  expect(countDays(autumn, '2026-09-30', 'pm', '2026-10-08', 'am')).toBe(1)
  expect(countDays(autumn, '2026-09-30', 'pm', '2026-09-30', 'pm')).toBe(0.5)
  expect(countDays(autumn, '2026-10-09', 'pm', '2026-10-09', 'am')).toBe(0)
  const winter = await days(bureau.id, '2026-02-13', '2026-03-01')
  expect(countDays(winter, '2026-02-13', 'pm', '2026-02-14', 'am')).toBe(1)
  expect(countDays(winter, '2026-02-28', 'am', '2026-03-01', 'pm')).toBe(1)
})

it('a bureau works in August and on the Saturday before the Spring Festival, a school does not', async () => {
  const { bureau, school } = planted
  const on = ['2026-08-12', '2026-08-15', '2026-02-14', '2026-02-17', '2026-10-10', '2026-11-18'] as const
  expect(await types(bureau.id, ...on)).toEqual(['work', 'weekend', 'make-up', 'holiday', 'make-up', 'work'])
  // Before the first term that is known nobody can say that there were holidays.
  expect(await types(school.id, ...on)).toEqual(['vacation', 'vacation', 'make-up', 'holiday', 'make-up', 'work'])
})

it('a school whose next term is not entered works again in March', async () => {
  const { school } = planted
  const on = ['2027-01-29', '2027-02-01', '2027-02-26', '2027-03-01', '2027-04-12']
  expect(await types(school.id, ...on)).toEqual(['work', 'vacation', 'vacation', 'work', 'work'])
  const summer = { isBureau: false, terms: [{ startsOn: '2026-02-24', endsOn: '2026-07-03' }] }
  expect(['2026-08-31', '2026-09-01'].map((day) => getWorkDay(day, summer).type)).toEqual(['vacation', 'work'])
  const early = { isBureau: false, terms: [{ startsOn: '2026-09-01', endsOn: '2026-12-31' }] }
  expect(['2027-02-26', '2027-03-01'].map((day) => getWorkDay(day, early).type)).toEqual(['vacation', 'work'])
})

it('the days of the school calendar: a closed day, a day for all, a worked Saturday, a year not announced', async () => {
  const { bureau, school, other, chief, head } = planted
  const set = (who: Actor, day: string, kind: DayKind, name: string, asWeekday: number | null = null) =>
    as(who, (ctx) => saveCalendar(ctx, { orgId: null, from: day, to: day, kind, asWeekday, name }))
  await set(head, '2026-11-20', 'closed', '台风停课')
  await set(chief, '2026-11-23', 'rest', '秋假')
  await set(head, '2026-11-23', 'class', '')
  await set(head, '2026-11-28', 'activity', '运动会')
  await set(chief, '2027-04-05', 'rest', '清明节')
  const on = ['2026-11-20', '2026-11-23', '2026-11-28', '2027-04-05'] as const
  expect(await types(school.id, ...on)).toEqual(['closed', 'work', 'make-up', 'holiday'])
  expect(await types(other.id, ...on)).toEqual(['work', 'closed', 'weekend', 'holiday'])
  // The autumn holidays are those of the schools; the days that the district enters for 2027 are everybody's.
  expect(await types(bureau.id, ...on)).toEqual(['work', 'work', 'weekend', 'holiday'])
})

it('adds hours of work over the evening, the weekend and the National Day', async () => {
  const { bureau } = planted
  const due = async (since: string, hours: number) =>
    (await as(planted.chief, (ctx) => addWorkHours(ctx, bureau.id, new Date(since), hours))).toISOString()
  // Friday at 16:00: one hour is left, three are on Monday morning.
  expect(await due('2026-11-13T08:00:00Z', 4)).toBe('2026-11-16T03:30:00.000Z')
  // Within the morning; at noon; before and after work.
  expect(await due('2026-11-16T01:00:00Z', 2)).toBe('2026-11-16T03:00:00.000Z')
  expect(await due('2026-11-16T04:30:00Z', 0.5)).toBe('2026-11-16T06:00:00.000Z')
  expect(await due('2026-11-15T16:30:00Z', 3.5)).toBe('2026-11-16T04:00:00.000Z')
  expect(await due('2026-11-16T12:00:00Z', 7)).toBe('2026-11-17T09:00:00.000Z')
  // 30 September at 16:00, 1 + 7 + 7 + 7 hours: the 8th, 9th and the worked Saturday 10th.
  expect(await due('2026-09-30T08:00:00Z', 22)).toBe('2026-10-10T09:00:00.000Z')
  // 700 hours are a hundred days of seven hours (105 weekdays to 24 July, five of them off, 9 May worked), more than are loaded at once.
  expect(await due('2026-03-02T00:00:00Z', 700)).toBe('2026-07-23T09:00:00.000Z')
})

it('a deadline after the days that are known is said, not guessed', () => {
  const monday: WorkDay = { day: '2026-11-16', type: 'work', name: '', isWorking: true }
  const sunday: WorkDay = { day: addDays('2026-11-16', -1), type: 'weekend', name: '', isWorking: false }
  const since = new Date('2026-11-15T00:00:00Z')
  expect(addWorkMinutes([sunday, monday], [[540, 600]], since, 60)?.toISOString()).toBe('2026-11-16T02:00:00.000Z')
  expect(addWorkMinutes([sunday, monday], [[540, 600]], since, 61)).toBeUndefined()
})
