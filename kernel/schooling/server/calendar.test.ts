import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import { type Actor, addDays, getWeekday, listDays, Ret } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { dayKinds, type CalendarDay, type DayKind } from '../contract.ts'
import { listCalendarDays, clearCalendar, getEffectiveDay, getCalendar, saveCalendar } from './service/time/calendar.ts'
import { findNationalDay } from './service/time/holidays.ts'
import { saveTerm } from './service/time/terms.ts'
import { aTerm, createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const database = useDatabase()
const { as } = database
let planted: TimeOrgs

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
  await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2025, 2, '2026-02-24', '2026-07-03')))
  await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2026, 1, '2026-09-01', '2027-01-29')))
})

const set = (who: Actor, from: string, to: string, kind: DayKind, more: { asWeekday?: number; name?: string } = {}) =>
  as(who, (ctx) => saveCalendar(ctx, { orgId: null, from, to, kind, asWeekday: null, name: '', ...more }))
const day = async (orgId: string, on: string) =>
  (await as(planted.chief, (ctx) => listCalendarDays(ctx, orgId, on, on)))[0]!
const short = ({ kind, asWeekday, name, source }: CalendarDay) => [kind, asWeekday, name, source]

it('recognises weekdays, weekends, public holidays and make-up days', async () => {
  const { id } = planted.school
  expect(short(await day(id, '2026-09-18'))).toEqual(['class', 5, '', 'regular'])
  expect(short(await day(id, '2026-09-19'))).toEqual(['rest', null, '', 'regular'])
  expect(short(await day(id, '2026-09-20'))).toEqual(['make-up', 2, '国庆节调休', 'national'])
  expect(short(await day(id, '2026-10-01'))).toEqual(['rest', null, '国庆节', 'national'])
  expect(short(await day(id, '2026-10-10'))).toEqual(['make-up', 3, '国庆节调休', 'national'])
  // School holidays have no lessons and no make-up days.
  expect(short(await day(id, '2026-08-31'))).toEqual(['rest', null, '', 'regular'])
  expect(short(await day(id, '2026-02-14'))).toEqual(['rest', null, '', 'regular'])
  expect(short(await day(id, '2026-02-17'))).toEqual(['rest', null, '春节', 'national'])
})

it('counts the weeks of the term', async () => {
  const weeks = async (...days: string[]) =>
    Promise.all(days.map(async (on) => (await day(planted.school.id, on)).week))
  expect(await weeks('2026-08-31')).toEqual([null])
  expect(await weeks('2026-09-01')).toEqual([1])
  expect(await weeks('2026-09-06')).toEqual([1])
  expect(await weeks('2026-09-07')).toEqual([2])
  expect(await weeks('2027-01-29')).toEqual([22])
})

it('every make-up day in the table is at a weekend and replaces a weekday', () => {
  const made = listDays('2025-01-01', '2026-12-31').filter((on) => findNationalDay(on)?.kind === 'make-up')
  expect(made).toHaveLength(11)
  for (const on of made) {
    expect(getWeekday(on)).toBeGreaterThan(5)
    expect(findNationalDay(on)!.asWeekday).toBeLessThan(6)
  }
})

it('the district changes a day for all schools, a school for itself, and both can undo it', async () => {
  const { chief, head, school, other, bureau } = planted
  await set(chief, '2026-10-10', '2026-10-10', 'make-up', { asWeekday: 4, name: '补周四' })
  await set(head, '2026-10-09', '2026-10-11', 'activity', { name: '秋季运动会' })
  expect(short(await day(school.id, '2026-10-10'))).toEqual(['activity', null, '秋季运动会', 'school'])
  expect(short(await day(other.id, '2026-10-10'))).toEqual(['make-up', 4, '补周四', 'district'])
  expect(short(await day(bureau.id, '2026-10-10'))).toEqual(['make-up', 4, '补周四', 'district'])
  const again = { orgId: null, from: '2026-10-10', to: '2026-10-31' }
  expect(await as(head, (ctx) => clearCalendar(ctx, again))).toEqual({ days: 2 })
  expect(short(await day(school.id, '2026-10-09'))).toEqual(['activity', null, '秋季运动会', 'school'])
  expect(short(await day(school.id, '2026-10-10'))).toEqual(['make-up', 4, '补周四', 'district'])
  await as(chief, (ctx) => clearCalendar(ctx, again))
  expect(short(await day(school.id, '2026-10-10'))).toEqual(['make-up', 3, '国庆节调休', 'national'])
})

it('fires the change event only when days have changed', async () => {
  const listEvents = () => database.sql("select ids from tenant.event where name = 'calendar.changed'")
  const before = (await listEvents()).length
  await set(planted.head, '2026-12-24', '2026-12-25', 'closed', { name: '大雪' })
  expect(await listEvents()).toHaveLength(before + 1)
  expect((await listEvents()).at(-1)).toEqual({ ids: { orgId: planted.school.id } })
  await as(planted.head, (ctx) => clearCalendar(ctx, { orgId: null, from: '2026-11-01', to: '2026-11-02' }))
  expect(await listEvents()).toHaveLength(before + 1)
})

it('lists the years without announced holidays until the district enters them', async () => {
  const unannounced = async (from: string, to: string) =>
    (await as(planted.teacher, (ctx) => getCalendar(ctx, { orgId: null, from, to }))).unannounced
  expect(await unannounced('2026-09-01', '2026-12-31')).toEqual([])
  expect(await unannounced('2026-09-01', '2027-01-29')).toEqual([2027])
  // Entries of a school do not count as the announcement of the State Council.
  await set(planted.head, '2027-01-01', '2027-01-03', 'rest', { name: '元旦' })
  expect(await unannounced('2027-01-01', '2027-01-29')).toEqual([2027])
  await set(planted.chief, '2027-05-01', '2027-05-05', 'rest', { name: '劳动节' })
  expect(await unannounced('2027-01-01', '2027-01-29')).toEqual([])
})

it('reads a whole term with three queries', async () => {
  await as(planted.teacher, async (ctx) => {
    let span = 0
    const db = ctx.db.withPlugin({
      transformQuery: ({ node }) => (span++, node),
      transformResult: async ({ result }) => result,
    })
    await getCalendar({ ...ctx, db }, { orgId: null, from: '2026-09-01', to: '2027-01-29' })
    expect(span).toBeGreaterThan(0)
    expect(span).toBeLessThanOrEqual(3)
  })
})

it('refuses reversed or overlong ranges, and days of other schools', async () => {
  const read = (who: Actor, from: string, to: string, orgId: string | null = null) =>
    as(who, (ctx) => getCalendar(ctx, { orgId, from, to }))
  await expect(read(planted.teacher, '2026-09-02', '2026-09-01')).rejects.toMatchObject({ ret: Ret.invalid })
  await expect(read(planted.teacher, '2020-09-02', '2026-09-01')).rejects.toMatchObject({ ret: Ret.invalid })
  const { school, neighbour } = planted
  await expect(read(neighbour, '2026-09-01', '2026-09-02', school.id)).rejects.toMatchObject({ ret: Ret.notFound })
  const foreign = { from: '2026-09-01', to: '2026-09-02', orgId: school.id }
  const change = { ...foreign, kind: 'rest' as const, asWeekday: null, name: '' }
  await expect(as(neighbour, (ctx) => saveCalendar(ctx, change))).rejects.toMatchObject({ ret: Ret.notFound })
  await expect(as(neighbour, (ctx) => clearCalendar(ctx, foreign))).rejects.toMatchObject({ ret: Ret.notFound })
})

const kinds = Object.keys(dayKinds) as DayKind[]
const setDay = fc.option(
  fc
    .record({ kind: fc.constantFrom(...kinds), weekday: fc.integer({ min: 1, max: 7 }), name: fc.string() })
    .map(({ kind, weekday, name }) => ({ kind, asWeekday: kind === 'make-up' ? weekday : null, name })),
  { nil: undefined },
)
const someDay = fc.integer({ min: 0, max: 1094 }).map((days) => addDays('2025-01-01', days))

it('the nearest layer with an entry for a day decides', () => {
  fc.assert(
    fc.property(someDay, fc.boolean(), setDay, setDay, (on, isInTerm, district, school) => {
      const term = isInTerm ? { startsOn: addDays(on, -30), endsOn: addDays(on, 30) } : undefined
      const is = getEffectiveDay(on, { term, district, school })
      const nearest = school ?? district
      const fallback =
        findNationalDay(on) && (isInTerm || findNationalDay(on)!.kind === 'rest') ? 'national' : 'regular'
      const source = school ? 'school' : district ? 'district' : fallback
      expect(is).toMatchObject({ ...(nearest && { kind: nearest.kind, name: nearest.name }), source })
      // A day has lessons if and only if its timetable weekday is known.
      expect(is.asWeekday !== null).toBe(is.kind === 'class' || is.kind === 'make-up')
      // A day outside the terms has no lessons unless an entry says otherwise.
      expect(nearest !== undefined || isInTerm || is.kind === 'rest').toBe(true)
      expect(is.week !== null).toBe(isInTerm)
    }),
    { numRuns: 500 },
  )
})

it('for random rows the calendar equals the nearest layer of each day', async () => {
  const { chief, head, school } = planted
  const days = listDays('2026-03-01', '2026-03-14')
  const rows = fc.array(fc.record({ at: fc.nat(13), set: setDay, isOwn: fc.boolean() }), { maxLength: 12 })
  await fc.assert(
    fc.asyncProperty(rows, async (saved) => {
      for (const who of [chief, head])
        await as(who, (ctx) => clearCalendar(ctx, { orgId: null, from: days[0]!, to: days.at(-1)! }))
      const layers = { district: new Map<string, object>(), school: new Map<string, object>() }
      for (const { at, set: one, isOwn } of saved) {
        if (!one) continue
        const name = one.name.replaceAll('\0', '').slice(0, 30)
        const form = { ...one, name, orgId: null, from: days[at]!, to: days[at]! }
        await as(isOwn ? head : chief, (ctx) => saveCalendar(ctx, form))
        layers[isOwn ? 'school' : 'district'].set(days[at]!, { kind: one.kind, name })
      }
      const read = await as(head, (ctx) => listCalendarDays(ctx, school.id, days[0]!, days.at(-1)!))
      for (const is of read) {
        const nearest = layers.school.get(is.day) ?? layers.district.get(is.day)
        expect(is).toMatchObject(nearest ?? { kind: getWeekday(is.day) <= 5 ? 'class' : 'rest', source: 'regular' })
      }
    }),
    { numRuns: 15 },
  )
})
