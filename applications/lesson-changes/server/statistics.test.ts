import { beforeAll, expect, it } from 'vitest'
import { emptyScope, newId, orgTreeScope, wholeDistrict, type Actor, type Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aCover, aCoveredSchool, type ExampleCover } from '#engines/cover/server/example.ts'
import { setAway } from '#engines/duty/server/api.ts'
import { aDayOfLessons, findFirstDay } from '#engines/timetable/server/example.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import { coverMetricCounts, coverStatistics } from './statistics.ts'

const database = useDatabase()
const now = new Date('2026-11-18T12:00:00+08:00')
const day = '2026-11-16'
let school: OrgNode
let other: OrgNode
let office: Actor
let taught: Awaited<ReturnType<typeof aCoveredSchool>>

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>) =>
  database.as(actor, (ctx) => work({ ...ctx, now, requestId: newId() }))
const give = (more: Partial<ExampleCover>) =>
  as(office, (ctx) => aCover(ctx, taught, { day, from: taught.idOf('语文'), to: taught.idOf('数学'), ...more }))
const count = (code: string, orgId: string, on = day) =>
  as(office, (ctx) => coverMetricCounts.find((one) => one.code === code)!.count(ctx, { orgId, day: on }))

beforeAll(async () => {
  ;({ school, other } = await database.as(createActor(), twoSchools))
  const clerk = await database.as(createActor(), (ctx) => aTeacher(ctx, { at: school, since: '2020-08-01' }))
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish']
  office = { ...clerk, permissions: new Map(rights.map((right) => [right, orgTreeScope(school)])) }
  taught = await as(office, (ctx) => aCoveredSchool(ctx, school))
  await give({})
  await give({ creditKind: 'other' })
  await give({ kind: 'supervise', status: 'effective' })
  await give({ kind: 'cancel', credit: 0 })
  await give({ status: 'cancelled' })
  await give({ status: 'asking' })
})

it('counts the lessons that were covered, by kind, and those that were dropped', async () => {
  expect(await count('cover.lessons', school.id)).toEqual([
    { value: 2, dims: { kind: 'substitute' } },
    { value: 1, dims: { kind: 'supervise' } },
  ])
  expect(await count('cover.cancelled', school.id)).toEqual([{ value: 1 }])
  expect(await count('cover.same', school.id)).toEqual([{ value: 1, of: 2 }])
  expect(await count('cover.same', other.id)).toEqual([{ value: 0, of: 0 }])
  expect(await count('cover.lessons', school.id, '2026-11-17')).toEqual([])
})

it('a lesson is open while all its teachers are away', async () => {
  const lessonDay = await as(office, (ctx) => aDayOfLessons(ctx, { orgId: school.id, userId: office.userId }))
  expect(lessonDay).toBe(findFirstDay({ now }, taught.term))
  expect(await count('cover.open', school.id, lessonDay)).toEqual([{ value: 0 }])
  const at = (clock: string) => new Date(`${lessonDay}T${clock}:00+08:00`)
  await as(office, (ctx) =>
    setAway(ctx, {
      source: 'teacher-leave',
      ref: newId(),
      userId: office.userId,
      spans: [{ startsAt: at('00:00'), endsAt: at('23:00') }],
    }),
  )
  // The second lesson has another teacher too.
  expect(await count('cover.open', school.id, lessonDay)).toEqual([{ value: 1 }])
  expect(await count('cover.open', other.id, lessonDay)).toEqual([{ value: 0 }])
})

it('the district reads totals of its schools, and no name or reason', async () => {
  const officer = (scope = wholeDistrict) => ({ ...createActor(), permissions: new Map([['cover.stat', scope]]) })
  const period = {
    kind: 'month',
    name: '2026年11月',
    from: '2026-11-01',
    to: '2026-11-18',
    before: null,
    steps: [{ label: '11月', from: '2026-11-01', to: '2026-11-18' }],
  } as const
  const shown = await as(officer(), (ctx) => coverStatistics.count(ctx, period))
  expect(shown!.figures.map(({ metric, value }) => [metric, value]).slice(0, 3)).toEqual([
    ['cover.lessons', 3],
    ['cover.cancelled', 1],
    ['cover.same', 50],
  ])
  const names = await database.sql<{ name: string }>('select name from tenant.person')
  expect(names.length).toBeGreaterThan(3)
  for (const { name } of names) expect(JSON.stringify(shown)).not.toContain(name)
  expect(
    await as(officer({ ...emptyScope, orgIds: [other.id] }), (ctx) => coverStatistics.count(ctx, period)),
  ).toBeNull()
})
