import { addDays, newId } from '#packages/core'
import fc from 'fast-check'
import { afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { writeSetting } from '#kernel/setting/server/api.ts'
import type { ClassTeacherRole } from '../contract-classes.ts'
import { createStaffAt, onDay, createSchools, type Schools, aGradeWithStaff } from './classes.fixture.ts'
import { approversOfClasses } from './approvers.ts'
import { saveGrade } from './service/classes/grades.ts'
import { getTaughtClasses, listClassTeachers, listMyClasses } from './service/classes/class-descriptions.ts'
import { closeClass } from './service/classes/edit-classes.ts'
import { getClass } from './service/classes/classes.ts'
import { setClassTeachers } from './service/classes/class-teachers.ts'

const database = useDatabase()
const as = onDay(database)
let at: Schools
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
beforeAll(async () => {
  at = await run(createSchools)
})
const allowTwoHeads = (isAllowed: boolean) =>
  run((ctx) => writeSetting(ctx, at.school.id, 'schooling', { allowTwoHeads: isAllowed }))
afterEach(() => allowTwoHeads(false))

type Item = { classId: string; userId: string | null }
const set = (items: Item[], from: string, role: ClassTeacherRole = 'head') =>
  as(at.head, (ctx) => setClassTeachers(ctx, { items, role, from }))
const headOn = async (classId: string, day: string) =>
  (await run((ctx) => listClassTeachers(ctx, [classId], day))).get(classId)?.find(({ role }) => role === 'head')?.userId

describe('the head of a class', () => {
  it('changes on a day; the history keeps both heads', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2026, people: 2 }))
    const [classId] = ids as [string]
    const [li, wang] = staff
    expect(await set([{ classId, userId: li.userId }], '2026-09-01')).toEqual({ changed: 1 })
    expect(await set([{ classId, userId: wang.userId }], '2026-11-01')).toEqual({ changed: 1 })
    expect(await set([{ classId, userId: wang.userId }], '2026-11-15')).toEqual({ changed: 0 })
    expect(await headOn(classId, '2026-10-31')).toBe(li.userId)
    expect(await headOn(classId, '2026-11-01')).toBe(wang.userId)
    const { teachers } = await as(at.head, (ctx) => getClass(ctx, { id: classId }))
    expect(teachers).toMatchObject([
      { userId: wang.userId, startsOn: '2026-11-01', endsOn: null },
      { userId: li.userId, startsOn: '2026-09-01', endsOn: '2026-10-31' },
    ])
    // A new assignment replaces one that was planned for later.
    await set([{ classId, userId: li.userId }], '2026-12-01')
    await set([{ classId, userId: null }], '2026-11-20')
    expect(await headOn(classId, '2026-11-19')).toBe(wang.userId)
    expect(await headOn(classId, '2026-12-01')).toBeUndefined()
  })

  it('leads one class, unless the school permits two', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2025, people: 2 }))
    const [first, second] = ids as [string, string]
    const [li, wang] = staff
    await set([{ classId: first, userId: li.userId }], '2026-09-01')
    const refused = set([{ classId: second, userId: li.userId }], '2026-10-01')
    await expect(refused).rejects.toThrow(`${li.name}已担任八(1)班班主任`)
    // Two teachers who swap classes still lead one class each.
    await set([{ classId: second, userId: wang.userId }], '2026-09-01')
    const swap = [
      { classId: first, userId: wang.userId },
      { classId: second, userId: li.userId },
    ]
    expect(await set(swap, '2026-10-01')).toEqual({ changed: 2 })
    // A deputy may have several classes.
    const both = ids.map((classId) => ({ classId, userId: li.userId }))
    await set(both, '2026-10-01', 'vice')
    await allowTwoHeads(true)
    expect(await set(both, '2026-11-01')).toEqual({ changed: 1 })
  })

  it('can lead another class when the class has been closed', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2024, people: 1 }))
    const [gone, stays] = ids as [string, string]
    const [li] = staff
    await set([{ classId: gone, userId: li.userId }], '2026-09-01')
    await run((ctx) => closeClass(ctx, gone, { on: '2026-10-10', successorId: stays }))
    expect(await run((ctx) => getTaughtClasses(ctx, li.userId, '2026-10-09'))).toMatchObject({ classIds: [gone] })
    expect(await run((ctx) => getTaughtClasses(ctx, li.userId, '2026-10-10'))).toMatchObject({ classIds: [] })
    await set([{ classId: stays, userId: li.userId }], '2026-10-10')
    await expect(set([{ classId: gone, userId: null }], '2026-10-10')).rejects.toThrow('已不是正常班级')
  })

  it('must work at the school on the day', async () => {
    const { classIds: ids } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2027, people: 0 }))
    const stranger = await run((ctx) => createStaffAt(ctx, at.other))
    const item = (userId: string) => [{ classId: ids[0]!, userId }]
    await expect(set(item(stranger.userId), '2027-09-01')).rejects.toThrow('人员不存在')
    const li = await run((ctx) => createStaffAt(ctx, at.school))
    await expect(set(item(li.userId), '2020-01-01')).rejects.toThrow(`${li.name}在2020-01-01不是本校教职工`)
    const ofOthers = as(at.neighbour, (ctx) =>
      setClassTeachers(ctx, { items: item(stranger.userId), role: 'head', from: '2027-09-01' }),
    )
    await expect(ofOthers).rejects.toThrow('班级不存在')
  })

  it('is set once when two people appoint at the same time; the second gets an error', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2028, people: 2 }))
    const [first, second] = staff.map(({ userId }) => [{ classId: ids[0]!, userId }]) as [Item[], Item[]]
    let overtaken = Promise.resolve<unknown>(undefined)
    await as(at.head, async (ctx) => {
      await setClassTeachers(ctx, { items: first, role: 'head', from: '2028-09-01' })
      overtaken = set(second, '2028-09-01').catch((error: unknown) => error)
      await vi.waitFor(async () => expect(await waiting()).toHaveLength(1), { timeout: 60_000 })
    })
    expect(String(await overtaken)).toContain('班主任已被他人设置，请刷新后重试')
    const stored = await database.sql<{ userId: string }>(
      'select user_id as "userId" from tenant.class_teacher where class_id = $1',
      [ids[0]],
    )
    expect(stored).toEqual([{ userId: first[0]!.userId }])
  })
  const waiting = () =>
    database.sql(`select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`)

  it('cannot be made the head of two classes by concurrent calls', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2029, people: 1 }))
    const userId = staff[0]!.userId
    const tries = await Promise.allSettled(ids.map((classId) => set([{ classId, userId }], '2029-09-01')))
    const refusals = tries.flatMap((one) => (one.status === 'rejected' ? String(one.reason) : []))
    expect(refusals).toHaveLength(1)
    expect(refusals[0]).toContain('班主任')
  })
})

it('lists the classes of a staff member on a day', async () => {
  const {
    gradeId,
    classIds: ids,
    staff,
  } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2023, people: 1, classes: 2 }))
  const [li] = staff
  const grade = { id: gradeId, orgId: null, stage: 3, startYear: 2024, years: 3, headId: li.userId, version: 1 }
  const other = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2031, people: 0 }))
  await as(at.head, (ctx) => saveGrade(ctx, { ...grade, startYear: 2030 }))
  const mine = (on: string) =>
    as(createActor({ orgId: at.school.id, userId: li.userId }), (ctx) => listMyClasses(ctx, { on }))
  expect(await mine('2026-11-14')).toEqual([])
  expect((await mine('2026-11-15')).map(({ classId }) => classId)).toEqual(ids)
  expect(await mine('2030-09-01')).toMatchObject([{ className: '七(1)班', isManager: false }, { className: '七(2)班' }])
  expect(await mine('2033-09-01')).toEqual([])
  expect(other.classIds).toHaveLength(2)
})

describe('random sequences of assignments', () => {
  const first = '2040-09-01'
  const dayIn = fc.integer({ min: 0, max: 40 }).map((days) => addDays(first, days))
  const act = fc.record({
    class: fc.nat(2),
    user: fc.option(fc.nat(3)),
    from: dayIn,
    role: fc.constantFrom('head', 'vice'),
  })

  it('leave at most one head per class and day, and the same classes as a simple reference model', async () => {
    const { classIds: ids, staff } = await run((ctx) =>
      aGradeWithStaff(ctx, at.school, { startYear: 2040, people: 4, classes: 3 }),
    )
    await allowTwoHeads(true)
    await fc.assert(
      fc.asyncProperty(fc.array(act, { minLength: 1, maxLength: 12 }), async (acts) => {
        await database.sql('delete from tenant.class_teacher where class_id = any($1)', [ids])
        // The reference model: the user for each class, role and day, overwritten from each start day on.
        const days = Array.from({ length: 45 }, (_, at) => addDays(first, at))
        const truth = new Map<string, string | null>()
        const assignments = acts.map((one) => ({
          classId: ids[one.class]!,
          role: one.role as 'head' | 'vice',
          from: one.from,
          userId: one.user === null ? null : staff[one.user]!.userId,
        }))
        for (const { classId, userId, role, from } of assignments)
          for (const day of days) if (day >= from) truth.set(`${classId} ${role} ${day}`, userId)
        await as(at.head, async (ctx) => {
          for (const { classId, userId, ...when } of assignments)
            await setClassTeachers(ctx, { items: [{ classId, userId }], ...when })
          for (const day of days.filter((_, index) => index % 6 === 0)) {
            const heads = await listClassTeachers(ctx, ids, day)
            for (const id of ids) {
              const actualHeads = (heads.get(id) ?? [])
                .filter(({ role }) => role === 'head')
                .map(({ userId }) => userId)
              expect(actualHeads).toEqual([truth.get(`${id} head ${day}`) ?? []].flat())
            }
            for (const { userId } of staff) {
              const expected = ids.filter((id) =>
                ['head', 'vice'].some((role) => truth.get(`${id} ${role} ${day}`) === userId),
              )
              const { classIds } = await getTaughtClasses(ctx, userId, day)
              expect(classIds.toSorted()).toEqual(expected.toSorted())
            }
          }
        })
      }),
      { numRuns: 12 },
    )
  })
})

it('the head of a grade approves for the class in the record, or for the grade of the applicant', async () => {
  const resolve = (kind: string, field: string | undefined, memberId: string, classId?: string) =>
    run(async (ctx) => {
      const { resolve: find } = approversOfClasses.find((one) => one.kind === kind)!
      const applicant = { personId: newId(), memberId }
      const flow = { subject: 'leave', orgId: at.school.id, applicant, values: classId ? { classId } : {} }
      const rule = { kind, with: field === undefined ? {} : { field } }
      return (await find(ctx, rule, flow)).map((one) => one.memberId)
    })
  const one = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2022, people: 3 }))
  const two = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2023, people: 1 }))
  const [chief, teacher, stranger] = one.staff
  const [other] = two.staff
  for (const [grade, head, startYear] of [
    [one, chief, 2022],
    [two, other, 2023],
  ] as const) {
    const form = { id: grade.gradeId, orgId: null, stage: 3, startYear, years: 6, headId: head.userId, version: 1 }
    await as(at.head, (ctx) => saveGrade(ctx, form))
  }
  const [classId] = one.classIds as [string]
  expect(await resolve('grade-head', 'classId', stranger.userId, two.classIds[0])).toEqual([other.userId])
  expect(await resolve('grade-head', 'classId', stranger.userId, 'no id')).toEqual([])
  expect(await resolve('grade-head', undefined, teacher.userId)).toEqual([])
  await set([{ classId, userId: teacher.userId }], '2026-09-01')
  expect(await resolve('grade-head', undefined, teacher.userId)).toEqual([chief.userId])
  expect(await resolve('grade-head', '', stranger.userId)).toEqual([])
  expect(await resolve('class-head', 'classId', stranger.userId, classId)).toEqual([teacher.userId])
})
