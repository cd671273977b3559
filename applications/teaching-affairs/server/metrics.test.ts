import { expect, it } from 'vitest'
import { addDays, newId, orgTreeScope } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aPublishedTimetable, aTaughtGrade } from '#engines/timetable/server/example.ts'
import { twoSchools } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import teachingAffairs from './module.ts'

const database = useDatabase()
const now = new Date('2026-11-16T02:00:00Z')
const monday = '2026-11-16'

it('counts the hours of subjects and teachers, and the schools with a timetable', async () => {
  const { school, other } = await database.as(createActor(), twoSchools)
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish']
  const teacher = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  const office = { ...teacher, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) }
  const count = (code: string, orgId: string, day: string) =>
    database.as(office, (ctx) =>
      teachingAffairs.metricCounts!.find((one) => one.code === code)!.count({ ...ctx, now }, { orgId, day }),
    )
  const { term } = await database.as(office, async (ctx) => {
    const grade = await aTaughtGrade({ ...ctx, now, requestId: newId() }, school)
    await aPublishedTimetable({ ...ctx, now, requestId: newId() }, grade.term.id, monday)
    return grade
  })
  expect(await count('affairs.hours', school.id, monday)).toEqual([
    { value: 10, dims: { subject: '语文' } },
    { value: 10, dims: { subject: '数学' } },
    { value: 8, dims: { subject: '英语' } },
    { value: 4, dims: { subject: '体育与健康' } },
  ])
  expect(await count('affairs.hours', school.id, addDays(term.startsOn, -30))).toEqual([])
  expect(await count('affairs.teacher-hours', school.id, monday)).toEqual([{ value: 32, of: 4 }])
  expect(await count('affairs.published', school.id, addDays(monday, -1))).toEqual([{ value: 0, of: 1 }])
  expect(await count('affairs.published', school.id, monday)).toEqual([{ value: 1, of: 1 }])
  // A school without classes is not one that lacks a timetable.
  expect(await count('affairs.published', other.id, monday)).toEqual([{ value: 0, of: 0 }])
})
