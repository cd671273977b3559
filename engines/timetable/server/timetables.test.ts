import { beforeAll, describe, expect, it } from 'vitest'
import { newId, Ret, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { bookDuties, freeAmong } from '#engines/duty/server/api.ts'
import { assignTeacher, ensureDefaultPeriods, listCalendarDays } from '#kernel/schooling/server/api.ts'
import { lessonDutyKind } from './contributions.ts'
import { aDraft, aPublishedTimetable, aTaughtGrade } from './example.ts'
import { listLessonsFrom, updateLesson } from './lesson-queries.ts'
import { previewPublication, publishTimetable, startPublication } from './publish.ts'
import { recountBelow } from './recount-lessons.ts'
import { recountLessons, toMoment } from './store-lessons.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import {
  changeSlots,
  checkDraft,
  createTimetable,
  fillFromTeaching,
  getContent,
  judgeSlot,
  listTimetables,
  requireDraft,
} from './timetables.ts'
import { getCalendarFile, getWeek, listMyDayCourses } from './weeks.ts'

const database = useDatabase()
const as = atMoment(database)
/** A Sunday in the running term. */
const now = new Date('2026-11-15T02:00:00Z')
const monday = '2026-11-16'
let at: Awaited<ReturnType<typeof createTimetableSchools>>
let grade: Awaited<ReturnType<typeof aTaughtGrade>>

const office = <T>(work: (ctx: Ctx) => Promise<T>, when = now) => as(at.office, when, work)

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  at = await as(createActor(), now, createTimetableSchools)
  grade = await office((ctx) => aTaughtGrade(ctx, at.school))
  await office((ctx) => ensureDefaultPeriods(ctx, at.school.id))
})

const create = (name: string) =>
  office((ctx) => createTimetable(ctx, { termId: grade.term.id, orgId: null, name, copyId: null }))

describe('a draft', () => {
  it('has a lesson for each hour of the assignments, none with a place', async () => {
    const { id } = await create('空白')
    const { timetable, slots, groups, periods } = await office((ctx) => getContent(ctx, id))
    expect(timetable).toMatchObject({ status: 'draft', lessons: 32, unplaced: 32, termName: grade.term.name })
    expect(slots.every(({ weekday }) => weekday === null)).toBe(true)
    expect(groups).toHaveLength(8)
    const teachers = new Map(groups.map((group) => [group.id, group.teacherIds]))
    expect(slots.every(({ groupId, teacherIds }) => teacherIds.join() === teachers.get(groupId)!.join())).toBe(true)
    expect(slots.every(({ teacherIds }) => teacherIds.length > 0)).toBe(true)
    expect(periods.filter(({ kind }) => kind === 'lesson').length).toBeGreaterThan(5)
  })

  it('says of each cell whether a lesson may go there, and who is in the way', async () => {
    const { id } = await create('判断')
    const { slots, groups, periods } = await office((ctx) => getContent(ctx, id))
    const lessons = periods.filter(({ kind }) => kind === 'lesson')
    const mathsOf = (classId: string) => {
      const group = groups.find((one) => one.classId === classId && one.subjectName === '数学')!
      return { group, slot: slots.find(({ groupId }) => groupId === group.id)! }
    }
    const [one, two] = grade.classIds.map((classId) => mathsOf(classId)) as [
      ReturnType<typeof mathsOf>,
      ReturnType<typeof mathsOf>,
    ]
    const first = { weekday: 1, periodId: lessons[0]!.id }
    await office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: one.slot.id, from: null, to: first }] }))
    const cells = await office((ctx) => judgeSlot(ctx, two.slot.id))
    expect(cells.find(({ weekday, periodId }) => weekday === 1 && periodId === first.periodId)).toMatchObject({
      state: 'blocked',
      text: `${grade.teachers.get('数学')!.name}在${one.group.label}`,
    })
    expect(cells.find(({ weekday, periodId }) => weekday === 2 && periodId === first.periodId)).toMatchObject({
      state: 'free',
    })
    await expect(
      office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: two.slot.id, from: null, to: first }] })),
    ).rejects.toThrow(`有${one.group.label}数学课`)
    // Somebody else has moved the lesson in the meantime.
    await expect(
      office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: one.slot.id, from: null, to: null }] })),
    ).rejects.toMatchObject({ ret: Ret.changedByOthers })
  })

  it('lets two lessons of a class change places, both ways and back', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '互换'))
    const before = await office((ctx) => getContent(ctx, id))
    const held = before.slots.find(({ weekday }) => weekday !== null)!
    const swap = (await office((ctx) => judgeSlot(ctx, held.id))).find(({ state }) => state === 'swap')!
    const other = before.slots.find((slot) => slot.id === swap.swapSlotId)!
    const placeOf = ({ weekday, periodId }: typeof held) => ({ weekday: weekday!, periodId: periodId! })
    const there = [
      { slotId: held.id, from: placeOf(held), to: placeOf(other) },
      { slotId: other.id, from: placeOf(other), to: placeOf(held) },
    ]
    await office((ctx) => changeSlots(ctx, { id, changes: there }))
    await office((ctx) =>
      changeSlots(ctx, { id, changes: there.map(({ slotId, from, to }) => ({ slotId, from: to, to: from })) }),
    )
    const after = await office((ctx) => getContent(ctx, id))
    expect(after.slots).toEqual(before.slots)
  })

  it('does not move a locked lesson', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '锁定'))
    const [slot] = (await office((ctx) => getContent(ctx, id))).slots
    const place = { weekday: slot!.weekday!, periodId: slot!.periodId! }
    await office((ctx) =>
      changeSlots(ctx, { id, changes: [{ slotId: slot!.id, from: place, to: place, isLocked: true }] }),
    )
    await expect(
      office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: slot!.id, from: place, to: null }] })),
    ).rejects.toThrow('已锁定，请先解锁')
  })

  it('is checked until its next change', async () => {
    const id = await office((ctx) => aDraft(ctx, grade.term.id, '校验'))
    const { problems, status } = await office((ctx) => checkDraft(ctx, id))
    expect({ status, hard: problems.filter(({ level }) => level === 'hard') }).toEqual({ status: 'checked', hard: [] })
    const stateOf = async () =>
      (await office((ctx) => listTimetables(ctx, { termId: grade.term.id, orgId: null }))).find((one) => one.id === id)!
        .status
    expect(await stateOf()).toBe('checked')
    const slot = (await office((ctx) => getContent(ctx, id))).slots.find(({ weekday }) => weekday !== null)!
    const from = { weekday: slot.weekday!, periodId: slot.periodId! }
    await office((ctx) => changeSlots(ctx, { id, changes: [{ slotId: slot.id, from, to: null }] }))
    expect(await stateOf()).toBe('draft')
  })

  it('is not there for another school', async () => {
    const { id } = await create('本校')
    await expect(as(at.neighbour, now, (ctx) => getContent(ctx, id))).rejects.toMatchObject({ ret: Ret.notFound })
    expect(await as(at.neighbour, now, (ctx) => listTimetables(ctx, { termId: null, orgId: null }))).toEqual([])
  })
})

describe('a published timetable', () => {
  let version: { id: string; lessons: number }
  beforeAll(async () => {
    version = await office((ctx) => aPublishedTimetable(ctx, grade.term.id, monday))
  })

  const lessonsOf = (from: string, to: string) => office((ctx) => listLessonsFrom(ctx.db, at.school.id, from, to))

  it('has its lessons on every school day of the term, and each teacher is busy then', async () => {
    const days = await office((ctx) => listCalendarDays(ctx, at.school.id, monday, grade.term.endsOn))
    const lessons = await lessonsOf(monday, grade.term.endsOn)
    expect(lessons).toHaveLength(version.lessons)
    const taught = new Set(lessons.map(({ day }) => day))
    expect(days.filter(({ asWeekday }) => asWeekday === null).filter(({ day }) => taught.has(day))).toEqual([])
    const [lesson] = lessons
    const span = { startsAt: toMoment(lesson!.day, lesson!.begins), endsAt: toMoment(lesson!.day, lesson!.ends) }
    const [userId] = lesson!.teacherIds
    expect((await office((ctx) => freeAmong(ctx, [userId!], [span]))).get(userId!)).toMatch(
      /^该时段已有七\(\d\)班.+课$/,
    )
  })

  it('is what the teacher sees on the day, in the week and in the calendar', async () => {
    const teacher = grade.teachers.get('数学')!
    const day = await as(teacher, now, (ctx) => listMyDayCourses(ctx, { day: monday }))
    const week = await as(teacher, now, (ctx) =>
      getWeek(ctx, { day: monday, classId: null, userId: null, roomId: null }),
    )
    const mine = week.lessons.filter((lesson) => lesson.day === monday)
    expect(day.map(({ start, subjectName, teacherNames }) => [start, subjectName, teacherNames])).toEqual(
      mine.map(({ begins }) => [begins, '数学', teacher.name]),
    )
    expect(week.lessons).toHaveLength(10)
    const { text } = await as(teacher, now, getCalendarFile)
    expect(text.match(/BEGIN:VEVENT/g)!.length).toBe(
      (await lessonsOf(monday, grade.term.endsOn)).filter(({ teacherIds }) => teacherIds.includes(teacher.userId))
        .length,
    )
    expect(text.split('\r\n').every((line) => new TextEncoder().encode(line).length <= 75)).toBe(true)
  })

  it('is what the teacher sees of the next school day on a day off', async () => {
    const teacher = grade.teachers.get('数学')!
    const weekOf = (actor: Actor, day: string, of: { userId?: string; classId?: string } = {}) =>
      as(actor, now, (ctx) => getWeek(ctx, { day, classId: null, userId: null, roomId: null, ...of }))
    const plan = (await weekOf(teacher, monday)).lessons.filter(({ day }) => day === monday)
    expect(plan.length).toBeGreaterThan(0)
    for (const off of ['2026-11-14', '2026-11-15'])
      expect((await weekOf(teacher, off)).nextDay).toEqual({ day: monday, lessons: plan })
    expect((await weekOf(teacher, monday)).nextDay).toBeNull()
    // Somebody who does not teach has the day, and no lessons; the week of somebody else has none.
    expect((await weekOf(at.office, '2026-11-15')).nextDay).toEqual({ day: monday, lessons: [] })
    expect((await weekOf(at.office, '2026-11-15', { userId: teacher.userId })).nextDay).toBeNull()
  })

  it('is in the calendar of a teacher in the holidays before its term', async () => {
    const inOffice = <T>(work: (ctx: Ctx) => Promise<T>) => as(at.neighbour, now, work)
    const coming = await inOffice((ctx) => aTaughtGrade(ctx, at.other, { daysLeft: 90 }))
    await inOffice((ctx) => aPublishedTimetable(ctx, coming.term.id, coming.term.startsOn))
    const holidays = new Date('2027-02-10T02:00:00Z')
    const { text } = await as(coming.teachers.get('数学')!, holidays, getCalendarFile)
    expect(text).toContain(`DTSTART:${coming.term.startsOn.replaceAll('-', '')}`)
  })

  it('cannot be changed, and not be published twice', async () => {
    await expect(office((ctx) => fillFromTeaching(ctx, version.id))).rejects.toThrow('已发布的课表不能修改')
    await expect(
      office((ctx) => startPublication(ctx, { id: version.id, effectiveOn: monday, version: 99 })),
    ).rejects.toThrow('已发布的课表不能修改')
  })

  it('leaves the past and what was changed by hand alone when the next version begins', async () => {
    const [changed] = (await lessonsOf('2026-11-24', '2026-11-24')).slice(0, 1)
    await office((ctx) =>
      updateLesson(ctx.db, { ...changed!, status: 'changed', remark: '调至图书馆', changedBy: 'cover' }, ctx.now),
    )
    const wednesday = new Date('2026-11-18T02:00:00Z')
    const past = await lessonsOf(monday, '2026-11-22')
    const next = await office((ctx) => aDraft(ctx, grade.term.id, '第二版'), wednesday)
    const preview = await office((ctx) => previewPublication(ctx, { id: next, effectiveOn: '2026-11-23' }), wednesday)
    expect(preview.kept).toMatchObject([{ day: '2026-11-24', remark: '调至图书馆' }])
    expect(preview).toMatchObject({ classes: 2, teachers: 4 })
    await office(async (ctx) => {
      const { version: number } = await requireDraft(ctx, 'timetable.publish', next)
      await publishTimetable(ctx, { timetableId: next, effectiveOn: '2026-11-23', version: number })
    }, wednesday)
    expect(await lessonsOf(monday, '2026-11-22')).toEqual(past)
    const after = await lessonsOf('2026-11-23', grade.term.endsOn)
    expect(after.filter(({ status }) => status === 'changed')).toMatchObject([
      { id: changed!.id, remark: '调至图书馆' },
    ])
    expect(new Set(after.filter(({ status }) => status === 'planned').map(({ timetableId }) => timetableId))).toEqual(
      new Set([next]),
    )
  })

  it('has the new teacher from her day on, without publishing again', async () => {
    const [classId] = grade.classIds
    const subjectId = grade.subjectIds.get('英语')!
    const successor = grade.teachers.get('体育与健康')!
    const wednesday = new Date('2026-11-18T02:00:00Z')
    await office(
      (ctx) =>
        assignTeacher(ctx, {
          termId: grade.term.id,
          classIds: [classId!],
          groupId: null,
          subjectId,
          userId: successor.userId,
          role: 'lead',
          weekHours: 4,
          from: '2026-12-01',
        }),
      wednesday,
    )
    await office((ctx) => recountBelow(ctx, at.school.id), wednesday)
    const week = (day: string) =>
      office((ctx) => getWeek(ctx, { day, classId: classId!, userId: null, roomId: null }), wednesday)
    const teachersOf = async (day: string) =>
      new Set(
        (await week(day)).lessons
          .filter((lesson) => lesson.subjectId === subjectId)
          .flatMap(({ teachers }) => teachers.map(({ id }) => id)),
      )
    expect(await teachersOf('2026-11-23')).toEqual(new Set([grade.teachers.get('英语')!.userId]))
    // Where she has a lesson herself, the lesson has no teacher yet.
    expect(await teachersOf('2026-12-07')).toEqual(new Set([successor.userId]))
  })

  it('keeps a lesson whose teacher is elsewhere as it is when lessons are counted again, and tells the office once', async () => {
    const subjectId = grade.subjectIds.get('数学')!
    const busy = grade.teachers.get('语文')!
    const [lesson] = (await lessonsOf('2026-12-08', '2026-12-31')).filter(({ teacherIds }) =>
      teacherIds.includes(grade.teachers.get('数学')!.userId),
    )
    const span = { startsAt: toMoment(lesson!.day, lesson!.begins), endsAt: toMoment(lesson!.day, lesson!.ends) }
    const isFree = (await office((ctx) => freeAmong(ctx, [busy.userId], [span]))).get(busy.userId) === ''
    const duty = { userId: busy.userId, orgId: at.school.id, kind: 'lesson', ref: newId(), ...span }
    if (isFree) await office((ctx) => bookDuties(ctx, [duty]))
    await office((ctx) =>
      assignTeacher(ctx, {
        termId: grade.term.id,
        classIds: [...grade.classIds],
        groupId: null,
        subjectId,
        userId: busy.userId,
        role: 'lead',
        weekHours: 5,
        from: lesson!.day,
      }),
    )
    const first = await office((ctx) => recountLessons(ctx, at.school.id))
    expect(first.withoutTeacher).toBeGreaterThan(0)
    const stored = await lessonsOf(monday, grade.term.endsOn)
    expect(stored.find(({ slotId, day }) => slotId === lesson!.slotId && day === lesson!.day)?.teacherIds).toEqual([])
    expect(await office((ctx) => recountLessons(ctx, at.school.id))).toEqual({ changed: 0, withoutTeacher: 0 })
    expect(await lessonsOf(monday, grade.term.endsOn)).toEqual(stored)
  })
})
