import { beforeAll, expect, it } from 'vitest'
import type { ListQueryOf } from '#packages/contract'
import { emptyScope, newId, orgTreeScope, type Actor, type Ctx } from '#packages/core'
import { createActor, exportAllColumns, useDatabase } from '#packages/testing'
import { attendanceSetting } from '#engines/attendance/server/api.ts'
import { lessonDutyKind } from '#engines/timetable/server/contributions.ts'
import { twoSchools, type OrgNode } from '#kernel/org/server/example.ts'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { aTeacher } from '#kernel/staff/server/example.ts'
import type { rollRecord } from '../contract-records.ts'
import { recordParts, rollRecordKind, rollRecords } from './records.ts'
import { aRolledSchool, aRoll, lessonsOf, type RolledSchool } from './rolls.fixture.ts'

const database = useDatabase()
const monday = '2026-11-16'
const published = new Date('2026-11-16T06:00:00+08:00')
/** Wednesday, after all lessons of two days. */
const now = new Date('2026-11-18T07:00:00+08:00')
let school: OrgNode
let office: Actor
let classHead: Actor
let stranger: Actor
let taught: RolledSchool
let own: string[]
let others: string[]
let ownClass: string
let rolled: { submitted: string; locked: string; open: string }

const as = <T>(actor: Actor, work: (ctx: Ctx) => Promise<T>, at = now) =>
  database.as(actor, (ctx) => work({ ...ctx, now: at, requestId: newId() }))
const firstPage = { keyword: '', orgId: null, pageNumber: 1, pageSize: 100 }
type Query = Partial<ListQueryOf<typeof rollRecord>>
const list = async (actor: Actor, query: Query = {}, at = now) =>
  (await as(actor, (ctx) => rollRecords.list(ctx, { ...firstPage, ...query } as never), at)).items
const idsOf = async (actor: Actor, query: Query = {}) => (await list(actor, query)).map(({ id }) => id).toSorted()

beforeAll(async () => {
  database.contribute('dutyKinds', lessonDutyKind)
  database.contribute('settings', attendanceSetting)
  const { school: home, other } = await database.as(createActor(), twoSchools)
  school = home
  const hire = (name: string, at: OrgNode = home) =>
    database.as(createActor(), (ctx) => aTeacher(ctx, { at, since: '2020-08-01', name }))
  const can = (actor: Actor, codes: readonly string[], scope = orgTreeScope(home)) => ({
    ...actor,
    permissions: new Map(codes.map((code) => [code, scope])),
  })
  const rights = ['timetable.read', 'timetable.edit', 'timetable.publish', 'class.edit', 'student.edit', 'roll.read']
  office = can(await hire('教务'), rights)
  stranger = can(await hire('外校', other), ['roll.read'], orgTreeScope(other))
  taught = await as(office, (ctx) => aRolledSchool(ctx, home, { from: monday }), published)
  const head = await hire('班主任')
  const [ownId = '', otherId = ''] = taught.classIds
  ownClass = ownId
  classHead = can(head, ['roll.read'], { ...emptyScope, classesOf: head.userId })
  await as(office, (ctx) => setClassHeads(ctx, [{ classId: ownClass, userId: head.userId }], '2026-09-01'))
  own = await as(office, (ctx) => lessonsOf(ctx, taught, ownClass, monday))
  others = await as(office, (ctx) => lessonsOf(ctx, taught, otherId, monday))
  const [first = '', second = '', third = ''] = taught.pupilIds.get(ownClass)!
  rolled = { submitted: own[0]!, locked: own[1]!, open: others[0]! }
  await as(office, async (ctx) => {
    const marks = [
      { studentId: first, status: 'late' as const, minutes: 5 },
      { studentId: second, status: 'sick' as const },
      { studentId: third, status: 'missing' as const, differs: true },
    ]
    await aRoll(ctx, taught, { lessonId: rolled.submitted, marks })
    await aRoll(ctx, taught, {
      lessonId: rolled.locked,
      state: 'locked',
      isBackfilled: true,
      marks: [
        { studentId: first, status: 'truant' },
        { studentId: second, status: 'present' },
      ],
    })
    await aRoll(ctx, taught, { lessonId: rolled.open, state: 'open' })
  })
})

it('has one row a lesson: with its roll, or as 漏点 when it ended without one', async () => {
  const rows = await list(office, { day: { from: monday, to: monday } })
  expect(rows).toHaveLength(own.length + others.length)
  const rowOf = (id: string) => rows.find((row) => row.id === id)
  expect(rowOf(rolled.submitted)).toMatchObject({
    status: 'submitted',
    expected: 3,
    present: 1,
    late: 1,
    leave: 1,
    missing: 1,
    truant: 0,
    differs: true,
    isBackfilled: false,
  })
  expect(rowOf(rolled.submitted)!.groupLabel).toMatch(/班$/)
  expect(rowOf(rolled.submitted)!.period).toMatch(/^周一 第\d节$/)
  expect(rowOf(rolled.locked)).toMatchObject({ status: 'locked', present: 2, truant: 1, isBackfilled: true })
  // A roll that was begun and never submitted says nothing.
  expect(rowOf(rolled.open)).toMatchObject({ status: 'missed', present: null, late: null })
  expect(rowOf(own[2]!)).toMatchObject({ status: 'missed', expected: null, present: null, sessionId: null })
})

it('shows no lesson before its end, unless its roll was begun', async () => {
  const during = new Date('2026-11-16T08:20:00+08:00')
  const rows = await list(office, {}, during)
  expect(rows.filter(({ sessionId }) => sessionId === null)).toEqual([])
  expect(rows.find(({ id }) => id === rolled.open)).toMatchObject({ status: 'open' })
})

it('filters by day, class, subject, teacher, grade, state and difference', async () => {
  const day = { from: monday, to: monday }
  expect(await idsOf(office, { day, class: ownClass })).toEqual(own.toSorted())
  expect(await idsOf(office, { status: 'submitted' })).toEqual([rolled.submitted])
  expect(await idsOf(office, { status: 'locked' })).toEqual([rolled.locked])
  expect(await idsOf(office, { status: 'open' })).toEqual([])
  expect(await idsOf(office, { day, status: 'missed' })).toEqual(
    [...own, ...others].filter((id) => id !== rolled.submitted && id !== rolled.locked).toSorted(),
  )
  expect(await idsOf(office, { differs: 'yes' })).toEqual([rolled.submitted])
  const [row] = (await list(office, { day })).filter(({ id }) => id === rolled.submitted)
  expect(await idsOf(office, { day, teacher: row!.teacher!.id })).toContain(rolled.submitted)
  const ofSubject = await list(office, { day, subject: row!.subject.id })
  expect(new Set(ofSubject.map(({ subject }) => subject.id))).toEqual(new Set([row!.subject.id]))
  expect(await idsOf(office, { day, grade: '3-1' })).toHaveLength(own.length + others.length)
  expect(await idsOf(office, { day, grade: '3-2' })).toEqual([])
})

it('counts only the lessons as 漏点 that need a roll by the setting of the school', async () => {
  const setRule = (lessons: 'all' | 'half' | 'free') =>
    as(office, (ctx) => writeSetting(ctx, school.id, 'attendance', { lessons }))
  const day = { from: monday, to: monday }
  await setRule('half')
  const times = await database.sql<{ id: string; begins: string }>(
    'select id, begins::text as begins from tenant.lesson where id = any($1)',
    [[...own, ...others]],
  )
  const halves = Map.groupBy(times, ({ begins }) => begins < '12:00')
  const firstOfHalf = [...halves.values()].flatMap((half) => {
    const earliest = half.map(({ begins }) => begins).toSorted()[0]
    return half.filter(({ begins }) => begins === earliest).map(({ id }) => id)
  })
  // One of the other class in the morning, whose roll was begun, at least.
  expect(firstOfHalf).toContain(rolled.open)
  const needed = new Set([rolled.submitted, rolled.locked, ...firstOfHalf])
  expect(needed.size).toBeLessThan(own.length + others.length)
  expect(await idsOf(office, { day })).toEqual([...needed].toSorted())
  await setRule('free')
  // A roll that was begun without need, and left, is none.
  expect(await idsOf(office, { day })).toEqual([rolled.submitted, rolled.locked].toSorted())
  await setRule('all')
})

it('has no roll that was begun before its lesson was cancelled or moved', async () => {
  const isThereWith = async (status: string, day: string) => {
    await database.sql(
      `update tenant.lesson set status = $2, day_on = $3, changed_by = case when $2 <> 'planned' then 'cover' end where id = $1`,
      [rolled.open, status, day],
    )
    return (await idsOf(office)).includes(rolled.open)
  }
  expect(await isThereWith('cancelled', monday)).toBe(false)
  expect(await isThereWith('changed', '2026-11-20')).toBe(false)
  expect(await isThereWith('planned', monday)).toBe(true)
})

it('a class teacher reads the lessons of the own class, another school none', async () => {
  expect(await idsOf(classHead, { day: { from: monday, to: monday } })).toEqual(own.toSorted())
  await expect(as(classHead, (ctx) => rollRecords.get(ctx, { id: others[0]! }))).rejects.toMatchObject({ ret: -5 })
  expect(await idsOf(stranger)).toEqual([])
  await expect(as(stranger, (ctx) => rollRecords.get(ctx, { id: own[0]! }))).rejects.toMatchObject({ ret: -5 })
})

it('the export has the rows of the filter', async () => {
  const [source] = recordParts.exports
  const { lines } = await exportAllColumns(as, office, source!, { ...firstPage, differs: 'yes' } as never)
  expect(lines).toEqual([
    expect.objectContaining({
      日期: monday,
      应到: '3',
      实到: '1',
      迟到: '1',
      请假: '1',
      未到: '1',
      差异: '是',
      状态: '已提交',
    }),
  ])
})

it('access can be explained for a row', async () => {
  const reader = { ...office, permissions: new Map([['role.read', orgTreeScope(school)]]) }
  const found = await as(reader, (ctx) => rollRecordKind.find(ctx, ''))
  expect(found.length).toBeGreaterThan(0)
  const facts = await as(reader, (ctx) => rollRecordKind.facts(ctx, rolled.submitted, monday))
  expect(facts).toMatchObject({ orgId: school.id, title: expect.stringMatching(/课考勤$/) as string })
})
