import { beforeAll, describe, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { absenceAlert } from '../cases/absence-alert.ts'
import { getRoll } from '../sessions/get-roll.ts'
import { minutesAfter, rollOf, type TapOf } from '../sessions/rolls.fixture.ts'
import { saveRoll } from '../sessions/save-roll.ts'
import { attendanceSetting } from '../settings.ts'
import { getAttendanceMonth } from './family-attendance.ts'
import { giveUpLeave, listLeaveOfChild } from './ask-leave.ts'
import { atHour, createLeaveWorld, days } from './leave.fixture.ts'
import { listSickPupils } from './leave-of-lesson.ts'
import { revokeLeave } from './office-leave.ts'

const { database, world, as, apply, decide, leave, inOffice, lessonsOn, ofClassesLedBy, messagesOf } =
  createLeaveWorld()

beforeAll(() => {
  database.contribute('settings', attendanceSetting)
  database.contribute('alerts', absenceAlert)
})

type Lesson = Awaited<ReturnType<typeof lessonsOn>>[number]
const startOf = ({ day, begins }: Lesson) => atHour(day, begins)

async function teacherOf({ id }: Lesson): Promise<Actor> {
  const [row] = await database.sql<{ userId: string }>(
    'select teacher_ids[1] as "userId" from tenant.lesson where id = $1',
    [id],
  )
  return [...world.grade.teachers.values()].find(({ userId }) => userId === row!.userId)!
}
/** The roll, submitted a few minutes after the lesson began. */
const submit = async (lesson: Lesson, marks: TapOf[], minutes = 5) => {
  const now = minutesAfter(startOf(lesson), minutes)
  return as(await teacherOf(lesson), now, (ctx) => saveRoll(ctx, rollOf(lesson, now, { marks, submit: true })))
}
const seenBy = async (lesson: Lesson, studentId = world.ming) => {
  const { pupils } = await as(await teacherOf(lesson), startOf(lesson), (ctx) => getRoll(ctx, lesson.id))
  return pupils.find((pupil) => pupil.studentId === studentId)!
}
const markOf = async (lesson: Lesson, studentId = world.ming) => {
  const rows = await database.sql<{ status: string; source: string }>(
    `select m.status, m.source from tenant.attendance_mark m join tenant.attendance_session s on s.id = m.session_id
     where s.ref = $1 and m.student_id = $2`,
    [lesson.id, studentId],
  )
  return rows[0]
}
const caseOf = async (day: string, studentId = world.ming) => {
  const rows = await database.sql<{ status: string; outcome: string | null }>(
    'select status, outcome from tenant.absence_case where student_id = $1 and day_on = $2',
    [studentId, day],
  )
  return rows[0]
}
const leaveOf = async (id: string, when: Date) =>
  (await as(world.mother, when, (ctx) => listLeaveOfChild(ctx, world.ming))).find((one) => one.id === id)!

// One week: what a story leaves is in the month of the last but one.
describe('on the rolls', { shuffle: false }, () => {
  it('leave for two periods is on the rolls of these two, and is gone when the family gives it up', async () => {
    const lessons = await lessonsOn(days[0])
    const [first, second, third] = lessons as [Lesson, Lesson, Lesson]
    const id = await leave({ periodIds: [first.periodId, second.periodId] })
    expect(await seenBy(first)).toMatchObject({ status: 'sick', leave: 'sick', source: 'leave' })
    expect(await seenBy(second)).toMatchObject({ status: 'sick' })
    expect(await seenBy(third)).toMatchObject({ status: 'present', leave: null })
    const early = atHour(days[0], '07:00')
    await as(world.mother, early, (ctx) => giveUpLeave(ctx, id))
    expect(await seenBy(first)).toMatchObject({ status: 'present', leave: null })
  })

  it('leave that a submitted roll has counted stays for that lesson when the family gives it up', async () => {
    const [first, second] = (await lessonsOn(days[1])) as [Lesson, Lesson]
    const id = await leave({ startsOn: days[1] })
    await submit(first, [])
    expect(await markOf(first)).toMatchObject({ status: 'sick', source: 'leave' })
    const now = minutesAfter(startOf(first), 20)
    await as(world.mother, now, (ctx) => giveUpLeave(ctx, id))
    expect(await leaveOf(id, now)).toMatchObject({ status: 'approved', returnedAt: now.toISOString() })
    expect(await markOf(first)).toMatchObject({ status: 'sick' })
    expect(await seenBy(second)).toMatchObject({ status: 'present' })
    expect(await caseOf(days[1])).toBeUndefined()
  })

  it('late leave explains an unexplained absence; taken back, the child is missing again', async () => {
    const [first] = (await lessonsOn(days[2])) as [Lesson]
    await submit(first, [{ studentId: world.ming, status: 'missing' }])
    expect(await caseOf(days[2])).toMatchObject({ status: 'open' })
    const later = minutesAfter(startOf(first), 25)
    const id = await leave({ startsOn: days[2], reason: '发烧' }, later)
    expect(await markOf(first)).toMatchObject({ status: 'sick', source: 'leave' })
    expect(await caseOf(days[2])).toMatchObject({ status: 'settled', outcome: 'leave' })
    await as(world.head, later, (ctx) => revokeLeave(ctx, ofClassesLedBy(world.head), { id, note: '登记有误' }))
    expect(await markOf(first)).toMatchObject({ status: 'missing' })
  })

  it('a teacher who sees the pupil ends the leave: 提前返校', async () => {
    const [first, second] = (await lessonsOn(days[3])) as [Lesson, Lesson]
    const ask = { studentId: world.hong, startsOn: days[3], endsOn: days[4] }
    const { id } = await apply(ask, world.neighbour)
    await decide(world.head, id, true)
    const sick = (day: string) =>
      inOffice((ctx) => listSickPupils(ctx, { classId: world.grade.classIds[0]!, day })).then((some) =>
        some.map(({ studentId }) => studentId),
      )
    expect(await sick(days[4])).toEqual([world.hong])
    await submit(first, [{ studentId: world.hong, status: 'present' }])
    const [hers] = await as(world.neighbour, startOf(second), (ctx) => listLeaveOfChild(ctx, world.hong))
    expect(hers).toMatchObject({ id, returnedAt: minutesAfter(startOf(first), 5).toISOString() })
    expect(await seenBy(second, world.hong)).toMatchObject({ status: 'present' })
    // The days after that are no sick days any more.
    expect(await sick(days[3])).toContain(world.hong)
    expect(await sick(days[4])).toEqual([])
    const { days: known } = await as(world.neighbour, startOf(second), (ctx) =>
      getAttendanceMonth(ctx, { studentId: world.hong, month: '2026-11' }),
    )
    expect(known.filter(({ leave: some }) => some.length > 0).map(({ day }) => day)).toEqual([days[3]])
    // It was the pupil beside her: the leave goes on.
    await submit(first, [{ studentId: world.hong, status: 'missing' }], 6)
    expect(await markOf(first, world.hong)).toMatchObject({ status: 'sick', source: 'leave' })
    const [again] = await as(world.neighbour, startOf(second), (ctx) => listLeaveOfChild(ctx, world.hong))
    expect(again).toMatchObject({ id, returnedAt: null })
    expect(await seenBy(second, world.hong)).toMatchObject({ status: 'sick' })
    expect(await sick(days[4])).toEqual([world.hong])
  })

  it('the family reads the lessons of the month, and only those of its child', async () => {
    const when = atHour(days[4], '07:00')
    const { days: known, figures } = await as(world.mother, when, (ctx) =>
      getAttendanceMonth(ctx, { studentId: world.ming, month: '2026-11' }),
    )
    const tuesday = known.find(({ day }) => day === days[1])!
    expect(tuesday.lessons[0]).toMatchObject({ status: 'sick' })
    expect(tuesday.leave[0]).toMatchObject({ kind: 'sick' })
    // Lessons without a roll say nothing.
    expect(tuesday.lessons.slice(1).every(({ status }) => status === 'unrecorded')).toBe(true)
    expect(figures).toMatchObject({ sick: 1, missing: 1, truant: 0 })
    expect(figures.expected).toBe(3)
    expect((await messagesOf(world.father)).join()).not.toMatch(/张小明的请假|张小明未到/)
  })

  it('a roll that is called before its lesson misses a pupil whose family has given the leave up', async () => {
    const [first, second] = (await lessonsOn(days[4])) as [Lesson, Lesson]
    const id = await leave({ startsOn: days[4] })
    await submit(first, [])
    const early = minutesAfter(startOf(second), -8)
    const by = await teacherOf(second)
    await as(by, early, (ctx) => saveRoll(ctx, rollOf(second, early, { marks: [], submit: false })))
    expect(await markOf(second)).toMatchObject({ status: 'sick', source: 'leave' })
    await as(world.mother, minutesAfter(early, 3), (ctx) => giveUpLeave(ctx, id))
    expect(await markOf(first)).toMatchObject({ status: 'sick' })
    expect(await seenBy(second)).toMatchObject({ status: 'present', leave: null })
  })

  it('a return that was tapped before the lesson began, and was a mistake, ends no leave', async () => {
    const [, lesson] = (await lessonsOn(days[3])) as [Lesson, Lesson]
    await submit(lesson, [{ studentId: world.hong, status: 'present' }], -5)
    const [back] = await as(world.neighbour, startOf(lesson), (ctx) => listLeaveOfChild(ctx, world.hong))
    expect(back).toMatchObject({ returnedAt: minutesAfter(startOf(lesson), -5).toISOString() })
    expect(await seenBy(lesson, world.hong)).toMatchObject({ status: 'present', leave: 'sick' })
    await submit(lesson, [{ studentId: world.hong, status: 'missing' }], 2)
    expect(await markOf(lesson, world.hong)).toMatchObject({ status: 'sick', source: 'leave' })
    expect(await caseOf(days[3], world.hong)).toBeUndefined()
    const [again] = await as(world.neighbour, startOf(lesson), (ctx) => listLeaveOfChild(ctx, world.hong))
    expect(again).toMatchObject({ returnedAt: null })
  })
})
