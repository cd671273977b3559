import { expect, it } from 'vitest'
import { createActor, useDatabase } from '#packages/testing'
import { ensureDefaultPeriods, listCalendarDays } from '#kernel/schooling/server/api.ts'
import { lessonDutyKind } from './contributions.ts'
import { demoTimetables } from './demo-rows.ts'
import { aTaughtGrade } from './example.ts'
import { recountLessons } from './store-lessons.ts'
import { atMoment, createTimetableSchools } from './timetable.fixture.ts'

const database = useDatabase()
const as = atMoment(database)

it.each([
  ['first day of a term', '2026-09-01T08:00:00+08:00'],
  ['a Thursday', '2026-11-19T10:00:00+08:00'],
  ['a Sunday', '2026-11-22T20:00:00+08:00'],
  ['holidays', '2027-02-10T10:00:00+08:00'],
  ['summer', '2027-08-20T10:00:00+08:00'],
])('a demo school has a timetable from the start of the term on: %s', async (_, moment) => {
  database.contribute('dutyKinds', lessonDutyKind)
  const now = new Date(moment)
  const { school, office } = await as(createActor(), now, createTimetableSchools)
  const { term } = await as(office, now, (ctx) => aTaughtGrade(ctx, school, { classes: 3, hasEnded: true }))
  await as(office, now, (ctx) => ensureDefaultPeriods(ctx, school.id))
  const { userId, personId, orgId } = office
  const world = {
    bureauId: orgId,
    schools: [],
    logins: [{ userName: 'office', title: '学校管理员', membership: { userId, personId, orgId } }],
  }
  const count = await as(createActor(), now, (ctx) => demoTimetables.create(ctx, world))

  const versions = await database.sql<{ status: string; effectiveOn: string | null; isNext: boolean; waiting: number }>(
    `select t.status, t.effective_on::text as "effectiveOn", e.starts_on > $2 as "isNext",
       (select count(*)::int from tenant.timetable_slot s where s.timetable_id = t.id and s.weekday is null) as waiting
     from tenant.timetable t join tenant.term e on (e.district_id, e.id) = (t.district_id, t.term_id)
     where t.org_id = $1 order by 1, 3`,
    [school.id, term.startsOn],
  )
  expect(versions).toEqual([
    { status: 'draft', effectiveOn: null, isNext: false, waiting: 3 },
    { status: 'draft', effectiveOn: null, isNext: true, waiting: 0 },
    { status: 'published', effectiveOn: term.startsOn, isNext: false, waiting: 0 },
  ])
  const lessons = await database.sql<{ day: string }>(
    `select day_on::text as day from tenant.lesson where org_id = $1 order by 1`,
    [school.id],
  )
  expect(lessons).toHaveLength(count)
  const days = await as(office, now, (ctx) => listCalendarDays(ctx, school.id, term.startsOn, term.endsOn))
  const schoolDays = days.filter(({ asWeekday, week }) => asWeekday !== null && week !== null).map(({ day }) => day)
  expect(schoolDays.filter((day) => !lessons.some((lesson) => lesson.day === day))).toEqual([])

  // The jobs that count the lessons again after the seed find nothing to do.
  expect(await as(office, now, (ctx) => recountLessons(ctx, school.id))).toEqual({ changed: 0, withoutTeacher: 0 })
})
