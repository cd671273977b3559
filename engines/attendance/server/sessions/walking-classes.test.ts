import { beforeAll, expect, it } from 'vitest'
import { newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { assignTeacher, ensureDefaultPeriods } from '#kernel/schooling/server/api.ts'
import { saveTeachingGroup } from '#kernel/schooling/server/service/classes/teaching-matrix.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { aPupilRow } from '#kernel/student/server/example.ts'
import { setGroupMembers } from '#kernel/student/server/service/students/rosters.ts'
import { changeEnrolments, createStudents } from '#kernel/student/server/api.ts'
import { toMoment } from '#engines/timetable/server/api.ts'
import { aTaughtGrade } from '#engines/timetable/server/example.ts'
import { insertLessons } from '#engines/timetable/server/lesson-queries.ts'
import { createTimetable } from '#engines/timetable/server/timetables.ts'
import { atMoment, createTimetableSchools } from '#engines/timetable/server/timetable.fixture.ts'
import { attendanceSetting } from '../settings.ts'
import { getClassDay } from './class-day.ts'
import { sumFigures, sumTotal } from './figures.ts'
import { getRoll } from './get-roll.ts'
import { getCurrentRoll } from './roll-lessons.ts'
import { rollOf } from './rolls.fixture.ts'
import { saveRoll } from './save-roll.ts'

/** 化学(走班2) has 38 pupils of nine classes, 化学(走班1) the others. */
const database = useDatabase()
const sunday = new Date('2026-11-15T02:00:00Z')
const [monday, tuesday] = ['2026-11-16', '2026-11-17'] as const
const as = atMoment(database)
let office: Actor
let teacher: Actor
let pupils: { id: string; classAt: number }[]
let classIds: string[]
let gradeId: string
let groups: string[]
let lessons: string[]
const inOffice = <T>(work: (ctx: Ctx) => Promise<T>, when = sunday) => as(office, when, work)

beforeAll(async () => {
  await database.ensurePartitions('2026-01-01', 14)
  database.contribute('settings', attendanceSetting)
  const at = await as(createActor(), sunday, createTimetableSchools)
  const rights = ['student.event', 'student.edit', 'student.read'].map((one) => [one, orgTreeScope(at.school)] as const)
  office = { ...at.office, permissions: new Map([...at.office.permissions, ...rights]) }
  await inOffice(async (ctx) => {
    await ensureDefaultPeriods(ctx, at.school.id)
    const grade = await aTaughtGrade(ctx, at.school, { classes: 9, subjects: { 语文: 1 } })
    ;({ classIds, gradeId } = grade)
    const rows = Array.from({ length: 54 }, (_, index) => index % 9)
    const ids = await createStudents(
      ctx,
      rows.map((classAt, index) =>
        aPupilRow({ ...grade, classId: classIds[classAt]! }, { name: `学生${index}`, guardians: [] }),
      ),
      { type: 'enrol' },
    )
    pupils = ids.map((id, index) => ({ id, classAt: rows[index]! }))
    teacher = await aTeacher(ctx, { at: at.school, name: '何老师', since: '2020-08-01' })
    const subjectId = grade.subjectIds.get('语文')!
    const termId = grade.term.id
    groups = []
    for (const [name, members] of [
      ['走班1', pupils.slice(38)],
      ['走班2', pupils.slice(0, 38)],
    ] as const) {
      const form = { id: null, termId, gradeId: grade.gradeId, subjectId, name, capacity: null, version: 0 }
      const { id: groupId } = await saveTeachingGroup(ctx, form)
      const post = { termId, classIds: [], groupId, subjectId: null, userId: teacher.userId, role: 'lead' as const }
      await assignTeacher(ctx, { ...post, weekHours: 1, from: grade.term.startsOn })
      await setGroupMembers(ctx, { groupId, studentIds: members.map(({ id }) => id), from: grade.term.startsOn })
      groups.push(groupId)
    }
    const { id: timetableId } = await createTimetable(ctx, { termId, orgId: null, name: '走班', copyId: null })
    const periodId = newId()
    const rowsOfLessons = [monday, tuesday].map((day) => ({
      id: newId(),
      slotId: newId(),
      timetableId,
      groupId: groups[1]!,
      day,
      periodId,
      begins: '10:00',
      ends: '10:40',
      roomId: null,
      teacherIds: [teacher.userId],
    }))
    await insertLessons(ctx.db, at.school.id, rowsOfLessons, ctx.now)
    lessons = rowsOfLessons.map(({ id }) => id)
  })
}, 60_000)

const rollOn = (at: 0 | 1) =>
  as(teacher, toMoment(at === 0 ? monday : tuesday, '10:01'), (ctx) => getRoll(ctx, lessons[at]!))

it('the list of a walking class is right on the day after two pupils changed the group', async () => {
  const first = await rollOn(0)
  expect(first.pupils).toHaveLength(38)
  expect(new Set(first.pupils.map(({ className }) => className)).size).toBe(9)
  // Two go to the other group, one of that comes; on Monday nothing changes.
  const [left, also, came] = [pupils[0]!.id, pupils[1]!.id, pupils[40]!.id]
  await inOffice(
    async (ctx) => {
      const staying = pupils.slice(2, 38).map(({ id }) => id)
      const others = pupils.slice(38).map(({ id }) => id)
      await setGroupMembers(ctx, { groupId: groups[0]!, studentIds: others.filter((id) => id !== came), from: tuesday })
      await setGroupMembers(ctx, { groupId: groups[1]!, studentIds: [...staying, came], from: tuesday })
    },
    toMoment(monday, '12:00'),
  )
  const expectedOn = async (at: 0 | 1) => new Set((await rollOn(at)).pupils.map(({ studentId }) => studentId))
  const [before, after] = [await expectedOn(0), await expectedOn(1)]
  expect([before.size, before.has(left), before.has(also), before.has(came)]).toEqual([38, true, true, false])
  expect([after.size, after.has(left), after.has(also), after.has(came)]).toEqual([37, false, false, true])
})

it('somebody transferred out yesterday is not expected, and one who came is', async () => {
  const [gone, suspended] = [pupils[9]!, pupils[10]!]
  const { orgId } = office
  await inOffice(
    (ctx) =>
      changeEnrolments(ctx, [
        { studentId: gone.id, type: 'transfer-out', on: tuesday, to: null },
        {
          studentId: suspended.id,
          type: 'suspend',
          on: tuesday,
          to: { orgId, gradeId, classId: null, status: 'suspended' },
        },
      ]),
    toMoment(monday, '13:00'),
  )
  const there = new Set((await rollOn(1)).pupils.map(({ studentId }) => studentId))
  expect([there.size, there.has(gone.id), there.has(suspended.id)]).toEqual([35, false, false])
  expect((await rollOn(0)).pupils).toHaveLength(38)
})

it('each class teacher sees the lesson in the day of the class', async () => {
  const now = toMoment(tuesday, '10:02')
  const current = await as(teacher, now, getCurrentRoll)
  const late = current!.pupils.find(({ studentId }) => studentId === pupils[20]!.id)!
  await as(teacher, now, (ctx) =>
    saveRoll(
      ctx,
      rollOf({ id: lessons[1]! }, now, { marks: [{ studentId: late.studentId, status: 'late' }], submit: true }),
    ),
  )
  const total = { present: 0, late: 0 }
  for (const [at, classId] of classIds.entries()) {
    const day = await inOffice((ctx) => getClassDay(ctx, { classId, day: tuesday }), now)
    expect(day.lessons).toMatchObject([{ lessonId: lessons[1], groupName: '走班2', status: 'submitted' }])
    total.present += day.figures.present
    total.late += day.figures.late
    expect(day.figures.late).toBe(at === pupils[20]!.classAt ? 1 : 0)
  }
  expect(total).toEqual({ present: 34, late: 1 })
})

it('a pupil in no class is in the figures of the school, and of no class', async () => {
  const outside = pupils[21]!.id
  await database.sql('update tenant.enrolment set class_id = null, seat_no = null where student_id = $1', [outside])
  const now = toMoment(monday, '10:05')
  const marks = [{ studentId: outside, status: 'late' as const }]
  await as(teacher, now, (ctx) => saveRoll(ctx, rollOf({ id: lessons[0]! }, now, { marks, submit: true })))
  const span = { orgId: office.orgId, from: monday, to: monday }
  const rows = await inOffice((ctx) => sumFigures(ctx, { ...span, by: 'class' }), now)
  expect(rows.map(({ present }) => present).filter((present) => present <= 0)).toEqual([])
  expect(rows.reduce((sum, { expected }) => sum + expected, 0)).toBe(37)
  expect(await inOffice((ctx) => sumTotal(ctx, span), now)).toMatchObject({ expected: 38, late: 1, present: 37 })
})
