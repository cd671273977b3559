import { beforeAll, beforeEach, expect, it } from 'vitest'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { inDistrict } from '#packages/db'
import { createActor, useDatabase } from '#packages/testing'
import { deleteTermDifference, saveTerm, ensureTerms, listTerms, findTermOn } from './service/time/terms.ts'
import { aTerm, createTimeOrgs, type TimeOrgs } from './time.fixture.ts'

const database = useDatabase()
const { as } = database
let planted: TimeOrgs

beforeAll(async () => {
  planted = await as(createActor(), createTimeOrgs)
})
beforeEach(async () => {
  for (const table of ['term_difference', 'term']) await database.sql(`delete from tenant.${table}`)
})

/** Runs `work` on the given day and rolls it back. */
const onDay = async <T>(who: Actor, day: string, work: (ctx: Ctx) => Promise<T>): Promise<T> => {
  let answer: T
  await inDistrict(database.cells, database.home, async (db) => {
    answer = await work({
      app: database.app,
      actor: who,
      db,
      now: new Date(`${day}T10:00:00+08:00`),
      requestId: newId(),
    })
    throw new Error('undone')
  }).catch((error: Error) => {
    if (error.message !== 'undone') throw error
  })
  return answer!
}
const months = (terms: readonly { name: string; startsOn: string; endsOn: string }[]) =>
  terms.map(({ name, startsOn, endsOn }) => `${name} ${startsOn} ${endsOn}`)

it('creates both terms of the school year, from May on also of the next, and keeps existing terms', async () => {
  const prepared = (day: string) =>
    onDay(planted.chief, day, async (ctx) => {
      await ensureTerms(ctx)
      await ensureTerms(ctx)
      return months(await listTerms(ctx, null))
    })
  expect(await prepared('2026-11-15')).toEqual([
    '2026学年第二学期 2027-02-15 2027-07-10',
    '2026学年第一学期 2026-09-01 2027-01-31',
  ])
  // The first day is never at a weekend or on a holiday: the Spring Festival of 2026 lasts until 23 February.
  expect(await prepared('2026-05-01')).toEqual([
    '2026学年第二学期 2027-02-15 2027-07-10',
    '2026学年第一学期 2026-09-01 2027-01-31',
    '2025学年第二学期 2026-02-24 2026-07-10',
    '2025学年第一学期 2025-09-01 2026-01-31',
  ])
  expect(await prepared('2026-04-30')).toHaveLength(2)
})

it('the current term in the holidays is the last that started', async () => {
  const current = (day: string) =>
    onDay(planted.chief, day, async (ctx) => {
      await saveTerm(ctx, aTerm(2025, 2, '2026-02-24', '2026-07-03'))
      await saveTerm(ctx, aTerm(2026, 1, '2026-09-01', '2027-01-29'))
      return (await listTerms(ctx, planted.school.id)).map(({ isCurrent, state }) => [isCurrent, state])
    })
  expect(await current('2025-12-01')).toEqual([
    [false, 'coming'],
    [true, 'current'],
  ])
  expect(await current('2026-08-31')).toEqual([
    [false, 'coming'],
    [true, 'current'],
  ])
  expect(await current('2026-09-01')).toEqual([
    [true, 'current'],
    [false, 'over'],
  ])
  expect(await current('2027-02-10')).toEqual([
    [true, 'current'],
    [false, 'over'],
  ])
})

it('a school can have its own dates, which apply only there', async () => {
  await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2026, 1, '2026-09-01', '2027-01-29')))
  const { id } = await as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2026, 2, '2027-02-22', '2027-07-02')))
  await as(planted.head, (ctx) => saveTerm(ctx, aTerm(2026, 2, '2027-02-25', '2027-07-05')))
  const [ours] = await as(planted.teacher, (ctx) => listTerms(ctx, null))
  expect(ours).toMatchObject({
    id,
    startsOn: '2027-02-25',
    endsOn: '2027-07-05',
    weeks: 20,
    version: 1,
    differsFrom: { startsOn: '2027-02-22', endsOn: '2027-07-02' },
  })
  const [theirs] = await as(planted.neighbour, (ctx) => listTerms(ctx, null))
  expect(theirs).toMatchObject({ id, startsOn: '2027-02-22', differsFrom: null, version: 0 })
  expect(await as(planted.head, (ctx) => findTermOn(ctx, planted.school.id, '2027-02-23'))).toMatchObject({ number: 1 })
  expect(await as(planted.head, (ctx) => findTermOn(ctx, planted.other.id, '2027-02-23'))).toMatchObject({ number: 2 })

  // A form that was opened before the own dates were saved.
  const stale = as(planted.head, (ctx) => saveTerm(ctx, aTerm(2026, 2, '2027-02-26', '2027-07-05')))
  await expect(stale).rejects.toMatchObject({ ret: Ret.changedByOthers })

  // Saving the district's dates removes the own dates, like deleting them does.
  await as(planted.head, (ctx) => saveTerm(ctx, aTerm(2026, 2, '2027-02-22', '2027-07-02', 1)))
  expect((await as(planted.head, (ctx) => listTerms(ctx, null)))[0]).toMatchObject({ differsFrom: null, version: 0 })
  await as(planted.head, (ctx) => saveTerm(ctx, aTerm(2026, 2, '2027-02-25', '2027-07-05')))
  await as(planted.head, (ctx) => deleteTermDifference(ctx, { orgId: null, termId: id }))
  expect((await as(planted.head, (ctx) => listTerms(ctx, null)))[0]).toMatchObject({ startsOn: '2027-02-22' })
})

it('refuses overlapping terms in the district, in a school and between the two', async () => {
  const save = (who: Actor, ...term: Parameters<typeof aTerm>) => as(who, (ctx) => saveTerm(ctx, aTerm(...term)))
  await save(planted.chief, 2026, 1, '2026-09-01', '2027-01-29')
  await save(planted.chief, 2026, 2, '2027-02-22', '2027-07-02')
  await expect(save(planted.chief, 2025, 2, '2026-02-24', '2026-08-31')).resolves.toBeDefined()
  await expect(save(planted.chief, 2026, 1, '2026-08-31', '2027-01-29', 1)).rejects.toThrow(
    '学期时间与“2025学年第二学期”重叠',
  )
  await expect(save(planted.chief, 2026, 1, '2026-09-01', '2027-01-29')).rejects.toThrow('该学期已存在')
  await expect(save(planted.head, 2026, 1, '2026-09-01', '2027-02-22')).rejects.toThrow(
    '学期时间与“2026学年第二学期”重叠',
  )
  await save(planted.head, 2026, 1, '2026-09-01', '2027-02-05')
  await expect(save(planted.chief, 2026, 2, '2027-02-04', '2027-07-02', 1)).rejects.toThrow(
    '学期时间与实验小学的“2026学年第一学期”重叠',
  )
  await expect(save(planted.head, 2027, 1, '2027-09-01', '2028-01-20')).rejects.toThrow('教育局还没有设置该学期')
  await expect(save(planted.chief, 2027, 1, '2027-07-31', '2028-01-20')).rejects.toMatchObject({
    data: { errors: [{ field: 'startsOn', msg: '开始日期不能早于2027年8月' }] },
  })
})

it('of two concurrent overlapping terms one is refused', async () => {
  const results = await Promise.allSettled([
    as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2030, 1, '2030-09-01', '2031-02-20'))),
    as(planted.chief, (ctx) => saveTerm(ctx, aTerm(2030, 2, '2031-02-15', '2031-07-02'))),
  ])
  const refused = results.filter((result) => result.status === 'rejected')
  expect(refused).toHaveLength(1)
  expect(String(refused[0]!.reason)).toMatch(/学期时间与“2030学年第[一二]学期”重叠/)
})

it('a school cannot change the dates of other schools or of the district', async () => {
  const { head, neighbour, teacher, school, bureau } = planted
  const term = aTerm(2026, 1, '2026-09-02', '2027-01-29')
  for (const orgId of [school.id, bureau.id]) {
    await expect(as(neighbour, (ctx) => saveTerm(ctx, { ...term, orgId }))).rejects.toMatchObject({ ret: Ret.notFound })
    await expect(as(neighbour, (ctx) => listTerms(ctx, orgId))).rejects.toMatchObject({ ret: Ret.notFound })
  }
  await expect(as(head, (ctx) => saveTerm(ctx, { ...term, orgId: bureau.id }))).rejects.toMatchObject({
    ret: Ret.notFound,
  })
  await expect(as(teacher, (ctx) => saveTerm(ctx, term))).rejects.toMatchObject({ ret: Ret.forbidden })
})
