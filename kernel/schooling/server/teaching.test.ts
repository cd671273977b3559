import { beforeAll, describe, expect, it } from 'vitest'
import { newId, type Actor, type Ctx } from '#packages/core'
import { writeSetting } from '#kernel/setting/server/api.ts'
import { createActor, useDatabase } from '#packages/testing'
import type { AssignForm } from '../contract-teaching.ts'
import {
  createStaffAt,
  onDay,
  createSchools,
  createTeacherActor,
  type Schools,
  aGradeWithStaff,
} from './classes.fixture.ts'
import { endAssignment } from './service/classes/end-assignment.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { getTaughtClasses, listMyClasses } from './service/classes/class-descriptions.ts'
import { getClassTree } from './service/classes/classes.ts'
import { deleteClass } from './service/classes/edit-classes.ts'
import { getTeachingMatrix, saveTeachingGroup } from './service/classes/teaching-matrix.ts'
import { ensureDefaultPeriods } from './service/time/timetable-periods.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { listSubjectRows } from './subject-queries.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'

const database = useDatabase()
const as = onDay(database)
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools
let terms: { first: string }
let chinese: string
let mathematics: string

beforeAll(async () => {
  at = await run(createSchools)
  await run(async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const [, first] = await listOrgTerms(ctx, at.school.id)
    terms = { first: first!.id }
  })
  const subjects = await as(at.head, (ctx) => listSubjectRows(ctx.db, null))
  chinese = subjects.find(({ name }) => name === '语文')!.id
  mathematics = subjects.find(({ name }) => name === '数学')!.id
})

const give = (form: Partial<AssignForm> & { userId: string }, actor: Actor = at.head) =>
  as(actor, (ctx) =>
    assignTeacher(ctx, {
      termId: terms.first,
      classIds: [],
      groupId: null,
      subjectId: chinese,
      role: 'lead',
      weekHours: 6,
      from: null,
      ...form,
    }),
  )
const matrixOf = (gradeId: string, on?: string, termId = terms.first) =>
  as(at.head, (ctx) => getTeachingMatrix(ctx, { termId, gradeId, orgId: null, ...(on ? { on } : {}) }))
const cellOf = async (gradeId: string, classId: string, subjectId: string, on?: string, termId = terms.first) =>
  (await matrixOf(gradeId, on, termId)).cells.find((cell) => cell.classId === classId && cell.subjectId === subjectId)!

const textsOf = async ({ personId }: { personId: string }) =>
  (
    await database.sql<{ body: string }>(
      `select b.body from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
       where m.person_id = $1 order by m.at, m.id`,
      [personId],
    )
  ).map(({ body }) => body)

describe('teaching assignments', () => {
  it('creates the group of a class once, with the first assignment', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2026, people: 2 }))
    const [li] = staff
    expect((await cellOf(gradeId, ids[0]!, chinese)).groupId).toBeNull()
    expect(await give({ classIds: ids, userId: li.userId })).toEqual({ changed: 2 })
    expect(await give({ classIds: ids, userId: li.userId })).toEqual({ changed: 0 })
    const cell = await cellOf(gradeId, ids[0]!, chinese)
    expect(cell.assignments).toMatchObject([{ userId: li.userId, teacherName: li.name, weekHours: 6, role: 'lead' }])
    const matrix = await matrixOf(gradeId)
    expect(matrix.classes).toMatchObject([{ label: '七(1)班', hours: 6 }, { label: '七(2)班' }])
    const mine = await as(createActor({ orgId: at.school.id, userId: li.userId }), (ctx) => listMyClasses(ctx, {}))
    expect(mine).toMatchObject([
      { className: '七(1)班', isManager: false, subjects: [{ key: chinese, value: '语文' }] },
      { className: '七(2)班' },
    ])
    expect(await run((ctx) => getTaughtClasses(ctx, li.userId, '2026-11-15'))).toEqual({
      classIds: expect.arrayContaining(ids),
      subjectIds: [chinese],
    })
    await expect(as(at.head, (ctx) => deleteClass(ctx, ids[0]!))).rejects.toThrow('已有任课安排，不能删除')
  })

  it('hand over on a day; each teacher sees the class on the own days', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2025, people: 2 }))
    const [li, wang] = staff
    const classIds = [ids[0]!]
    await give({ classIds, userId: li.userId })
    await give({ classIds, userId: wang.userId, from: '2026-11-02' })
    const whole = await cellOf(gradeId, ids[0]!, chinese, '2026-10-01')
    expect(whole.assignments.map(({ userId, endsOn }) => [userId, endsOn !== null && endsOn < '2026-11-02'])).toEqual([
      [li.userId, true],
      [wang.userId, false],
    ])
    const seen = async (userId: string, on: string) =>
      (await as(createTeacherActor(at.school, userId), (ctx) => getClassTree(ctx, { orgId: null, on }))).grades.flatMap(
        (grade) => grade.classes.map(({ id }) => id),
      )
    expect(await seen(li.userId, '2026-11-01')).toEqual(classIds)
    expect(await seen(li.userId, '2026-11-02')).toEqual([])
    expect(await seen(wang.userId, '2026-11-02')).toEqual(classIds)
    // Holidays belong to the term before them.
    expect(await seen(wang.userId, '2027-02-10')).toEqual(classIds)
    expect(await seen(wang.userId, '2027-03-10')).toEqual([])
  })

  it('change the weekly hours from a day on and allow assistants', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2024, people: 2 }))
    const [li, wang] = staff
    const classIds = [ids[0]!]
    await give({ classIds, userId: li.userId, weekHours: 5 })
    await give({ classIds, userId: li.userId, weekHours: 7, from: '2026-10-12' })
    await give({ classIds, userId: wang.userId, role: 'assistant', weekHours: 2 })
    const hoursOn = async (day: string) => (await matrixOf(gradeId, day)).classes[0]!.hours
    expect([await hoursOn('2026-10-11'), await hoursOn('2026-10-12')]).toEqual([5, 7])
    // An assistant who becomes the lead stops being an assistant.
    await give({ classIds, userId: wang.userId, from: '2026-11-02' })
    const then = (await cellOf(gradeId, ids[0]!, chinese, '2026-11-02')).assignments
    expect(then).toMatchObject([{ userId: wang.userId, role: 'lead' }])
  })

  it('cannot exceed the periods of the week', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2027, people: 1 }))
    const [li] = staff
    await run((ctx) => ensureDefaultPeriods(ctx, at.school.id))
    const full = give({ classIds: [ids[0]!], userId: li.userId, weekHours: 40.5 })
    await expect(full).rejects.toThrow('周课时40.5节，超过可排30节')
    // With lessons on Saturday the week has more periods.
    await run((ctx) => writeSetting(ctx, at.school.id, 'schooling', { weekDays: '6' }))
    await give({ classIds: [ids[0]!], userId: li.userId, weekHours: 36 })
    await expect(give({ classIds: [ids[0]!], userId: li.userId, weekHours: 36.5 })).rejects.toThrow('超过可排36节')
    await run((ctx) => writeSetting(ctx, at.school.id, 'schooling', { weekDays: '5' }))
  })

  it('end on a day within the term', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2028, people: 1 }))
    await give({ classIds: [ids[0]!], userId: staff[0]!.userId })
    const [one] = (await cellOf(gradeId, ids[0]!, chinese)).assignments
    const end = (endsOn: string, actor = at.head) =>
      as(actor, (ctx) => endAssignment(ctx, { id: one!.id, endsOn, successorId: null, isOpen: false }))
    await expect(end('2026-08-01')).rejects.toThrow('结束日期不能早于开始日期')
    await expect(end('2027-06-01')).rejects.toThrow('结束日期应在学期内')
    await expect(end('2026-11-30', at.neighbour)).rejects.toThrow('任课不存在')
    await end('2026-11-30')
    expect((await cellOf(gradeId, ids[0]!, chinese, '2026-12-01')).assignments).toEqual([])
    expect((await cellOf(gradeId, ids[0]!, chinese, '2026-11-30')).assignments).toHaveLength(1)
  })

  it('with lessons left need a successor, or are left open on purpose', async () => {
    const year = { startYear: 2034, people: 2 }
    const { gradeId, classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, year))
    const [li, wang] = staff
    let lessons = 12
    database.contribute('lessonCounts', {
      key: 'test.lessons',
      count: async (_, { userId, from }) => (userId === li.userId && from === '2026-12-01' ? lessons : 0),
    })
    await give({ classIds: ids, userId: li.userId })
    const onFirst = async (classId: string) => (await cellOf(gradeId, classId, chinese, '2026-12-01')).assignments
    const end = async (classId: string, more: { successorId?: string; isOpen?: boolean } = {}, who = at.head) => {
      const [one] = (await cellOf(gradeId, classId, chinese)).assignments
      const form = { id: one!.id, endsOn: '2026-11-30', successorId: null, isOpen: false, ...more }
      return as(who, (ctx) => endAssignment(ctx, form))
    }
    const [first, second] = ids as [string, string]
    await expect(end(first)).rejects.toMatchObject({
      message: '该教师从2026-12-01起仍有12节课未安排接任教师',
      data: { lessons: 12 },
    })
    expect(await onFirst(first)).toMatchObject([{ userId: li.userId }])
    await expect(end(first, { successorId: li.userId })).rejects.toThrow('接任教师应为另一位教师')
    const stranger = await run((ctx) => createStaffAt(ctx, at.other))
    await expect(end(first, { successorId: stranger.userId })).rejects.toThrow('人员不存在')
    await end(first, { successorId: wang.userId })
    expect(await onFirst(first)).toMatchObject([{ userId: wang.userId, role: 'lead', weekHours: 6 }])
    await end(second, { isOpen: true })
    expect(await onFirst(second)).toEqual([])
    lessons = 0
    // The old and the new teacher are told; the first assignment told nobody.
    const until = (label: string) => `任教2034级${label}语文到2026-11-30为止。`
    expect((await textsOf(li)).toSorted()).toEqual([until('(1)班'), until('(2)班')])
    expect(await textsOf(wang)).toEqual(['从2026-12-01起任教2034级(1)班语文。'])
  })

  it('are limited to the own school, its staff and the term', async () => {
    const { classIds: ids, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2029, people: 1 }))
    const stranger = await run((ctx) => createStaffAt(ctx, at.other))
    const { userId } = staff[0]!
    await expect(give({ classIds: ids, userId: stranger.userId })).rejects.toThrow('人员不存在')
    await expect(give({ classIds: ids, userId }, at.neighbour)).rejects.toThrow('班级不存在')
    await expect(give({ classIds: ids, userId, subjectId: newId() })).rejects.toThrow('学科不存在')
    await expect(give({ classIds: ids, userId, termId: newId() })).rejects.toThrow('学期不存在')
    await expect(give({ classIds: ids, userId, from: '2027-06-01' })).rejects.toThrow('开始日期应在学期内')
    await expect(give({ userId })).rejects.toThrow('请选择班级')
  })

  it('start with the membership of a teacher who joined during the term', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2033, people: 1 }))
    const { userId } = staff[0]!
    await database.sql(`update tenant.membership set valid = daterange('2026-10-20', null) where id = $1`, [userId])
    await give({ classIds: [ids[0]!], userId })
    const [one] = (await cellOf(gradeId, ids[0]!, chinese)).assignments
    expect(one!.startsOn).toBe('2026-10-20')
    await expect(give({ classIds: [ids[0]!], userId, from: '2026-10-19' })).rejects.toThrow('不是本校教职工')
  })

  it('two concurrent first assignments create one group with one lead', async () => {
    const {
      gradeId,
      classIds: ids,
      staff,
    } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2030, people: 2 }))
    await Promise.all(staff.map(({ userId }) => give({ classIds: [ids[0]!], userId })))
    expect((await cellOf(gradeId, ids[0]!, chinese)).assignments).toHaveLength(1)
  })
})

describe('free groups', () => {
  it('have a unique name and a teacher', async () => {
    const { gradeId, staff } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2032, people: 1 }))
    const group = {
      id: null,
      termId: terms.first,
      gradeId,
      subjectId: mathematics,
      name: '数学A层',
      capacity: 40,
      version: 0,
    }
    const { id } = await as(at.head, (ctx) => saveTeachingGroup(ctx, group))
    await expect(as(at.head, (ctx) => saveTeachingGroup(ctx, group))).rejects.toThrow('已有同名教学班')
    await expect(as(at.neighbour, (ctx) => saveTeachingGroup(ctx, { ...group, id, version: 1 }))).rejects.toThrow(
      '年级不存在',
    )
    await give({ groupId: id, subjectId: null, userId: staff[0]!.userId })
    await as(at.head, (ctx) => saveTeachingGroup(ctx, { ...group, id, name: '数学B层', version: 1 }))
    await expect(as(at.head, (ctx) => saveTeachingGroup(ctx, { ...group, id, version: 1 }))).rejects.toThrow('他人修改')
    expect((await matrixOf(gradeId)).groups).toMatchObject([
      { name: '数学B层', capacity: 40, memberCount: 0, assignments: [{ teacherName: staff[0]!.name }] },
    ])
  })
})
