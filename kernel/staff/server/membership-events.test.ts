import { beforeAll, expect, it } from 'vitest'
import type { Actor, Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { announceMembershipDates } from './jobs.ts'
import { staffContents } from './service/relocate-staff.ts'
import { saveMembership } from './service/memberships.ts'
import { createManagedTree, type Tree } from './staff.fixture.ts'
import { aTeacher } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let chief: Actor

beforeAll(async () => {
  ;({ tree, chief } = await as(createActor(), createManagedTree))
})

const noon = (day: string) => new Date(`${day}T12:00:00+08:00`)
const today = '2026-11-20'

/** The events about a membership, oldest first. */
const eventsOf = async (id: string) => {
  const rows = await database.sql<{ name: string }>(
    `select name from tenant.event where name like 'membership.%' and ids -> 'ids' ? $1
     order by at, name desc`,
    [id],
  )
  return rows.map(({ name }) => name)
}
const hire = (name: string) =>
  as(chief, (ctx) => aTeacher({ ...ctx, now: noon('2026-11-01') }, { name, at: tree.school }))
/** Dates of the membership itself, or of a further one at the other school. */
const save = (ctx: Ctx, userId: string, [startsOn, endsOn]: readonly [string, string | null], isFurther = false) =>
  saveMembership(
    { ...ctx, now: noon(today) },
    {
      userId,
      id: isFurther ? null : userId,
      orgId: isFurther ? tree.other.id : tree.school.id,
      departmentId: null,
      userType: 'teacher',
      post: '',
      isMain: !isFurther,
      startsOn,
      endsOn,
    },
  )
const saveDates = (userId: string, startsOn: string, endsOn: string | null) =>
  as(chief, (ctx) => save(ctx, userId, [startsOn, endsOn]))
const addFurther = (userId: string, startsOn: string, endsOn: string | null) =>
  as(chief, (ctx) => save(ctx, userId, [startsOn, endsOn], true))
const runAt = (moment: string) =>
  as(chief, (ctx) => announceMembershipDates.handle!({ ...ctx, now: new Date(moment) }, {}))

it('publishes at once what an act begins or ends, and nothing when the act is rolled back', async () => {
  const { userId } = await hire('即时')
  expect(await eventsOf(userId)).toEqual(['membership.began'])
  await expect(
    as(chief, async (ctx) => {
      await save(ctx, userId, ['2026-11-01', '2026-11-19'])
      throw new Error('rolled back')
    }),
  ).rejects.toThrow('rolled back')
  expect(await eventsOf(userId)).toEqual(['membership.began'])
  await saveDates(userId, '2026-11-01', '2026-11-19')
  expect(await eventsOf(userId)).toEqual(['membership.began', 'membership.ended'])
})

it('publishes an end by date just after midnight in China, once, and also after a night without a worker', async () => {
  const [{ userId: next }, { userId: later }] = [await hire('到期'), await hire('补发')]
  await saveDates(next, '2026-11-01', '2026-11-30')
  await saveDates(later, '2026-11-01', '2026-12-02')
  await runAt('2026-11-30T23:59:00+08:00')
  expect(await eventsOf(next)).toEqual(['membership.began'])
  // Still 30 November in UTC.
  await runAt('2026-12-01T00:01:00+08:00')
  await runAt('2026-12-01T00:01:00+08:00')
  expect(await eventsOf(next)).toEqual(['membership.began', 'membership.ended'])
  expect(await eventsOf(later)).toEqual(['membership.began'])
  await runAt('2026-12-05T00:01:00+08:00')
  expect(await eventsOf(later)).toEqual(['membership.began', 'membership.ended'])
})

it('publishes a beginning in the future on its day, and never one that was entered after its end', async () => {
  const { userId } = await hire('兼职')
  const { id: planned } = await addFurther(userId, '2026-12-10', null)
  expect(await eventsOf(planned)).toEqual([])
  await runAt('2026-12-09T00:01:00+08:00')
  expect(await eventsOf(planned)).toEqual([])
  await runAt('2026-12-10T00:01:00+08:00')
  expect(await eventsOf(planned)).toEqual(['membership.began'])
  const { id: past } = await addFurther((await hire('往年')).userId, '2025-09-01', '2026-06-30')
  await runAt('2026-12-11T00:01:00+08:00')
  expect(await eventsOf(past)).toEqual([])
})

it('publishes the end at the old organisation when a school is merged into another', async () => {
  const { userId } = await hire('并校')
  const relocation = { from: tree.school, to: tree.other, departments: new Map<string, string>(), isWhole: true }
  await as(chief, (ctx) => staffContents.relocate({ ...ctx, now: noon(today) }, relocation))
  expect(await eventsOf(userId)).toEqual(['membership.began', 'membership.ended'])
  const begun = await database.sql(
    `select from tenant.event where name = 'membership.began' and ids ->> 'orgId' = $1 and at = $2`,
    [tree.other.id, noon(today)],
  )
  expect(begun).toHaveLength(1)
})
