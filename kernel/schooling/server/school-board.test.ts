import { beforeAll, expect, it } from 'vitest'
import type { Actor, Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createStaffAt, onDay, createSchools, createTeacherActor, type Schools } from './classes.fixture.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { getTeachingGaps } from './service/classes/teaching-gaps.ts'
import { saveCalendar } from './service/time/calendar.ts'
import { ensureDefaultPeriods } from './service/time/timetable-periods.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { listSubjectRows } from './subject-queries.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'
import { getCurrentWeek } from './service/time/current-week.ts'
import { aGrade } from './example.ts'

const database = useDatabase()
/** A Monday. */
const onMonday = onDay(database, new Date('2026-11-16T02:00:00Z'))
let schools: Schools
let classIds: string[]
const gaps = (actor: Actor) => onMonday(actor, getTeachingGaps)
const week = (actor: Actor) => onMonday(actor, getCurrentWeek)

beforeAll(async () => {
  schools = await onMonday(createActor(), createSchools)
  const prepare = async (ctx: Ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    await ensureDefaultPeriods(ctx, schools.school.id)
    return (await aGrade(ctx, schools.school, { startYear: 2026, classes: 2 })).classIds
  }
  classIds = await onMonday(schools.head, prepare)
})

it('counts class subjects without a teacher until somebody is assigned', async () => {
  const { head, school } = schools
  const before = await gaps(head)
  const subjects = (await onMonday(head, (ctx) => listSubjectRows(ctx.db, school.id))).filter(
    ({ stages, isDisabled }) => stages.includes(3) && !isDisabled,
  )
  expect(before).toMatchObject({ total: subjects.length * 2, open: subjects.length * 2 })
  expect(before!.classes.map(({ label }) => label)).toEqual(['七(1)班', '七(2)班'])
  const { userId } = await onMonday(head, (ctx) => createStaffAt(ctx, school))
  const term = (await onMonday(head, (ctx) => listOrgTerms(ctx, school.id))).find(({ isCurrent }) => isCurrent)!
  await onMonday(head, (ctx) =>
    assignTeacher(ctx, {
      termId: term.id,
      classIds: [classIds[0]!],
      groupId: null,
      subjectId: subjects[0]!.id,
      userId,
      role: 'lead',
      weekHours: 5,
      from: null,
    }),
  )
  expect(await gaps(head)).toMatchObject({ total: before!.total, open: before!.open - 1 })
})

it('returns gaps only to a caller with the whole school in scope, and only of that school', async () => {
  const { school, other, chief, neighbour, head } = schools
  const { userId } = await onMonday(head, (ctx) => createStaffAt(ctx, school))
  expect(await gaps(createTeacherActor(school, userId))).toBeNull()
  expect(await gaps(neighbour)).toMatchObject({ total: 0, open: 0, classes: [] })
  expect(await gaps(createTeacherActor(other, userId))).toBeNull()
  expect(await gaps(chief)).toBeNull()
})

it('returns the current week, its days and the periods of today', async () => {
  const { head, school } = schools
  const set = (day: string, kind: 'activity' | 'rest', name: string) =>
    onMonday(head, (ctx) => saveCalendar(ctx, { orgId: school.id, from: day, to: day, kind, asWeekday: null, name }))
  await set('2026-11-19', 'activity', '家长会')
  await set('2026-12-10', 'rest', '校庆')
  const current = await week(head)
  expect(current).toMatchObject({ today: '2026-11-16', number: 12, termName: '2026学年第一学期' })
  expect(current.days.map(({ day }) => day)).toEqual([16, 17, 18, 19, 20, 21, 22].map((day) => `2026-11-${day}`))
  expect(current.days[3]).toMatchObject({ kind: 'activity', name: '家长会' })
  expect(current.periods.length).toBeGreaterThan(4)
  expect(current.next).toEqual({ name: '校庆', day: '2026-12-10', inDays: 24 })
  // The other school has no such day.
  expect((await week(schools.neighbour)).days[3]).toMatchObject({ kind: 'class', name: '' })
})
