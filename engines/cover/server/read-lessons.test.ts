import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, newId, Ret } from '#packages/core'
import { useDatabase } from '#packages/testing'
import { setAway } from '#engines/duty/server/api.ts'
import { changeLessons, toMoment, type LessonChange } from '#engines/timetable/server/api.ts'
import type { ChangeableLesson } from '#engines/timetable/server/lesson-change-queries.ts'
import {
  createSchoolWeek,
  findLesson,
  monday,
  sunday,
  type SchoolWeek,
} from '#engines/timetable/server/school-week.fixture.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { Teacher } from '#kernel/staff/server/example.ts'
import { aLeg } from './leg.fixture.ts'
import { listLessonsToCover } from './lessons-to-cover.ts'
import { listDoubtfulCovers, listLessonsInHand } from './lessons-in-hand.ts'
import { listPlaces } from './list-places.ts'
import { listSwaps } from './list-swaps.ts'
import { listMyLessons } from './my-lessons.ts'
import { requireOwnLesson } from './own-lesson.ts'
import { coverSetting } from './settings.ts'

const database = useDatabase()
let week: SchoolWeek
let [wang, li, zhao, qian] = [] as unknown as [Teacher, Teacher, Teacher, Teacher]

beforeAll(async () => {
  week = await createSchoolWeek(database)
  database.contribute('settings', coverSetting)
  const teacherOf = (subject: string) => week.grade.teachers.get(subject)!
  ;[wang, li, zhao, qian] = [teacherOf('语文'), teacherOf('数学'), teacherOf('英语'), teacherOf('体育与健康')]
})

/** Each story has a week of its own. */
const dayOfWeek = (weekNo: number, weekday: number) => addDays(monday, 7 * weekNo + weekday - 1)
const lessonOf = (of: number | string, day: string, period: number) => findLesson(week, of, day, period)
const change = (lesson: ChangeableLesson, to: LessonChange['to']) =>
  week.inOffice((ctx) =>
    changeLessons(ctx, {
      orgId: week.school.id,
      by: 'cover',
      changes: [{ lessonId: lesson.id, seenAt: undefined, to, remark: '' }],
    }),
  )
const leg = (lesson: ChangeableLesson, from: Teacher, facts: Partial<Parameters<typeof aLeg>[1]>) =>
  aLeg(database, {
    districtId: week.office.districtId,
    lesson,
    termId: week.grade.term.id,
    from,
    status: 'effective',
    state: 'current',
    ...facts,
  })
const readLessons = async (who: Teacher, day: string, when = sunday) => {
  const question = { orgId: week.school.id, userIds: [who.userId], from: day, to: day }
  return (await week.inOffice((ctx) => listLessonsToCover(ctx, question), when)).get(who.userId)!
}
const read = async (who: Teacher, day: string, when = sunday) =>
  (await readLessons(who, day, when)).map(({ begins, state, toNames }) => [begins, state, ...toNames])

describe('the lessons of somebody who cannot come', () => {
  it('say what is being done about each', async () => {
    const day = dayOfWeek(0, 3)
    const [maths, english] = [await lessonOf(0, day, 1), await lessonOf(0, day, 2)]
    expect(await read(li, day)).toEqual([[maths.begins, 'free']])
    await leg(maths, li, { status: 'asking', state: 'pending', asked: [wang, qian] })
    expect(await read(li, day)).toEqual([[maths.begins, 'asked', ...[wang, qian].map(({ name }) => name).toSorted()]])
    expect((await readLessons(li, day, toMoment(day, maths.begins)))[0]?.state).toBe('past')

    await change(english, { status: 'cancelled' })
    await leg(english, zhao, { kind: 'cancel' })
    expect((await read(zhao, day)).at(-1)).toEqual([english.begins, 'cancelled'])
  })

  it('are covered for her and hers for the substitute, who may need a cover too', async () => {
    const lesson = await lessonOf(0, dayOfWeek(1, 1), 1)
    await change(lesson, { teacherIds: [zhao.userId] })
    const requestId = await leg(lesson, wang, { to: zhao })
    expect(await read(wang, lesson.day)).toEqual([[lesson.begins, 'covered', '赵雪']])
    const [own] = await readLessons(zhao, lesson.day)
    expect(own).toMatchObject({ state: 'free', requestId, requestStatus: 'effective', kind: 'substitute' })

    // The substitute falls ill: of a chain the first teacher sees the last one.
    await database.sql(`update tenant.cover_leg set state = 'ended' where request_id = $1`, [requestId])
    await database.sql(`update tenant.cover_request set status = 'superseded' where id = $1`, [requestId])
    await change(lesson, { teacherIds: [qian.userId] })
    await leg(lesson, zhao, { to: qian, chainNo: 2 })
    expect(await read(wang, lesson.day)).toEqual([[lesson.begins, 'covered', '钱勇']])
    expect((await read(zhao, lesson.day))[0]).toEqual([lesson.begins, 'covered', '钱勇'])
    expect(await read(qian, lesson.day)).toEqual([[lesson.begins, 'free', '钱勇']])
  })

  it('stand at their own time when they were moved away', async () => {
    const lesson = await lessonOf(0, dayOfWeek(1, 2), 1)
    const { slotId: periodId, begins } = week.periods[2]!
    await change(lesson, { day: dayOfWeek(1, 5), periodId })
    await leg(lesson, zhao, { kind: 'move' })
    const name = week.periods[0]!.name
    const [there] = await readLessons(zhao, lesson.day)
    expect(there).toMatchObject({ state: 'covered', begins: lesson.begins, periodName: name, toNames: [] })
    expect(await read(zhao, dayOfWeek(1, 5))).toEqual([[begins, 'free']])
  })

  it('a cover that was cancelled hides nothing', async () => {
    const lesson = await lessonOf(0, dayOfWeek(2, 1), 1)
    const declined = await leg(lesson, wang, { status: 'cancelled', state: 'ended' })
    expect(await readLessons(wang, lesson.day)).toMatchObject([{ state: 'free', requestId: null }])
    expect(declined).not.toBe('')
  })
})

it('of a school the open requests, the lessons without a teacher, and the covers in doubt are found', async () => {
  const day = dayOfWeek(2, 3)
  const [asked, alone, doubtful] = [await lessonOf(0, day, 1), await lessonOf(1, day, 1), await lessonOf(0, day, 2)]
  await leg(asked, li, { status: 'open', state: 'pending' })
  await change(alone, { teacherIds: [] })
  await change(doubtful, { teacherIds: [qian.userId] })
  await leg(doubtful, zhao, { to: qian, isInDoubt: true })
  const inHand = await week.inOffice((ctx) => listLessonsInHand(ctx, week.school.id, day))
  expect(new Map(inHand.map(({ lessonId, state }) => [lessonId, state]))).toEqual(
    new Map([
      [asked.id, 'asked'],
      [alone.id, 'free'],
    ]),
  )
  expect(await week.inOffice((ctx) => listDoubtfulCovers(ctx, week.school.id))).toMatchObject([
    { day, lesson: `${week.periods[1]!.name} 七(1)班英语`, fromName: '赵雪', toName: '钱勇' },
  ])
  // A lesson that has begun cannot be cancelled any more.
  const begun = toMoment(day, doubtful.begins)
  expect(await week.inOffice((ctx) => listDoubtfulCovers(ctx, week.school.id), begun)).toEqual([])
  expect(await week.as(week.neighbour, sunday, (ctx) => listLessonsInHand(ctx, week.other.id, day))).toEqual([])
})

describe('a teacher', () => {
  const swapsOf = (who: Teacher, lesson: ChangeableLesson, from: string, to: string) =>
    week.as(who, sunday, async (ctx) => listSwaps(ctx, await requireOwnLesson(ctx, lesson.id), { from, to }))

  it('sees the own lessons, for at most two months', async () => {
    const [from, to] = [dayOfWeek(3, 1), dayOfWeek(3, 5)]
    const lessons = await week.as(qian, sunday, (ctx) => listMyLessons(ctx, { from, to }))
    expect(lessons.map(({ subjectName, groupName }) => groupName + subjectName)).toEqual([
      '七(1)班体育与健康',
      '七(2)班体育与健康',
    ])
    const long = week.as(qian, sunday, (ctx) => listMyLessons(ctx, { from, to: addDays(from, 62) }))
    await expect(long).rejects.toThrow('一次最多查询62天')
  })

  it('finds lessons of the class that may change places, and why others may not', async () => {
    const english = await lessonOf(0, dayOfWeek(3, 2), 1)
    const swaps = await swapsOf(zhao, english, dayOfWeek(3, 1), dayOfWeek(3, 5))
    const of = (day: string, period: number) =>
      swaps.find((one) => one.day === day && one.begins === week.periods[period - 1]!.begins)
    expect(of(dayOfWeek(3, 4), 1)).toMatchObject({ subjectName: '体育与健康', obstacle: '' })
    expect(of(dayOfWeek(3, 1), 1)?.obstacle).toBe('王芳该时段已有七(2)班语文课')
    // Her own lesson is no exchange, nor is one of the other class to which nothing can move.
    expect(swaps.every(({ teachers }) => teachers.every(({ name }) => name !== '赵雪'))).toBe(true)
    expect(swaps.filter(({ groupName }) => groupName === '七(2)班')).toEqual([])
    // Free groups have pupils of the class.
    expect(swaps.map(({ groupName }) => groupName)).toContain('篮球')
    await leg(await lessonOf(0, dayOfWeek(3, 4), 1), qian, { status: 'asking', state: 'pending' })
    const again = await swapsOf(zhao, english, dayOfWeek(3, 4), dayOfWeek(3, 4))
    // That, and not who is asked or what it waits for.
    expect(again[0]).toMatchObject({ obstacle: '这节课已有代调课申请', requestStatus: null, toNames: [] })
  })

  it('exchanges lessons with other classes only where the school allows it', async () => {
    const own = await lessonOf(0, dayOfWeek(4, 3), 1)
    await change(own, { periodId: week.periods[4]!.slotId })
    await change(await lessonOf('英语提高', dayOfWeek(4, 5), 1), { status: 'cancelled' })
    // The sports teacher has both classes, the coach only pupils of the other one.
    const sport = await lessonOf(1, dayOfWeek(4, 4), 2)
    const rope = await lessonOf('跳绳', dayOfWeek(4, 5), 1)
    const find = async () => (await swapsOf(li, own, dayOfWeek(4, 1), dayOfWeek(4, 5))).map(({ lessonId }) => lessonId)
    const found = await find()
    expect([found.includes(sport.id), found.includes(rope.id)]).toEqual([true, false])
    await week.inOffice((ctx) => writeSetting(ctx, week.school.id, 'cover', { crossClass: true }))
    expect(await find()).toContain(rope.id)
  })

  it('finds times without a lesson of the class, and what else is in the way', async () => {
    const sport = await lessonOf(0, dayOfWeek(5, 4), 1)
    const day = dayOfWeek(5, 3)
    const away = { source: 'teacher-leave', ref: newId(), userId: qian.userId }
    const span = { startsAt: toMoment(day, '13:00'), endsAt: toMoment(day, '23:00') }
    await week.inOffice((ctx) => setAway(ctx, { ...away, spans: [span] }))
    const places = await week.as(qian, sunday, async (ctx) =>
      listPlaces(ctx, await requireOwnLesson(ctx, sport.id), { from: day, to: addDays(day, 4) }),
    )
    const of = (on: string, period: number) =>
      places.find((one) => one.day === on && one.periodId === week.periods[period - 1]!.slotId)
    expect([of(day, 1), of(day, 3)?.obstacle]).toEqual([undefined, ''])
    expect(of(day, week.periods.length)?.obstacle).toBe('钱勇该时段不在校')
    expect(of(addDays(day, 1), 5)?.obstacle).toBe('26名学生该节次有其他课程')
    expect(places.filter((one) => one.day > dayOfWeek(5, 5))).toEqual([])
  })

  it('gets no answer about the lesson of a colleague or of another school', async () => {
    const lesson = await lessonOf(0, dayOfWeek(4, 1), 1)
    for (const who of [zhao, week.neighbour, week.office])
      await expect(week.as(who, sunday, (ctx) => requireOwnLesson(ctx, lesson.id))).rejects.toMatchObject({
        ret: Ret.notFound,
      })
  })
})
