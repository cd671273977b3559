import { beforeAll, expect, it } from 'vitest'
import { newId, wholeDistrict, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aSchool, twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { mergePeople, unmergePeople } from '#kernel/staff/server/service/merge-people.ts'
import { anotherDistrict, registerHomeDistrict } from '#kernel/staff/server/staff.fixture.ts'
import { aMembership, aTeacher, type Teacher } from '#kernel/staff/server/example.ts'
import { bookDuties, endDuties, freeAmong, listBusy, moveDuties, replaceDuties, setAway, type NewDuty } from './api.ts'
import { dutiesOfOrgs, dutiesOfPeople } from './contents.ts'
import { insertDuties } from './duty-queries.ts'

const database = useDatabase({ poolSize: 6 })
const { as } = database
const lessonNames = new Map<string, string>()
let clerk: Actor
let bureau: OrgNode
let school: OrgNode
let other: OrgNode

beforeAll(async () => {
  database.contribute('dutyKinds', {
    kind: 'lesson',
    title: '课',
    describe: async (_ctx, refs) => new Map(refs.flatMap((ref) => [...lessonNames].filter(([id]) => id === ref))),
  })
  database.contribute('personContents', dutiesOfPeople)
  await registerHomeDistrict(database)
  clerk = createActor({ districtId: database.home })
  await as(clerk, async (ctx) => {
    ;({ bureau, school, other } = await twoSchools(ctx))
  })
})

const hire = (name: string, at = school) => as(clerk, (ctx) => aTeacher(ctx, { name, at, since: '2026-01-01' }))
const at = (clock: string, day = '2026-11-23') => new Date(`${day}T${clock}:00+08:00`)

function aLesson(who: { userId: string }, from: string, to: string, more: Partial<NewDuty> & { name?: string } = {}) {
  const { name, ...facts } = more
  const ref = newId()
  if (name) lessonNames.set(ref, name)
  return { userId: who.userId, orgId: school.id, kind: 'lesson', ref, startsAt: at(from), endsAt: at(to), ...facts }
}
const book = (...duties: NewDuty[]) => as(clerk, (ctx) => bookDuties(ctx, duties))
const timesOf = (who: Teacher) =>
  as(clerk, async (ctx) => {
    const busy = await listBusy(ctx, [who.userId], at('00:00', '2026-11-01'), at('00:00', '2026-12-31'))
    return busy.get(who.userId)!.duties.map(({ startsAt }) => startsAt.toISOString().slice(11, 16))
  })

it('refuses a second duty at one time, and says who has what then', async () => {
  const [fang, li] = [await hire('王芳'), await hire('李丽')]
  await book(aLesson(fang, '08:00', '08:40', { name: '三(2)班语文课' }))
  const invigilation = aLesson(fang, '08:30', '10:00', { kind: 'invigilation' })
  await expect(book(aLesson(li, '08:00', '08:40'), invigilation)).rejects.toThrow(
    '王芳在11月23日 08:00–08:40 已有三(2)班语文课',
  )
  // All or nothing.
  expect(await timesOf(li)).toEqual([])
  expect(await timesOf(fang)).toEqual(['00:00'])
})

it('names two duties of one call that are at one time', async () => {
  const fang = await hire('王芳')
  const duties = [
    aLesson(fang, '10:00', '10:40', { name: '三(1)班数学课' }),
    aLesson(fang, '09:00', '10:20', { name: '三(2)班数学课' }),
  ]
  await expect(book(...duties)).rejects.toThrow('王芳在11月23日 10:00–10:40 同时有三(2)班数学课和三(1)班数学课')
  expect(await timesOf(fang)).toEqual([])
})

it('the database refuses it by itself, for every module and at both schools of a teacher', async () => {
  const fang = await hire('王芳')
  await book(aLesson(fang, '08:00', '08:40'))
  const secondId = await as(clerk, (ctx) => aMembership(ctx, fang.personId, { at: other, isMain: false }))
  const there = aLesson({ userId: secondId }, '08:39', '09:20', { orgId: other.id, name: '他校的课' })
  // Without the service: what every statement of every module meets.
  const insert = as(clerk, ({ db, now }) => insertDuties(db, [{ ...there, id: newId() }], now))
  await expect(insert).rejects.toMatchObject({ constraint: 'duty_no_double_booking' })
  await expect(book(there)).rejects.toThrow('王芳在11月23日 08:00–08:40 已有课')
})

it('of two bookings at the same moment one is refused', async () => {
  const fang = await hire('王芳')
  for (let round = 0; round < 5; round++) {
    const span = [`1${round}:00`, `1${round}:40`] as const
    const results = await Promise.allSettled(
      [1, 2, 3].map((number) => book(aLesson(fang, ...span, { name: `课${number}` }))),
    )
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
    const refusals = results.flatMap((result) => (result.status === 'rejected' ? [String(result.reason)] : []))
    expect(refusals.map((words) => words.includes(`王芳在11月23日 ${span[0]}–${span[1]} 已有课`))).toEqual([true, true])
  }
})

it('two transactions that skip the service cannot both commit', async () => {
  const fang = await hire('王芳')
  const insert = () =>
    as(clerk, ({ db, now }) => insertDuties(db, [{ ...aLesson(fang, '08:00', '08:40'), id: newId() }], now))
  const results = await Promise.allSettled([insert(), insert()])
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await timesOf(fang)).toEqual(['00:00'])
})

it('lessons one after the other do not collide', async () => {
  const fang = await hire('王芳')
  await book(aLesson(fang, '08:00', '08:40'), aLesson(fang, '08:40', '09:20'))
  expect(await timesOf(fang)).toEqual(['00:00', '00:40'])
})

it('two lessons swap their times in one call, and a move to a taken time is refused', async () => {
  const fang = await hire('王芳')
  const [first, second] = [
    aLesson(fang, '08:00', '08:40', { name: '语文' }),
    aLesson(fang, '08:40', '09:20', { name: '数学' }),
  ]
  await book(first, second)
  await as(clerk, (ctx) =>
    moveDuties(ctx, [
      { ...first, startsAt: second.startsAt, endsAt: second.endsAt },
      { ...second, startsAt: first.startsAt, endsAt: first.endsAt },
    ]),
  )
  const busy = await as(clerk, (ctx) => listBusy(ctx, [fang.userId], at('00:00'), at('23:00')))
  expect(busy.get(fang.userId)!.duties.map(({ ref }) => lessonNames.get(ref))).toEqual(['数学', '语文'])
  const move = as(clerk, (ctx) => moveDuties(ctx, [{ ...first, startsAt: at('07:40'), endsAt: at('08:20') }]))
  await expect(move).rejects.toThrow('王芳在11月23日 08:00–08:40 已有数学')
  expect(await timesOf(fang)).toEqual(['00:00', '00:40'])
})

it('a lesson that is covered leaves its teacher and is the duty of the substitute', async () => {
  const [fang, li] = [await hire('王芳'), await hire('李丽')]
  const lesson = aLesson(fang, '08:00', '08:40')
  await book(lesson)
  await as(clerk, (ctx) => replaceDuties(ctx, 'lesson', [lesson.ref], [{ ...lesson, userId: li.userId }]))
  expect([await timesOf(fang), await timesOf(li)]).toEqual([[], ['00:00']])
  await as(clerk, (ctx) => endDuties(ctx, 'lesson', [lesson.ref]))
  expect(await timesOf(li)).toEqual([])
})

it('a replacement that is refused leaves everything as it was', async () => {
  const [fang, li] = [await hire('王芳'), await hire('李丽')]
  const lesson = aLesson(fang, '08:00', '08:40')
  await book(lesson, aLesson(li, '08:00', '08:40', { name: '三(1)班体育课' }))
  await as(clerk, async (ctx) => {
    const replace = replaceDuties(ctx, 'lesson', [lesson.ref], [{ ...lesson, userId: li.userId }])
    await expect(replace).rejects.toThrow('李丽在11月23日 08:00–08:40 已有三(1)班体育课')
    // The transaction goes on.
    expect((await listBusy(ctx, [fang.userId], at('00:00'), at('23:00'))).get(fang.userId)!.duties).toHaveLength(1)
  })
})

it('a member who does not exist gets no duty', async () => {
  await expect(book(aLesson({ userId: newId() }, '08:00', '08:40'))).rejects.toThrow('人员')
})

it('says who is free, and why others are not, but not why somebody is away', async () => {
  const [free, teaches, ill, half] = [await hire('甲'), await hire('乙'), await hire('丙'), await hire('丁')]
  await book(aLesson(teaches, '08:00', '08:40', { name: '三(2)班语文课' }), aLesson(free, '08:40', '09:20'))
  await as(clerk, async (ctx) => {
    const leave = (who: Teacher, from: Date, to: Date) =>
      setAway(ctx, {
        source: 'teacher-leave',
        ref: newId(),
        userId: who.userId,
        spans: [{ startsAt: from, endsAt: to }],
      })
    await leave(ill, at('00:00', '2026-11-22'), at('00:00', '2026-11-25'))
    await leave(half, at('00:00'), at('12:00'))
    const spans = [{ startsAt: at('08:00'), endsAt: at('08:40') }]
    const asked = [free, teaches, ill, half].map(({ userId }) => userId)
    expect([...(await freeAmong(ctx, asked, spans)).values()]).toEqual([
      '',
      '该时段已有三(2)班语文课',
      '当日请假',
      '该时段不在校',
    ])
    const afternoon = [{ startsAt: at('14:00'), endsAt: at('14:40') }]
    expect([...(await freeAmong(ctx, asked, afternoon)).values()]).toEqual(['', '', '当日请假', ''])
    expect([...(await freeAmong(ctx, asked, [])).values()]).toEqual(['', '', '', ''])
  })
})

it('publishes away.changed with the days that changed, and only when something changed', async () => {
  const fang = await hire('王芳')
  const ref = newId()
  const day = (from: string, to: string) => ({ startsAt: at('00:00', from), endsAt: at('00:00', to) })
  const set = (...spans: { startsAt: Date; endsAt: Date }[]) =>
    as(clerk, (ctx) => setAway(ctx, { source: 'teacher-leave', ref, userId: fang.userId, spans }))
  const events = () =>
    database.sql<{ ids: { from: string; to: string } }>(
      `select ids from tenant.event where name = 'away.changed' and ids->>'ref' = $1 order by at, id`,
      [ref],
    )
  await set(day('2026-11-23', '2026-11-26'))
  await set(day('2026-11-23', '2026-11-26'))
  await set(day('2026-11-23', '2026-11-24'))
  await set()
  await set()
  expect((await events()).map(({ ids: { from, to } }) => [from, to])).toEqual([
    ['2026-11-23', '2026-11-25'],
    ['2026-11-23', '2026-11-25'],
    ['2026-11-23', '2026-11-23'],
  ])
})

it('districts do not see each other', async () => {
  const fang = await hire('王芳')
  const lesson = aLesson(fang, '08:00', '08:40')
  await book(lesson)
  await as(createActor({ districtId: await anotherDistrict(database) }), async (ctx) => {
    await endDuties(ctx, 'lesson', [lesson.ref])
    const found = await listBusy(ctx, [fang.userId], at('00:00'), at('23:00'))
    expect(found.get(fang.userId)!.duties).toEqual([])
  })
  expect(await timesOf(fang)).toEqual(['00:00'])
})

it('duties and absences follow people who are merged, and come back; what would be double is settled before', async () => {
  const [kept, ended] = [await hire('孙甲'), await hire('孙乙')]
  await database.sql('update tenant.person set account_id = null where id = $1', [ended.personId])
  const chief = await as(clerk, (ctx) =>
    aTeacher(ctx, { at: bureau, name: '管理员', can: { 'user.merge': wholeDistrict, 'user.edit': wholeDistrict } }),
  )
  const merge = () =>
    mergePeople(database.requestCtx(chief), { keepId: kept.userId, otherId: ended.userId, reason: '两次登记，同一人' })
  const clashing = aLesson(ended, '08:20', '09:00', { name: '三(4)班美术课' })
  await book(aLesson(kept, '08:00', '08:40'), clashing, aLesson(ended, '10:00', '10:40'))
  await as(clerk, (ctx) =>
    setAway(ctx, {
      source: 'teacher-leave',
      ref: newId(),
      userId: ended.userId,
      spans: [{ startsAt: at('00:00', '2026-12-01'), endsAt: at('00:00', '2026-12-02') }],
    }),
  )
  const rows = () =>
    database.sql(
      `select ref, user_id, person_id from tenant.duty where person_id = any($1)
       union all select ref, user_id, person_id from tenant.away where person_id = any($1) order by ref`,
      [[kept.personId, ended.personId]],
    )
  await expect(merge()).rejects.toThrow('两人在11月23日 08:20–09:00 都有安排，其中一项是三(4)班美术课，请先调整')
  await as(clerk, (ctx) => endDuties(ctx, 'lesson', [clashing.ref]))
  const before = await rows()
  const { id } = await merge()
  expect(await timesOf(kept)).toEqual(['00:00', '02:00'])
  expect(before).toHaveLength(3)
  expect((await rows()).map(({ person_id, user_id }) => [person_id, user_id])).toEqual(
    before.map(() => [kept.personId, kept.userId]),
  )
  await unmergePeople(database.requestCtx(chief), id)
  expect(await rows()).toEqual(before)
})

it('duties of a school follow it into a merged one', async () => {
  const [from, to] = await as(clerk, async (ctx) => [
    await aSchool(ctx, bureau, '一小'),
    await aSchool(ctx, bureau, '二小'),
  ])
  const fang = await hire('王芳', from)
  await book(aLesson(fang, '08:00', '08:40', { orgId: from!.id }))
  await as(clerk, async (ctx) => {
    await dutiesOfOrgs.relocate(ctx, { from: from!, to: to!, departments: new Map(), isWhole: true })
    expect(await dutiesOfOrgs.count(ctx, [from!.id])).toBe(0)
    expect(await dutiesOfOrgs.count(ctx, [to!.id])).toBe(1)
  })
})

it('books the lessons of a term of a school at once', async () => {
  const teachers = await as(clerk, async (ctx) => {
    const made: Teacher[] = []
    for (let number = 0; number < 25; number++) made.push(await aTeacher(ctx, { at: school, since: '2026-01-01' }))
    return made
  })
  const begin = at('08:00', '2027-03-01').getTime()
  const minutes = 60_000
  const duties = teachers.flatMap(({ userId }) =>
    Array.from({ length: 1_000 }, (_, index): NewDuty => {
      const startsAt = new Date(begin + Math.floor(index / 8) * 24 * 60 * minutes + (index % 8) * 50 * minutes)
      const endsAt = new Date(startsAt.getTime() + 40 * minutes)
      return { userId, orgId: school.id, kind: 'lesson', ref: newId(), startsAt, endsAt }
    }),
  )
  const start = performance.now()
  await book(...duties)
  const seconds = (performance.now() - start) / 1000
  console.log(`booked ${duties.length} duties in ${seconds.toFixed(1)} s`)
  expect(seconds).toBeLessThan(20)
})
