import { setTimeout as sleep } from 'node:timers/promises'
import { beforeAll, describe, expect, it } from 'vitest'
import { addDays, emptyScope, newId, Ret, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { bookDuties, freeAmong, setAway } from '#engines/duty/server/api.ts'
import { assignTeacher } from '#kernel/schooling/server/api.ts'
import type { Teacher } from '#kernel/staff/server/example.ts'
import { changeLessons, findLessonObstacles, findObstaclesOfEach, restoreLessons } from './change-lessons.ts'
import type { LessonChange } from './lesson-change.ts'
import type { ChangeableLesson } from './lesson-change-queries.ts'
import { listLessonsFrom } from './lesson-queries.ts'
import {
  aRoom,
  createSchoolWeek,
  findLesson,
  monday,
  publishWeek,
  sunday,
  type SchoolWeek,
} from './school-week.fixture.ts'
import { toSpan, recountLessons } from './store-lessons.ts'
import { getChildWeek, getWeek, listMyDayCourses } from './weeks.ts'

const database = useDatabase()
let week: SchoolWeek
let [wang, li, zhao, qian] = [] as unknown as [Teacher, Teacher, Teacher, Teacher]

beforeAll(async () => {
  week = await createSchoolWeek(database)
  database.contribute('dutyKinds', { kind: 'invigilation', title: '监考', describe: async () => new Map() })
  const teacherOf = (subject: string) => week.grade.teachers.get(subject)!
  ;[wang, li, zhao, qian] = [teacherOf('语文'), teacherOf('数学'), teacherOf('英语'), teacherOf('体育与健康')]
})

/** Each story has a week of its own. */
const dayOfWeek = (weekNo: number, weekday: number) => addDays(monday, 7 * weekNo + weekday - 1)
const lessonOf = (of: number | string, day: string, period: number) => findLesson(week, of, day, period)
const reload = async (lesson: ChangeableLesson) => {
  const there = await week.inOffice((ctx) => listLessonsFrom(ctx.db, week.school.id, monday, week.grade.term.endsOn))
  return there.find(({ id }) => id === lesson.id)
}

type To = LessonChange['to'] & { remark?: string; sharesDuty?: boolean }
const toChange = (lesson: ChangeableLesson, { remark = '', sharesDuty, ...to }: To): LessonChange => ({
  lessonId: lesson.id,
  seenAt: lesson.updatedAt.toISOString(),
  to,
  remark,
  ...(sharesDuty ? { sharesDuty } : {}),
})
const change = (changes: readonly (readonly [ChangeableLesson, To])[], when = sunday, isPastAllowed = false) =>
  week.inOffice(
    (ctx) =>
      changeLessons(ctx, {
        orgId: week.school.id,
        by: 'cover',
        changes: changes.map(([lesson, to]) => toChange(lesson, to)),
        isPastAllowed,
      }),
    when,
  )
const restore = (lessons: Awaited<ReturnType<typeof changeLessons>>, when = sunday) =>
  week.inOffice((ctx) => restoreLessons(ctx, { orgId: week.school.id, lessons }), when)
const placeOf = ({ day, periodId }: ChangeableLesson) => ({ day, periodId })
/** What somebody has to do in the time of a lesson. */
const busyIn = (who: Teacher, lesson: { day: string; begins: string; ends: string }) =>
  week.inOffice(async (ctx) => (await freeAmong(ctx, [who.userId], [toSpan(lesson)])).get(who.userId))
const dayCourses = async (who: Teacher, day: string) =>
  (await week.as(who, sunday, (ctx) => listMyDayCourses(ctx, { day }))).map(({ start, remark }) => `${start} ${remark}`)
const countDuties = async (lessonId: string) =>
  (await database.sql<{ n: number }>('select count(*)::int as n from tenant.duty where ref = $1', [lessonId]))[0]!.n

describe('a colleague gives the lesson', () => {
  it('both days, the week of the class and that of the child follow, and the child reads no reason', async () => {
    const lesson = await lessonOf(0, dayOfWeek(0, 1), 1)
    expect([await busyIn(wang, lesson), await busyIn(zhao, lesson)]).toEqual(['该时段已有七(1)班语文课', ''])
    await change([[lesson, { teacherIds: [zhao.userId], remark: '由赵雪代课' }]])
    expect([await busyIn(wang, lesson), await busyIn(zhao, lesson)]).toEqual(['', '该时段已有七(1)班语文课'])
    expect(await dayCourses(wang, lesson.day)).toEqual([])
    expect(await dayCourses(zhao, lesson.day)).toContain(`${lesson.begins} 七(1)班 由赵雪代课`)

    const query = { day: lesson.day, classId: lesson.classId, userId: null, roomId: null } as Parameters<
      typeof getWeek
    >[1]
    const ofClass = await week.inOffice((ctx) => getWeek(ctx, query))
    expect(ofClass.lessons.find(({ id }) => id === lesson.id)).toMatchObject({ teachers: [{ name: '赵雪' }] })
    const pupil = createActor(
      { kind: 'pupil', userId: week.pupils[0]!, orgId: week.school.id },
      { 'family.use': emptyScope },
    )
    const ofChild = await week.as(pupil, sunday, (ctx) =>
      getChildWeek(ctx, { studentId: week.pupils[0]!, day: lesson.day }),
    )
    const seen = ofChild.lessons.find(({ id }) => id === lesson.id)!
    expect(seen).toMatchObject({ teachers: [{ name: '赵雪' }], status: 'changed', remark: '由赵雪代课' })
    expect(Object.keys(seen)).not.toContain('changedBy')
    expect(JSON.stringify(ofChild)).not.toContain(week.office.userId)
  })

  it('is refused for somebody who invigilates, is away, or is of another school', async () => {
    const lesson = await lessonOf(0, dayOfWeek(1, 1), 1)
    const cover = (who: { userId: string }) => change([[lesson, { teacherIds: [who.userId] }]])
    await expect(cover(li)).rejects.toThrow('李明该时段已有七(2)班数学课')
    const duty = { userId: qian.userId, orgId: week.school.id, kind: 'invigilation', ref: newId(), ...toSpan(lesson) }
    await week.inOffice((ctx) => bookDuties(ctx, [duty]))
    await expect(cover(qian)).rejects.toThrow('钱勇该时段已有监考')
    const away = { source: 'teacher-leave', ref: newId(), userId: zhao.userId, spans: [toSpan(lesson)] }
    await week.inOffice((ctx) => setAway(ctx, away))
    await expect(cover(zhao)).rejects.toThrow('赵雪该时段不在校')
    await expect(cover(week.neighbour)).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await reload(lesson)).toMatchObject({ teacherIds: [wang.userId], status: 'planned' })
  })

  it('the database refuses a duty of which the search does not know', async () => {
    const lesson = await lessonOf(1, dayOfWeek(1, 2), 2)
    await week.inOffice(async (ctx) => {
      const duty = {
        userId: qian.userId,
        orgId: week.school.id,
        kind: 'invigilation',
        ref: newId(),
        ...toSpan(lesson),
      }
      await bookDuties(ctx, [duty])
      const recorded = changeLessons(ctx, {
        orgId: week.school.id,
        by: 'cover',
        changes: [toChange(lesson, { teacherIds: [qian.userId] })],
        isPastAllowed: true,
      })
      await expect(recorded).rejects.toThrow(/钱勇在.+已有监考/)
      // Also for a caller who goes on.
      const [stored] = (await listLessonsFrom(ctx.db, week.school.id, lesson.day, lesson.day)).filter(
        ({ id }) => id === lesson.id,
      )
      expect(stored).toMatchObject({ status: 'planned', teacherIds: [li.userId] })
    })
  })

  it('of two people who arrange one lesson at the same moment the second is told', async () => {
    const lesson = await lessonOf(1, dayOfWeek(0, 4), 1)
    const written = Promise.withResolvers<void>()
    const cover = (who: Teacher, after = async () => {}) =>
      week.inOffice(async (ctx) => {
        const changes = [toChange(lesson, { teacherIds: [who.userId] })]
        await changeLessons(ctx, { orgId: week.school.id, by: 'cover', changes })
        await after()
      })
    // The second begins while the first has not ended.
    const first = cover(zhao, async () => {
      written.resolve()
      await sleep(150)
    })
    await written.promise
    const second = cover(qian)
    await expect(second).rejects.toMatchObject({
      ret: Ret.changedByOthers,
      message: '数据已被他人修改，请刷新后重试',
    })
    await first
    expect(await reload(lesson)).toMatchObject({ teacherIds: [zhao.userId] })
    expect(await countDuties(lesson.id)).toBe(1)
  })

  it('not once it has begun, but what was given can be recorded later', async () => {
    const lesson = await lessonOf(0, dayOfWeek(0, 2), 2)
    const begun = new Date(`${lesson.day}T${lesson.begins}:00+08:00`)
    const cover = (isPastAllowed: boolean) => change([[lesson, { teacherIds: [zhao.userId] }]], begun, isPastAllowed)
    await expect(cover(false)).rejects.toThrow('该节课已结束，不能再调整，请使用“补登”')
    await cover(true)
    expect(await reload(lesson)).toMatchObject({ teacherIds: [zhao.userId] })
  })

  it('a lesson of another school is not there', async () => {
    const lesson = await lessonOf(0, dayOfWeek(2, 1), 1)
    const elsewhere = week.as(week.neighbour, sunday, (ctx) =>
      changeLessons(ctx, { orgId: week.other.id, by: 'cover', changes: [toChange(lesson, { teacherIds: [] })] }),
    )
    await expect(elsewhere).rejects.toMatchObject({ ret: Ret.notFound })
  })
})

describe('two lessons change places', () => {
  it('in a class, with their times and the duties of both teachers, and back', async () => {
    const [english, sport] = [await lessonOf(0, dayOfWeek(1, 2), 1), await lessonOf(0, dayOfWeek(1, 4), 1)]
    const changed = await change([
      [english, { ...placeOf(sport), remark: '与体育课对调' }],
      [sport, { ...placeOf(english), remark: '与英语课对调' }],
    ])
    expect(await reload(english)).toMatchObject({ day: sport.day, begins: sport.begins, ends: sport.ends })
    expect(await reload(sport)).toMatchObject({ day: english.day, periodId: english.periodId, status: 'changed' })
    expect([await busyIn(zhao, english), await busyIn(zhao, sport), await busyIn(qian, english)]).toEqual([
      '',
      '该时段已有七(1)班英语课',
      '该时段已有七(1)班体育与健康课',
    ])
    await restore(changed)
    expect([await reload(english), await reload(sport)]).toMatchObject([
      { ...placeOf(english), status: 'planned', remark: '' },
      { ...placeOf(sport), status: 'planned', remark: '' },
    ])
    expect([await busyIn(zhao, sport), await busyIn(qian, sport)]).toEqual(['', '该时段已有七(1)班体育与健康课'])
  })

  it('not where one of the teachers has another lesson, and one alone does not go to a taken time', async () => {
    const [chinese, maths] = [await lessonOf(0, dayOfWeek(1, 1), 1), await lessonOf(0, dayOfWeek(1, 3), 1)]
    await expect(
      change([
        [chinese, placeOf(maths)],
        [maths, placeOf(chinese)],
      ]),
    ).rejects.toThrow('李明该时段已有七(2)班数学课')
    await expect(change([[chinese, placeOf(maths)]])).rejects.toThrow('该节次已有七(1)班数学课')
  })

  it('not if a single pupil of a free group would be in two lessons, with the number of such pupils', async () => {
    const [ball, rope] = [await lessonOf('篮球', dayOfWeek(1, 4), 5), await lessonOf('跳绳', dayOfWeek(1, 5), 1)]
    const swap = () =>
      change([
        [ball, placeOf(rope)],
        [rope, placeOf(ball)],
      ])
    await expect(swap()).rejects.toThrow('1名学生该节次有其他课程')
    const ofClass = await lessonOf(0, dayOfWeek(1, 1), 2)
    await expect(change([[ball, placeOf(ofClass)]])).rejects.toThrow('45名学生该节次有其他课程')
    await expect(change([[await lessonOf(0, dayOfWeek(1, 2), 2), placeOf(ball)]])).rejects.toThrow(
      '26名学生该节次有其他课程',
    )
    await change([[await lessonOf('英语提高', dayOfWeek(1, 5), 1), { status: 'cancelled' }]])
    await swap()
    expect(await reload(ball)).toMatchObject(placeOf(rope))
  })

  it('only to times that the school has, and not into the past', async () => {
    const lesson = await lessonOf(0, dayOfWeek(2, 1), 1)
    const { slotId } = week.periods[4]!
    await expect(change([[lesson, { day: dayOfWeek(2, 6) }]])).rejects.toThrow('12月5日不上课')
    await expect(change([[lesson, { periodId: newId() }]])).rejects.toThrow('11月30日没有这个节次')
    const sinceMonday = new Date(`${dayOfWeek(0, 3)}T12:00:00+08:00`)
    await expect(change([[lesson, { day: monday, periodId: slotId }]], sinceMonday)).rejects.toThrow(
      '新的时间已过，请另选时间',
    )
    await change([[lesson, { periodId: slotId }]])
    expect(await reload(lesson)).toMatchObject({ day: lesson.day, begins: week.periods[4]!.begins })
  })
})

it('a room is taken by one lesson, and is one of the school', async () => {
  const [one, other] = [await lessonOf(0, dayOfWeek(2, 3), 1), await lessonOf(1, dayOfWeek(2, 3), 1)]
  const roomId = await aRoom(database, week.office, week.school.id, '实验室')
  await change([[one, { roomId, remark: '改在实验室' }]])
  await expect(change([[other, { roomId }]])).rejects.toThrow('实验室该节次已有七(1)班数学课')
  await expect(change([[other, { roomId: newId() }]])).rejects.toMatchObject({ ret: Ret.notFound })
  const foreign = await aRoom(database, week.neighbour, week.other.id, '邻校教室')
  await expect(change([[other, { roomId: foreign }]])).rejects.toMatchObject({ ret: Ret.notFound })
  const later = await lessonOf(1, dayOfWeek(2, 3), 2)
  await change([[later, { roomId }]])
})

describe('a class joins the lesson of a colleague', () => {
  it('in her room, without a second duty, which recounting leaves alone; and back', async () => {
    const [host, guest] = [await lessonOf(0, dayOfWeek(3, 1), 1), await lessonOf(1, dayOfWeek(3, 1), 1)]
    const roomId = await aRoom(database, week.office, week.school.id, '阶梯教室')
    await change([[host, { roomId }]])
    const merged = await change([[guest, { teacherIds: [wang.userId], sharesDuty: true, remark: '与七(1)班合班' }]])
    expect(await reload(guest)).toMatchObject({ teacherIds: [wang.userId], roomId, sharesDuty: true })
    expect([await countDuties(host.id), await countDuties(guest.id), await busyIn(li, guest)]).toEqual([1, 0, ''])
    expect(await week.inOffice((ctx) => recountLessons(ctx, week.school.id))).toMatchObject({ changed: 0 })
    const current = (await lessonOf(0, host.day, 1))!
    await expect(change([[current, { teacherIds: [zhao.userId] }]])).rejects.toThrow('有班级与这节课合班，请先取消合班')

    // Somebody else takes the joined class, and gives it back.
    const joined = await lessonOf(1, guest.day, 1)
    const alone = await change([[joined, { teacherIds: [qian.userId] }]])
    expect(await countDuties(guest.id)).toBe(1)
    await restore(alone)
    expect([await countDuties(host.id), await countDuties(guest.id)]).toEqual([1, 0])
    await restore(merged)
    expect(await reload(guest)).toMatchObject({ teacherIds: [li.userId], status: 'planned', sharesDuty: false })
    expect([await countDuties(guest.id), await busyIn(li, guest)]).toEqual([1, '该时段已有七(2)班数学课'])
  })

  it('stays beside a lesson that the timetable plans, when that is counted again', async () => {
    const [host, guest] = [await lessonOf(0, dayOfWeek(3, 2), 2), await lessonOf(1, dayOfWeek(3, 2), 2)]
    await change([[guest, { teacherIds: [wang.userId], sharesDuty: true }]])
    expect(await week.inOffice((ctx) => recountLessons(ctx, week.school.id))).toMatchObject({ changed: 0 })
    expect(await reload(host)).toMatchObject({ status: 'planned', teacherIds: [wang.userId] })
  })

  it('stays beside it when the next version is published', async () => {
    const day = dayOfWeek(7, 1)
    await week.inOffice((ctx) => publishWeek(ctx, week, day))
    const guest = await lessonOf(1, day, 1)
    await change([[guest, { teacherIds: [wang.userId], sharesDuty: true }]])
    await week.inOffice((ctx) => publishWeek(ctx, week, day))
    expect(await lessonOf(0, day, 1)).toMatchObject({ teacherIds: [wang.userId], status: 'planned' })
    expect(await reload(guest)).toMatchObject({ teacherIds: [wang.userId], sharesDuty: true })
  })

  it('not if the colleague has no lesson then', async () => {
    const guest = await lessonOf(1, dayOfWeek(3, 1), 2)
    await expect(change([[guest, { teacherIds: [wang.userId], sharesDuty: true }]])).rejects.toThrow(
      '该教师这一节没有课，不能合班',
    )
  })
})

describe('what would be refused is known before', () => {
  it('for all lessons of one change, and for each of many proposals, in the same words', async () => {
    const [chinese, maths] = [await lessonOf(0, dayOfWeek(4, 1), 1), await lessonOf(0, dayOfWeek(4, 3), 1)]
    const [english, sport] = [await lessonOf(0, dayOfWeek(4, 2), 1), await lessonOf(0, dayOfWeek(4, 4), 1)]
    const swap = (one: ChangeableLesson, other: ChangeableLesson) => [
      toChange(one, placeOf(other)),
      toChange(other, placeOf(one)),
    ]
    const orgId = week.school.id
    const find = (changes: LessonChange[]) => week.inOffice((ctx) => findLessonObstacles(ctx, { orgId, changes }))
    expect(await find(swap(chinese, maths))).toEqual(['', '李明该时段已有七(2)班数学课'])
    expect(await find(swap(english, sport))).toEqual(['', ''])
    const busyTwice = [chinese, await lessonOf(1, dayOfWeek(4, 1), 1)].map((one) =>
      toChange(one, { teacherIds: [zhao.userId] }),
    )
    expect(await find(busyTwice)).toEqual(['赵雪该时段同时有两节课', '赵雪该时段同时有两节课'])
    const proposals = [swap(chinese, maths), swap(english, sport), swap(english, chinese)]
    const found = await week.inOffice((ctx) => findObstaclesOfEach(ctx, { orgId, proposals }))
    expect(found.map((one) => one?.code)).toEqual(['teacher', undefined, 'teacher'])
    expect(await reload(english)).toMatchObject({ status: 'planned' })
  })
})

describe('a cover', () => {
  it('is taken back, and not once the lesson has begun', async () => {
    const lesson = await lessonOf(0, dayOfWeek(4, 1), 1)
    const changed = await change([[lesson, { teacherIds: [zhao.userId], remark: '由赵雪代课' }]])
    const begun = new Date(`${lesson.day}T${lesson.begins}:00+08:00`)
    await expect(restore(changed, begun)).rejects.toThrow('该节课已结束，不能再调整')
    await restore(changed)
    expect(await reload(lesson)).toMatchObject({ teacherIds: [wang.userId], status: 'planned', remark: '' })
    expect([await busyIn(wang, lesson), await busyIn(zhao, lesson)]).toEqual(['该时段已有七(1)班语文课', ''])
  })

  it('of a cover is taken back to the first cover, and then to the teacher', async () => {
    const lesson = await lessonOf(0, dayOfWeek(4, 2), 2)
    const first = await change([[lesson, { teacherIds: [zhao.userId], remark: '由赵雪代课' }]])
    const second = await change([[await lessonOf(0, lesson.day, 2), { teacherIds: [qian.userId] }]])
    await restore(second)
    expect(await reload(lesson)).toMatchObject({ teacherIds: [zhao.userId], status: 'changed', remark: '由赵雪代课' })
    await restore(first)
    expect(await reload(lesson)).toMatchObject({ teacherIds: [wang.userId], status: 'planned' })
  })

  it('is not taken back into a time that has got another lesson', async () => {
    const english = await lessonOf(0, dayOfWeek(4, 2), 1)
    const gone = await change([[english, { periodId: week.periods[3]!.slotId }]])
    await change([[await lessonOf(0, dayOfWeek(4, 4), 1), placeOf(english)]])
    await expect(restore(gone)).rejects.toThrow('该节次已有七(1)班体育与健康课')
  })

  it('stays when the next version is published, and what it replaced is that of the new version', async () => {
    const from = dayOfWeek(5, 1)
    const kept = await lessonOf(0, dayOfWeek(5, 1), 1)
    const back = await lessonOf(0, dayOfWeek(5, 3), 1)
    await change([[kept, { teacherIds: [zhao.userId], remark: '由赵雪代课' }]])
    const changed = await change([[back, { teacherIds: [qian.userId] }]])
    await week.inOffice((ctx: Ctx) => publishWeek(ctx, week, from, 1))
    expect(await reload(kept)).toMatchObject({ teacherIds: [zhao.userId], status: 'changed', remark: '由赵雪代课' })
    expect(await busyIn(zhao, kept)).toBe('该时段已有七(1)班语文课')
    await restore(changed)
    expect(await reload(back)).toBeUndefined()
    expect([await busyIn(li, back), await busyIn(qian, back)]).toEqual(['', ''])
    expect(await lessonOf(0, dayOfWeek(5, 3), 2)).toMatchObject({ teacherIds: [li.userId], status: 'planned' })
  })

  it('leaves a lesson of the next version without the teacher who covers then, and gives her back with the cover', async () => {
    const from = dayOfWeek(6, 1)
    await week.inOffice((ctx: Ctx) => publishWeek(ctx, week, from))
    const lesson = await lessonOf(1, dayOfWeek(6, 2), 1)
    // An hour later than the week before she will have the other class in the third period.
    const [cover] = await change([[lesson, { periodId: week.periods[2]!.slotId }]])
    await week.inOffice((ctx: Ctx) => publishWeek(ctx, week, from, 1))
    expect(await lessonOf(0, dayOfWeek(6, 2), 3)).toMatchObject({ teacherIds: [], status: 'planned' })
    expect(await reload(lesson)).toMatchObject({ teacherIds: [wang.userId], status: 'changed' })
    await restore([cover!])
    expect(await lessonOf(0, dayOfWeek(6, 2), 3)).toMatchObject({ teacherIds: [wang.userId] })
    expect(await lessonOf(1, dayOfWeek(6, 2), 3)).toMatchObject({ teacherIds: [li.userId], status: 'planned' })
  })

  it('that ends gives its teacher back to a lesson that had nobody meanwhile', async () => {
    const from = dayOfWeek(7, 2)
    await week.inOffice((ctx) => publishWeek(ctx, week, from))
    const changed = await change([[await lessonOf(0, from, 2), { teacherIds: [zhao.userId] }]])
    const { term, classIds, subjectIds } = week.grade
    const post = { termId: term.id, classIds: [classIds[1]!], groupId: null, subjectId: subjectIds.get('数学')! }
    await week.inOffice(async (ctx) => {
      await assignTeacher(ctx, { ...post, userId: zhao.userId, role: 'lead', weekHours: 2, from })
      await recountLessons(ctx, week.school.id)
    })
    expect(await lessonOf(1, from, 2)).toMatchObject({ teacherIds: [], status: 'planned' })
    await restore(changed)
    expect(await lessonOf(1, from, 2)).toMatchObject({ teacherIds: [zhao.userId], status: 'planned' })
  })
})
