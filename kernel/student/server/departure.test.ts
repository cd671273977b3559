import { beforeAll, expect, it } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { changeEnrolments } from './api.ts'
import { getHeadCounts } from './service/students/rosters.ts'
import { pupilContents } from './service/students/relocate-students.ts'
import { getStudent } from './service/students/student-detail.ts'
import { publishDepartures } from './student-jobs.ts'
import { getNoon, on, createManagedSchools, type TestSchools } from './students.fixture.ts'
import { aPupil } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: TestSchools
let chief: Actor
const today = '2026-11-20'
beforeAll(async () => {
  ;({ tree, chief } = await as(createActor(), createManagedSchools))
})

const make = async (name: string, at: number | null = 0) => {
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.first, at), { name }))
  return id
}
const leave = (studentId: string, day: string) =>
  as(chief, (ctx) => changeEnrolments(on(ctx, today), [{ studentId, type: 'transfer-out', on: day, to: null }]))
const listPublishedEvents = async (id: string) =>
  database.sql("select ids from tenant.event where name = 'student.left' and ids -> 'ids' ? $1", [id])

it('publishes a departure today at once, and a departure next week on that day', async () => {
  const [now, later] = [await make('即日'), await make('来周')]
  await leave(now, today)
  await leave(later, '2026-11-27')
  expect(await listPublishedEvents(now)).toMatchObject([{ ids: { ids: [now], orgId: tree.school.id } }])
  expect(await listPublishedEvents(later)).toEqual([])
  const run = (day: string) => as(chief, (ctx) => publishDepartures.handle!({ ...ctx, now: getNoon(day) }, {}))
  await run('2026-11-26')
  expect(await listPublishedEvents(later)).toEqual([])
  await run('2026-11-27')
  expect(await listPublishedEvents(later)).toMatchObject([{ ids: { ids: [later], orgId: tree.school.id } }])
})

it('publishes no departure for a move inside the school', async () => {
  const id = await make('调班生')
  const { gradeId, classIds } = tree.grades.first
  const to = { orgId: tree.school.id, gradeId, classId: classIds[1]!, status: 'studying' as const }
  await as(chief, (ctx) => changeEnrolments(on(ctx, today), [{ studentId: id, type: 'move', on: today, to }]))
  expect(await listPublishedEvents(id)).toEqual([])
})

it('moves the pupils of a merged school to the grade of their year in the other school from today on', async () => {
  const [inClass, inNone, gone] = [await make('有班'), await make('无班', null), await make('已走')]
  await leave(gone, today)
  const before = await as(chief, (ctx) => getHeadCounts(ctx, tree.school.id, today))
  expect(await as(chief, (ctx) => pupilContents.count(on(ctx, today), [tree.school.id]))).toBeGreaterThan(0)
  const relocation = { from: tree.school, to: tree.other, departments: new Map<string, string>(), isWhole: true }
  await as(chief, (ctx) => pupilContents.relocate(on(ctx, '2026-11-30'), relocation))
  const at = (id: string, day: string) =>
    as(chief, (ctx) => getStudent(on(ctx, day), { id })).then(({ orgName, className }) => [orgName, className])
  // The classes were not moved, so the pupils have no class.
  expect(await at(inClass, '2026-11-30')).toEqual(['文澜小学', ''])
  expect(await at(inClass, '2026-11-29')).toEqual(['实验小学', '一(1)班'])
  expect(await at(inNone, '2026-11-30')).toEqual(['文澜小学', ''])
  expect(await as(chief, (ctx) => pupilContents.count(on(ctx, '2026-11-30'), [tree.school.id]))).toBe(0)
  expect(await as(chief, (ctx) => getHeadCounts(ctx, tree.school.id, today))).toEqual(before)
  const [row] = await database.sql<{ org_id: string }>('select org_id from tenant.student where id = $1', [gone])
  expect(row!.org_id).toBe(tree.other.id)
})
