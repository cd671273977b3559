import { beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { newId, startOfDay, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { bookDuties, setAway } from '#engines/duty/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aFamily } from '#kernel/student/server/example.ts'
import { aMembership, aTeacher } from '#kernel/staff/server/example.ts'
import { aCover, aLesson, aSchoolToCover, monday, tuesday, type SchoolToCover } from './candidates.fixture.ts'
import { findCandidates, proposeCovers } from './find-candidates.ts'
import { coverSetting } from './settings.ts'

const database = useDatabase()
const as = atMoment(database)
/** The Sunday before. */
const now = new Date('2026-11-15T02:00:00Z')
let at: Awaited<ReturnType<typeof createTimetableSchools>>
let school: SchoolToCover
let lesson: string
let wang: Actor
let li: Actor
let zhao: Actor
let sun: Actor

const office = <T>(work: (ctx: Ctx) => Promise<T>, when = now) => as(at.office, when, work)
const span = (begins: string, ends: string, day = monday) => ({
  startsAt: new Date(`${day}T${begins}:00+08:00`),
  endsAt: new Date(`${day}T${ends}:00+08:00`),
})
const bookOther = (who: Actor, begins: string, ends: string) =>
  office((ctx) =>
    bookDuties(ctx, [{ userId: who.userId, orgId: who.orgId, kind: 'watch', ref: newId(), ...span(begins, ends) }]),
  )
const beAway = (who: Actor, ...spans: { startsAt: Date; endsAt: Date }[]) =>
  office((ctx) => setAway(ctx, { source: 'teacher-leave', ref: newId(), userId: who.userId, spans }))
const wholeDay = { startsAt: startOfDay(monday), endsAt: startOfDay(tuesday) }

const find = async (lessonId = lesson, askedBy?: Actor) =>
  (
    await office((ctx) => findCandidates(ctx, { orgId: school.orgId, lessonIds: [lessonId], askedBy: askedBy?.userId }))
  )[0]!.candidates
const findOne = async (who: Actor, lessonId = lesson, askedBy?: Actor) =>
  (await find(lessonId, askedBy)).find(({ userId }) => userId === who.userId)
const propose = (...lessonIds: string[]) => office((ctx) => proposeCovers(ctx, { orgId: school.orgId, lessonIds }))

beforeAll(() => {
  database.contribute('dutyKinds', lessonDutyKind, { kind: 'watch', title: '值班', describe: async () => new Map() })
  database.contribute('settings', coverSetting)
})

/** Every story has its own schools. */
beforeEach(async () => {
  at = await as(createActor(), now, createTimetableSchools)
  school = await office(aSchoolToCover)
  const teacherOf = (subject: string): Actor => school.teachers.get(subject)!
  wang = teacherOf('语文')
  li = teacherOf('数学')
  zhao = teacherOf('英语')
  sun = teacherOf('体育与健康')
  lesson = await office((ctx) => aLesson(ctx, school, { subject: '语文', begins: '08:00' }))
})

describe('candidates', () => {
  it('are the teachers of the school but the one who gives the lesson, with what speaks for them', async () => {
    const candidates = await find()
    const names = candidates.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['李丽', '赵敏', '孙超']))
    expect(names).not.toContain('王芳')
    expect(candidates.find(({ name }) => name === '李丽')).toEqual({
      userId: li.userId,
      name: '李丽',
      obstacle: '',
      facts: ['任教本班', '同年级', '当日0节', '该周代课0节', '本学期代课0节'],
      warning: '',
      host: null,
      isSameSubject: false,
      knowsClass: true,
      dayLessons: 0,
      weekCovers: 0,
      termCovers: 0,
    })
    const onTheDay = await office(
      (ctx) => findCandidates(ctx, { orgId: school.orgId, lessonIds: [lesson] }),
      new Date(`${monday}T07:00:00+08:00`),
    )
    expect(onTheDay[0]!.candidates.find(({ name }) => name === '李丽')!.facts).toContain('今日0节')
  })

  it('who has a lesson, another duty or leave then is not free, and reads why', async () => {
    await office((ctx) => aLesson(ctx, school, { subject: '数学', classAt: 1, begins: '08:20' }))
    await bookOther(zhao, '07:30', '08:10')
    await beAway(sun, wholeDay)
    expect((await findOne(li))!.obstacle).toMatch(/^该时段已有.\(2\)班数学课$/)
    expect((await findOne(zhao))!.obstacle).toBe('该时段已有值班')
    expect((await findOne(sun))!.obstacle).toBe('当日请假')
    // Those with an obstacle come last.
    const order = (await find()).map(({ obstacle }) => Number(obstacle !== ''))
    expect(order).toEqual(order.toSorted((a, b) => a - b))
  })

  it('what ends when the lesson begins is no obstacle', async () => {
    await office((ctx) => aLesson(ctx, school, { subject: '数学', classAt: 1, begins: '07:20' }))
    await bookOther(zhao, '08:40', '09:40')
    await beAway(sun, span('08:40', '12:00'))
    for (const who of [li, zhao, sun]) expect((await findOne(who))!.obstacle).toBe('')
  })

  it('a lesson at the other school of the person counts too', async () => {
    const secondId = await office((ctx) => aMembership(ctx, li.personId, { at: at.other, isMain: false }))
    await bookOther({ ...li, userId: secondId, orgId: at.other.id }, '08:00', '08:40')
    expect((await findOne(li))!.obstacle).toBe('该时段已有值班')
    // And she is no candidate there for the lessons of this one, nor twice here.
    expect((await find()).filter(({ name }) => name === '李丽')).toHaveLength(1)
  })

  it('of one school only, and of those who may be asked', async () => {
    const [neighbour, suspended, gone, worker] = await office(async (ctx) => [
      await aTeacher(ctx, { at: at.other, since: '2020-08-01', name: '邻校' }),
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '停用' }),
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '离职' }),
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '后勤', userType: 'worker' }),
    ])
    await office(async ({ db }) => {
      await db.updateTable('membership').set({ is_suspended: true }).where('id', '=', suspended!.userId).execute()
      await db
        .updateTable('membership')
        .set({ valid: `[2020-08-01,${monday})` })
        .where('id', '=', gone!.userId)
        .execute()
    })
    const names = (await find()).map(({ name }) => name)
    for (const { name } of [neighbour!, suspended!, gone!, worker!]) expect(names).not.toContain(name)
    await expect(
      office((ctx) => findCandidates(ctx, { orgId: at.other.id, lessonIds: [lesson] })),
    ).rejects.toMatchObject({ ret: -5 })
  })

  it('counts the covers of the week and of the term, and stops at the limit of the week', async () => {
    const cover = (day: string, facts: Partial<Parameters<typeof aCover>[2]> = {}) =>
      office((ctx) => aCover(ctx, school, { from: wang, to: li, day, state: 'current', ...facts }))
    await cover(tuesday)
    await cover('2026-10-13', { state: 'ended', isCompleted: true, status: 'done' })
    // Given on by a chain, exchanged, and one of the term before.
    await cover(tuesday, { state: 'ended', status: 'superseded' })
    await cover(tuesday, { kind: 'swap' })
    await cover('2026-03-10', { state: 'ended', isCompleted: true, status: 'done' })
    expect(await findOne(li)).toMatchObject({
      obstacle: '',
      weekCovers: 1,
      facts: expect.arrayContaining(['该周代课1节']),
    })
    await cover('2026-11-22')
    await cover(monday)
    expect(await findOne(li)).toMatchObject({ obstacle: '该周已代3节', weekCovers: 3 })
    await office((ctx) => writeSetting(ctx, school.orgId, 'cover', { weekMost: 4 }))
    expect((await findOne(li))!.obstacle).toBe('')
  })

  it('warns of a long day and of covers that she is asked for', async () => {
    for (const begins of ['08:50', '10:00', '10:50', '14:00', '14:50'])
      await office((ctx) => aLesson(ctx, school, { subject: '数学', begins }))
    expect(await findOne(li)).toMatchObject({ obstacle: '', dayLessons: 5, warning: '李丽当日将达6节' })
    const ask = (facts: Partial<Parameters<typeof aCover>[2]>) =>
      office((ctx) =>
        aCover(ctx, school, { from: wang, to: null, day: tuesday, state: 'pending', status: 'asking', ...facts }),
      )
    await ask({
      asked: [
        { who: zhao, answer: 'waiting' },
        { who: sun, answer: 'no' },
      ],
    })
    await ask({ asked: [{ who: sun, answer: 'waiting' }], askMode: 'everybody' })
    await ask({ asked: [{ who: zhao, answer: 'waiting' }], lessonId: lesson })
    expect((await findOne(zhao))!.warning).toBe('赵敏该周另有1节代课待确认')
    expect((await findOne(sun))!.warning).toBe('')
  })

  it('names to the office the lesson that a class could join, and that the room is too small for both', async () => {
    await office((ctx) => aLesson(ctx, school, { subject: '数学', classAt: 1, begins: '08:10' }))
    await bookOther(zhao, '08:00', '08:40')
    const host = async (who: Actor, askedBy?: Actor) => (await findOne(who, lesson, askedBy))!.host
    expect(await host(li)).toEqual({ lesson: expect.stringMatching(/班数学课$/), warning: '' })
    // Other duties are no lessons, and teachers let no classes join.
    expect(await host(zhao)).toBeNull()
    expect(await host(li, wang)).toBeNull()
    for (const classId of school.classIds)
      await office((ctx) => aFamily(ctx, { orgId: school.orgId, gradeId: school.gradeId, classId }))
    const roomId = newId()
    await database.sql(
      `insert into tenant.room (district_id, id, org_id, name, kind, capacity, created_at, updated_at)
       values ($1, $2, $3, '小教室', 'classroom', 1, now(), now())`,
      [at.office.districtId, roomId, school.orgId],
    )
    await database.sql('update tenant.school_class set room_id = $1 where id = $2', [roomId, school.classIds[1]])
    expect((await host(li))!.warning).toBe('教室容量不足（1座，合班后2人）')
    await beAway(li, wholeDay)
    expect(await host(li)).toBeNull()
  })

  it('a teacher asks only whom the school allows; the office asks everybody', async () => {
    const [chinese, stranger] = await office(async (ctx) => [
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '周梅' }),
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '吴强' }),
    ])
    await office(({ db }) =>
      db.updateTable('membership').set({ subject: '语文' }).where('id', '=', chinese!.userId).execute(),
    )
    const obstacles = async (askWhom: string, askedBy?: Actor) => {
      await office((ctx) => writeSetting(ctx, school.orgId, 'cover', { askWhom }))
      const found = await find(lesson, askedBy)
      return [chinese!, li, stranger!].map(({ userId }) => found.find((one) => one.userId === userId)!.obstacle)
    }
    expect(await obstacles('school', wang)).toEqual(['', '', ''])
    expect(await obstacles('grade', wang)).toEqual(['', '', '只能请同科或同年级教师'])
    expect(await obstacles('subject', wang)).toEqual(['', '只能请同科教师', '只能请同科教师'])
    expect(await obstacles('subject')).toEqual(['', '', ''])
  })

  it('are ranked: the same subject, the class, the grade, fewest covers, fewest lessons', async () => {
    const [chinese, stranger] = await office(async (ctx) => [
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '周梅' }),
      await aTeacher(ctx, { at: at.school, since: '2020-08-01', name: '吴强' }),
    ])
    await office(({ db }) =>
      db.updateTable('membership').set({ subject: '语文' }).where('id', '=', chinese!.userId).execute(),
    )
    await office((ctx) => aCover(ctx, school, { from: wang, to: li, day: '2026-10-13', state: 'current' }))
    await office((ctx) => aLesson(ctx, school, { subject: '英语', begins: '14:00' }))
    const wanted = [chinese!, sun, zhao, li, stranger!].map(({ userId }) => userId)
    const found = (await find()).map(({ userId }) => userId)
    expect(found.filter((userId) => wanted.includes(userId))).toEqual(wanted)
  })

  it('of many lessons come in the order of the question', async () => {
    const second = await office((ctx) => aLesson(ctx, school, { subject: '语文', begins: '10:00', day: tuesday }))
    await beAway(li, wholeDay)
    const ids = [second, lesson]
    const found = await office((ctx) => findCandidates(ctx, { orgId: school.orgId, lessonIds: ids }))
    expect(found.map(({ lessonId }) => lessonId)).toEqual(ids)
    const obstacles = found.map(({ candidates }) => candidates.find(({ userId }) => userId === li.userId)!.obstacle)
    expect(obstacles).toEqual(['', '当日请假'])
  })
})

describe('proposals', () => {
  it('give the lessons of somebody who is ill to those who are free, and write nothing', async () => {
    const ids = [lesson]
    for (const [begins, day] of [
      ['08:50', monday],
      ['10:00', monday],
      ['08:00', tuesday],
    ] as const)
      ids.push(await office((ctx) => aLesson(ctx, school, { subject: '语文', begins, day })))
    await office((ctx) => aLesson(ctx, school, { subject: '数学', classAt: 1, begins: '08:00' }))
    await beAway(zhao, { startsAt: startOfDay(tuesday), endsAt: startOfDay('2026-11-18') })
    await bookOther(sun, '10:20', '11:00')
    const { lessons, fairness } = await propose(...ids)
    expect(lessons.map(({ lessonId }) => lessonId)).toEqual(ids)
    const found = await office((ctx) => findCandidates(ctx, { orgId: school.orgId, lessonIds: ids }))
    for (const [index, { userId, name, facts }] of lessons.entries()) {
      const candidate = found[index]!.candidates.find((one) => one.userId === userId)!
      expect(candidate).toMatchObject({ name, facts, obstacle: '' })
    }
    expect(lessons[0]!.name).not.toBe('李丽')
    expect(lessons[2]!.name).not.toBe('孙超')
    expect(lessons[3]!.name).not.toBe('赵敏')
    expect(fairness.teachers).toBeGreaterThan(2)
    const requests = office(({ db }) =>
      db.selectFrom('cover_request').select('id').where('org_id', '=', school.orgId).execute(),
    )
    expect(await requests).toEqual([])
  })

  it('say which wishes they break', async () => {
    await beAway(at.office, wholeDay)
    await beAway(zhao, wholeDay)
    await beAway(sun, wholeDay)
    const second = await office((ctx) => aLesson(ctx, school, { subject: '语文', begins: '10:00', classAt: 1 }))
    const { lessons, broken } = await propose(lesson, second)
    expect(lessons.map(({ name, note }) => [name, note])).toEqual([
      ['李丽', '李丽不是同科教师；李丽当天将代2节'],
      ['李丽', '李丽不是同科教师；李丽当天将代2节'],
    ])
    expect(broken).toEqual([
      expect.stringMatching(/^11月16日08:00.\(1\)班语文课：李丽不是同科教师$/),
      expect.stringMatching(/^11月16日10:00.\(2\)班语文课：李丽不是同科教师$/),
      '李丽11月16日将代2节',
    ])
  })

  it('say why nobody is left', async () => {
    for (const who of [at.office, zhao, sun]) await beAway(who, wholeDay)
    await office((ctx) => writeSetting(ctx, school.orgId, 'cover', { weekMost: 1 }))
    await office((ctx) => aCover(ctx, school, { from: wang, to: li, day: tuesday, state: 'current' }))
    expect((await propose(lesson)).lessons[0]).toMatchObject({ userId: null, note: '空闲的1位教师该周都已达到上限' })
    await beAway(li, wholeDay)
    expect((await propose(lesson)).lessons[0]).toMatchObject({ userId: null, note: '没有空闲的教师' })
  })

  it('of a teacher keep to whom she may ask', async () => {
    await office((ctx) => writeSetting(ctx, school.orgId, 'cover', { askWhom: 'subject' }))
    const own = await office((ctx) =>
      proposeCovers(ctx, { orgId: school.orgId, lessonIds: [lesson], askedBy: wang.userId }),
    )
    expect(own.lessons[0]!.userId).toBeNull()
    expect((await propose(lesson)).lessons[0]!.userId).not.toBeNull()
  })
})
