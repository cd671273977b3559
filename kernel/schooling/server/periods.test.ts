import { afterEach, beforeAll, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import type { LostPeriods } from './period-guards.ts'
import {
  ensureDefaultPeriods,
  findSchemeOn,
  listPeriodSchemesOf,
  listPeriodSchemes,
  listPeriodsOn,
  deletePeriodScheme,
  savePeriodScheme,
} from './service/time/timetable-periods.ts'
import { aPeriod, aScheme, createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const database = useDatabase()
const { as } = database
let planted: TimeOrgs
let gradeIds: string[]

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
  gradeIds = [newId(), newId()]
  for (const [at, id] of gradeIds.entries())
    await database.sql(
      `insert into tenant.grade (district_id, id, org_id, stage, start_year, years, created_at, updated_at)
       values ($1, $2, $3, 2, $4, 6, now(), now())`,
      [database.home, id, planted.school.id, 2024 + at],
    )
})

afterEach(async () => {
  for (const { id } of await schemes()) await as(planted.head, (ctx) => deletePeriodScheme(ctx, id))
})

type Form = Parameters<typeof savePeriodScheme>[1]
const save = (form: Form, who: Actor = planted.head) => as(who, (ctx) => savePeriodScheme(ctx, form))
const schemes = () => as(planted.teacher, (ctx) => listPeriodSchemes(ctx, null))
const named = async (name: string) => (await schemes()).find((scheme) => scheme.name === name)!
const hours = (gradeId: string | null, day: string) =>
  as(planted.head, async (ctx) =>
    (await listPeriodsOn(ctx, planted.school.id, gradeId, day)).map(({ name, begins }) => `${name} ${begins}`),
  )

it('a period keeps its id when its time changes, and only omitted periods are deleted', async () => {
  const { id } = await save(aScheme('夏令时', '2026-05-01', { endsOn: '2026-09-30' }))
  const before = await named('夏令时')
  const [first, second] = before.periods
  const changed = [aPeriod('第2节', '09:00', '09:40', second!.id), aPeriod('第1节', '08:10', '08:50', first!.id)]
  await save({ ...aScheme('夏令时', '2026-05-01', { endsOn: '2026-09-30' }), id, periods: changed, version: 1 })
  const after = await named('夏令时')
  expect(after.periods.map(({ id: period, begins, sort }) => [period, begins, sort])).toEqual([
    [first!.id, '08:10', 1],
    [second!.id, '09:00', 2],
  ])
  const one = { ...aScheme('夏令时', '2026-05-01', { endsOn: '2026-09-30' }), id, periods: [changed[0]!], version: 2 }
  await save(one)
  expect((await named('夏令时')).periods.map((period) => period.id)).toEqual([second!.id])
  await expect(save(one)).rejects.toMatchObject({ ret: Ret.changedByOthers })
  await as(planted.head, (ctx) => deletePeriodScheme(ctx, id))
  expect(await schemes()).toEqual([])
})

it('refuses periods that end before they begin or overlap', async () => {
  const wrong = (...periods: Form['periods']) => save(aScheme('错误', '2026-05-01', { periods }))
  await expect(wrong(aPeriod('第1节', '08:40', '08:40'))).rejects.toMatchObject({
    data: { errors: [{ field: 'periods.0.ends', msg: '结束时间应晚于开始时间' }] },
  })
  await expect(wrong(aPeriod('第2节', '08:39', '09:20'), aPeriod('第1节', '08:00', '08:40'))).rejects.toMatchObject({
    data: { errors: [{ field: 'periods.0.begins', msg: '与“第1节”时间重叠' }] },
  })
  await expect(save(aScheme('错误', '2026-05-02', { endsOn: '2026-05-01' }))).rejects.toMatchObject({
    ret: Ret.invalid,
  })
})

it('a grade has one scheme per day; a scheme without grades applies to all of them', async () => {
  const { id } = await save(aScheme('低段', '2026-03-01', { gradeIds: [gradeIds[0]!], endsOn: '2026-06-30' }))
  await save(aScheme('高段', '2026-03-01', { gradeIds: [gradeIds[1]!] }))
  await expect(save(aScheme('再来', '2026-06-30', { gradeIds: [gradeIds[0]!] }))).rejects.toThrow(
    '该年级在2026-06-30已有作息方案',
  )
  await expect(save(aScheme('全校', '2026-01-01'))).rejects.toThrow(/该年级在2026-03-01已有作息方案/)
  await expect(save(aScheme('全校', '2026-01-01', { endsOn: '2026-02-28' }))).resolves.toBeDefined()
  await save(aScheme('低段续', '2026-07-01', { gradeIds: [gradeIds[0]!] }))
  expect(await hours(gradeIds[0]!, '2026-02-28')).toHaveLength(2)
  expect(await hours(newId(), '2026-03-01')).toEqual([])
  await expect(save(aScheme('别校', '2025-01-01', { gradeIds: [newId()] }))).rejects.toThrow('年级不存在')
  const low = { ...aScheme('低段', '2026-03-01', { gradeIds: [gradeIds[0]!], endsOn: '2026-06-30' }), id, version: 1 }
  const foreign = [aPeriod('第1节', '08:00', '08:40', newId())]
  await expect(save({ ...low, periods: foreign })).rejects.toThrow('节次不存在')
})

it('a winter scheme replaces the summer scheme on a day without a gap or an overlap', async () => {
  const { id } = await save(aScheme('夏令时', '2026-05-01'))
  const periods = [aPeriod('第1节', '08:20', '09:00'), aPeriod('第2节', '09:10', '09:50')]
  await expect(save(aScheme('冬令时', '2026-10-08', { periods }))).rejects.toThrow('该年级在2026-10-08已有作息方案')
  await expect(save(aScheme('冬令时', '2026-05-01', { periods, followsId: id }))).rejects.toMatchObject({
    data: { errors: [{ field: 'startsOn', msg: '开始日期应晚于“夏令时”的开始日期' }] },
  })
  await save(aScheme('冬令时', '2026-10-08', { periods, followsId: id }))
  expect(await named('夏令时')).toMatchObject({ endsOn: '2026-10-07', version: 2 })
  expect(await hours(gradeIds[0]!, '2026-10-07')).toEqual(['第1节 08:00', '第2节 08:50'])
  expect(await hours(gradeIds[0]!, '2026-10-08')).toEqual(['第1节 08:20', '第2节 09:10'])
  expect(await hours(null, '2026-04-30')).toEqual([])
})

it('a school without a scheme gets the default of its stage, once', async () => {
  await database.sql('update tenant.organisation set stages = $2 where id = $1', [planted.other.id, [3]])
  const prepare = () => as(planted.neighbour, (ctx) => ensureDefaultPeriods(ctx, planted.other.id))
  await prepare()
  await prepare()
  const [scheme, ...others] = await as(planted.neighbour, (ctx) => listPeriodSchemes(ctx, null))
  expect(others).toEqual([])
  expect(scheme!.periods.filter(({ kind }) => kind === 'lesson')).toHaveLength(8)
})

it('schemes of another school are not found', async () => {
  const { id } = await save(aScheme('冬令时', '2026-10-08'))
  const { neighbour, school } = planted
  const gone = { ret: Ret.notFound }
  await expect(as(neighbour, (ctx) => listPeriodSchemes(ctx, school.id))).rejects.toMatchObject(gone)
  await expect(save({ ...aScheme('冬令时', '2026-10-08'), id, version: 1 }, neighbour)).rejects.toMatchObject(gone)
  await expect(save(aScheme('抢先', '2020-10-08', { orgId: school.id }), neighbour)).rejects.toMatchObject(gone)
  await expect(as(neighbour, (ctx) => deletePeriodScheme(ctx, id))).rejects.toMatchObject(gone)
  const follow = aScheme('跟随', '2027-01-01', { followsId: id })
  await expect(save(follow, neighbour)).rejects.toMatchObject(gone)
})

describe('the identity of a period', () => {
  const lessons = new Map<string, number>()
  const asked: LostPeriods[] = []
  beforeAll(() =>
    database.contribute('periodGuards', {
      key: 'test.lessons',
      countLessons: async (_, lost) => {
        asked.push(lost)
        return lost.slotIds.map((slotId) => ({ slotId, lessons: lessons.get(slotId) ?? 0 }))
      },
    }),
  )
  afterEach(() => lessons.clear())

  it('stays from summer to winter, also with another number of periods and for one grade', async () => {
    const { id } = await save(aScheme('夏令时', '2026-05-01'))
    const [first, second] = (await named('夏令时')).periods
    const periods = [
      aPeriod('早读', '07:40', '08:00'),
      aPeriod('第1节', '08:20', '09:00', null, first!.slotId),
      aPeriod('第2节', '09:10', '09:50', null, second!.slotId),
    ]
    await save(aScheme('冬令时', '2026-10-08', { periods, followsId: id }))
    const [reading, ...winter] = (await named('冬令时')).periods
    expect(winter.map(({ slotId }) => slotId)).toEqual([first!.slotId, second!.slotId])
    expect(winter.map((period) => period.id)).not.toContain(first!.id)
    expect([first!.slotId, second!.slotId]).not.toContain(reading!.slotId)
    const range = await as(planted.head, (ctx) =>
      listPeriodSchemesOf(ctx, planted.school.id, '2026-10-01', '2026-10-31'),
    )
    const timeOn = (day: string) =>
      findSchemeOn(range, gradeIds[0]!, day)?.periods.find(({ slotId }) => slotId === first!.slotId)?.begins
    expect([timeOn('2026-10-07'), timeOn('2026-10-08')]).toEqual(['08:00', '08:20'])
    // An existing period stays what it is, whatever the form says.
    const winterId = (await named('冬令时')).id
    const swapped = (await named('冬令时')).periods.map((period) => ({ ...period, slotId: second!.slotId }))
    await save({ ...aScheme('冬令时', '2026-10-08', { periods: swapped }), id: winterId, version: 1 })
    expect((await named('冬令时')).periods.map(({ slotId }) => slotId)).toEqual([
      reading!.slotId,
      first!.slotId,
      second!.slotId,
    ])
  })

  it('is of one school, and only once in a scheme', async () => {
    await save(aScheme('小学', '2026-05-01', { gradeIds: [gradeIds[0]!] }))
    const [first] = (await named('小学')).periods
    const sameTwice = ['08:00', '09:00'].map((begins) =>
      aPeriod('第1节', begins, `${begins.slice(0, 2)}:40`, null, first!.slotId),
    )
    const other = { gradeIds: [gradeIds[1]!], periods: sameTwice }
    await expect(save(aScheme('中学', '2026-05-01', other))).rejects.toThrow('对应同一节次')
    await save(aScheme('中学', '2026-05-01', { ...other, periods: [sameTwice[1]!] }))
    expect((await named('中学')).periods).toMatchObject([{ slotId: first!.slotId, begins: '09:00' }])
    const stolen = aScheme('别校', '2026-05-01', { endsOn: '2026-05-31', periods: [sameTwice[0]!] })
    await expect(save(stolen, planted.neighbour)).rejects.toThrow('节次不存在')
  })

  it('cannot be taken away while there are lessons in it', async () => {
    const form = aScheme('夏令时', '2026-05-01')
    const { id } = await save(form)
    const [first, second] = (await named('夏令时')).periods
    lessons.set(second!.slotId!, 42)
    const without = { ...form, id, version: 1, periods: [first!] }
    await expect(save(without)).rejects.toThrow('第2节仍有42节课，请先调整')
    await expect(as(planted.head, (ctx) => deletePeriodScheme(ctx, id))).rejects.toThrow('第2节仍有42节课')
    const winter = [aPeriod('第1节', '08:20', '09:00', null, first!.slotId)]
    const following = aScheme('冬令时', '2026-10-08', { periods: winter, followsId: id })
    await expect(save(following)).rejects.toThrow('第2节仍有42节课，请先调整')
    const lost = { orgId: planted.school.id, slotIds: [second!.slotId], gradeIds: [], endsOn: null }
    expect(asked.at(-1)).toEqual({ ...lost, startsOn: '2026-10-08' })
    lessons.clear()
    await save(following)
    await save({ ...without, endsOn: '2026-10-07', version: 2 })
  })

  it('every change of a scheme is published', async () => {
    const count = async () => {
      const rows = await database.sql(`select ids from tenant.event where name = 'periods.changed'`, [])
      return rows.filter(({ ids }) => JSON.stringify(ids).includes(planted.school.id)).length
    }
    const before = await count()
    const { id } = await save(aScheme('夏令时', '2026-05-01'))
    await as(planted.head, (ctx) => deletePeriodScheme(ctx, id))
    expect(await count()).toBe(before + 2)
  })
})
