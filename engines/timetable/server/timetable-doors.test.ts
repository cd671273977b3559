import { beforeAll, describe, expect, it } from 'vitest'
import { emptyScope, newId, Ret, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { classOf } from '#kernel/schooling/server/example.ts'
import { ensureDefaultPeriods, listTeachingOfTerm } from '#kernel/schooling/server/api.ts'
import { endAssignment } from '#kernel/schooling/server/service/classes/end-assignment.ts'
import { listPeriodSchemes, savePeriodScheme } from '#kernel/schooling/server/service/time/timetable-periods.ts'
import { aPupil } from '#kernel/student/server/example.ts'
import { lessonDutyKind, lessonsLeft, lessonsOfPeriods } from './contributions.ts'
import { aDraft, aPublishedTimetable, aTaughtGrade } from './example.ts'
import { copyRules, listTimetableRules, saveRule } from './rules.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'
import { changeSlots, createTimetable, getContent, listTimetables } from './timetables.ts'
import { getChildWeek, getWeek, listMyDayCourses } from './weeks.ts'

const database = useDatabase()
const as = atMoment(database)
const now = new Date('2026-11-15T02:00:00Z')
const monday = '2026-11-16'
const nobody = { classId: null, userId: null, roomId: null } as Parameters<typeof getWeek>[1]
const notFound = { ret: Ret.notFound }
let at: Awaited<ReturnType<typeof createTimetableSchools>>
let ours: Awaited<ReturnType<typeof aTaughtGrade>>
let theirs: Awaited<ReturnType<typeof aTaughtGrade>>
let draft: string

const office = <T>(work: (ctx: Ctx) => Promise<T>) => as(at.office, now, work)
const neighbour = <T>(work: (ctx: Ctx) => Promise<T>) => as(at.neighbour, now, work)

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('periodGuards', lessonsOfPeriods)
  database.contribute('lessonCounts', lessonsLeft)
  at = await as(createActor(), now, createTimetableSchools)
  ours = await office((ctx) => aTaughtGrade(ctx, at.school))
  theirs = await neighbour((ctx) => aTaughtGrade(ctx, at.other))
  await office((ctx) => ensureDefaultPeriods(ctx, at.school.id))
  draft = await office((ctx) => aDraft(ctx, ours.term.id))
  await neighbour((ctx) => aPublishedTimetable(ctx, theirs.term.id, monday))
})

describe('ids of another school in a request for the own one', () => {
  it('a rule names only the own people, classes, grades and periods', async () => {
    const { periods } = await office((ctx) => getContent(ctx, draft))
    const cells = [{ weekday: 1, periodId: periods[0]!.id }]
    const save = (rule: Parameters<typeof saveRule>[1]['rule'], orgId = at.school.id) =>
      office((ctx) => saveRule(ctx, { id: '', termId: ours.term.id, orgId, rule, version: 0 }))
    const stranger = theirs.teachers.get('数学')!.userId
    await expect(save({ kind: 'teacher-off', userIds: [stranger], cells })).rejects.toMatchObject(notFound)
    const classOff = { kind: 'class-off' as const, gradeIds: [], classIds: [] as string[], cells }
    await expect(save({ ...classOff, classIds: theirs.classIds })).rejects.toMatchObject(notFound)
    await expect(save({ ...classOff, gradeIds: [theirs.gradeId] })).rejects.toMatchObject(notFound)
    const foreignPeriod = (
      await neighbour(async (ctx) => getContent(ctx, (await listTimetables(ctx, { termId: null, orgId: null }))[0]!.id))
    ).periods[0]!.id
    const elsewhere = [{ weekday: 1, periodId: foreignPeriod }]
    const own = [ours.teachers.get('数学')!.userId]
    await expect(save({ kind: 'teacher-off', userIds: own, cells: elsewhere })).rejects.toMatchObject(notFound)
    await expect(save({ kind: 'teacher-off', userIds: own, cells }, at.other.id)).rejects.toMatchObject(notFound)
    await save({ kind: 'teacher-off', userIds: own, cells })
    const copy = { fromTermId: ours.term.id, toTermId: ours.otherTermId, orgId: at.other.id }
    await expect(office((ctx) => copyRules(ctx, copy))).rejects.toMatchObject(notFound)
    await expect(
      office((ctx) => listTimetableRules(ctx, { termId: ours.term.id, orgId: at.other.id })),
    ).rejects.toMatchObject(notFound)
  })

  it('a draft takes neither lessons, rooms nor copies of another one', async () => {
    const [version] = await neighbour((ctx) => listTimetables(ctx, { termId: null, orgId: null }))
    const create = (form: { orgId: string | null; copyId: string | null }) =>
      office((ctx) => createTimetable(ctx, { termId: ours.term.id, name: '抄来', ...form }))
    await expect(create({ orgId: null, copyId: version!.id })).rejects.toMatchObject(notFound)
    await expect(create({ orgId: at.other.id, copyId: null })).rejects.toMatchObject(notFound)
    const foreign = (await neighbour((ctx) => getContent(ctx, version!.id))).slots[0]!
    const own = (await office((ctx) => getContent(ctx, draft))).slots[0]!
    const cell = { weekday: own.weekday!, periodId: own.periodId! }
    const change = (one: Parameters<typeof changeSlots>[1]['changes'][number]) =>
      office((ctx) => changeSlots(ctx, { id: draft, changes: [one] }))
    await expect(change({ slotId: foreign.id, from: null, to: null })).rejects.toMatchObject(notFound)
    await expect(change({ slotId: own.id, from: cell, to: cell, roomId: newId() })).rejects.toMatchObject(notFound)
    const foreignCell = { weekday: 1, periodId: foreign.periodId! }
    await expect(change({ slotId: own.id, from: cell, to: foreignCell })).rejects.toMatchObject(notFound)
    expect(await office((ctx) => listTimetables(ctx, { termId: null, orgId: at.other.id }))).toEqual([])
  })

  it('a week of another school, its teachers and its rooms is not there; the district reads it', async () => {
    const [classId] = theirs.classIds
    const userId = theirs.teachers.get('数学')!.userId
    const week = (who: Actor, of: Partial<typeof nobody>) =>
      as(who, now, (ctx) => getWeek(ctx, { day: monday, ...nobody, ...of }))
    await expect(week(at.office, { classId: classId! })).rejects.toMatchObject(notFound)
    await expect(week(at.office, { userId: userId })).rejects.toMatchObject(notFound)
    await expect(week(at.office, { roomId: newId() })).rejects.toMatchObject(notFound)
    const reader = await as(createActor(), now, (ctx) => aTeacher(ctx, { at: at.bureau, since: '2020-08-01' }))
    const district = { ...reader, permissions: new Map([['timetable.read', wholeDistrict]]) }
    expect((await week(district, { userId: userId })).lessons).toHaveLength(10)
  })
})

it('a class teacher reads the week of the own class and of no other, nor that of a colleague', async () => {
  const teacher = theirs.teachers.get('英语')!
  const [own, other] = theirs.classIds as [string, string]
  const person = await as(createActor(), now, (ctx) => aTeacher(ctx, { at: at.other, since: '2020-08-01' }))
  const ownClasses = { ...emptyScope, classesOf: person.userId }
  const reader: Actor = { ...person, permissions: new Map([['timetable.read', ownClasses]]) }
  await database.sql(
    `insert into tenant.class_teacher (district_id, id, class_id, user_id, role, valid, created_at, updated_at)
     values ($1, $2, $3, $4, 'head', daterange('2026-09-01', null), now(), now())`,
    [reader.districtId, newId(), own, reader.userId],
  )
  const week = (of: Partial<typeof nobody>) => as(reader, now, (ctx) => getWeek(ctx, { day: monday, ...nobody, ...of }))
  expect((await week({ classId: own })).lessons).toHaveLength(16)
  await expect(week({ classId: other })).rejects.toMatchObject(notFound)
  await expect(week({ userId: teacher.userId })).rejects.toMatchObject(notFound)
  expect(await as(reader, now, (ctx) => listTimetables(ctx, { termId: null, orgId: null }))).toEqual([])
  expect(await as(reader, now, (ctx) => listMyDayCourses(ctx, { day: monday }))).toEqual([])
})

it('families see the week of the own child, unless the school keeps it to its staff', async () => {
  const pupil = (await neighbour((ctx) => aPupil(ctx, classOf(theirs)))).id
  const other = (await neighbour((ctx) => aPupil(ctx, classOf(theirs, 1)))).id
  const actor = createActor({ kind: 'pupil', userId: pupil, orgId: at.other.id }, { 'family.use': emptyScope })
  const week = (studentId: string) => as(actor, now, (ctx) => getChildWeek(ctx, { studentId, day: monday }))
  expect((await week(pupil)).lessons).toHaveLength(16)
  await expect(week(other)).rejects.toMatchObject(notFound)
  await neighbour((ctx) => writeSetting(ctx, at.other.id, 'timetable', { familiesSee: false }))
  expect((await week(pupil)).lessons).toEqual([])
})

describe('what a timetable holds on to', () => {
  it('a period with lessons cannot be removed', async () => {
    const [scheme] = await office((ctx) => listPeriodSchemes(ctx, null))
    const { slots } = await office((ctx) => getContent(ctx, draft))
    const used = new Set(slots.map(({ periodId }) => periodId))
    const last = scheme!.periods.findLast(({ slotId }) => used.has(slotId ?? null))!
    const save = (periods: typeof scheme & object extends { periods: infer Periods } ? Periods : never) =>
      office((ctx) => savePeriodScheme(ctx, { ...scheme!, orgId: null, followsId: null, periods }))
    await expect(save(scheme!.periods.filter((one) => one !== last))).rejects.toThrow(/^.+仍有\d+节课，请先调整$/)
  })

  it('somebody who stops teaching leaves lessons to a successor', async () => {
    await neighbour(async (ctx) => {
      const groups = await listTeachingOfTerm(ctx, at.other.id, theirs.term.id)
      const [assignment] = groups.find(({ subjectName }) => subjectName === '数学')!.assignments
      const form = { id: assignment!.id, endsOn: '2026-11-29', successorId: null, isOpen: false }
      await expect(endAssignment(ctx, form)).rejects.toThrow(/^该教师从2026-11-30起仍有\d+节课未安排接任教师$/)
    })
  })
})
