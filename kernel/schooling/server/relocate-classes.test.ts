import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { addMembership } from '#kernel/staff/server/api.ts'
import { createStaffAt, november, onDay, createSchools, type Schools } from './classes.fixture.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { getTaughtClasses, listClassTeachers, describeClasses } from './service/classes/class-descriptions.ts'
import { getClassTree } from './service/classes/classes.ts'
import { classContents } from './service/classes/relocate-classes.ts'
import { setClassTeachers } from './service/classes/class-teachers.ts'
import { saveTeachingGroup } from './service/classes/teaching-matrix.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { listSubjectRows } from './subject-queries.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'
import { aGrade } from './example.ts'

const database = useDatabase()
const as = onDay(database)
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools
beforeAll(async () => {
  at = await run(createSchools)
})

it('a merged school moves its classes with their teachers and assignments', async () => {
  const here = await run((ctx) => aGrade(ctx, at.school, { startYear: 2026, classes: 2 }))
  const alone = await run((ctx) => aGrade(ctx, at.school, { startYear: 2025, classes: 1 }))
  const left = await run((ctx) => aGrade(ctx, at.school, { startYear: 2015, classes: 1 }))
  const there = await run((ctx) => aGrade(ctx, at.other, { startYear: 2026, classes: 1 }))
  const li = await run((ctx) => createStaffAt(ctx, at.school))
  const [first, second] = here.classIds as [string, string]
  const termId = await run(async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const [, term] = await listOrgTerms(ctx, at.school.id)
    return term!.id
  })
  const chinese = (await as(at.head, (ctx) => listSubjectRows(ctx.db, null)))[0]!.id
  await as(at.head, async (ctx) => {
    const items = [{ classId: first, userId: li.userId }]
    await setClassTeachers(ctx, { items, role: 'head', from: '2026-09-01' })
    const lesson = { termId, classIds: [first], groupId: null, subjectId: chinese, userId: li.userId }
    await assignTeacher(ctx, { ...lesson, role: 'lead', weekHours: 5, from: null })
    await assignTeacher(ctx, { ...lesson, classIds: [second], role: 'lead', weekHours: 5, from: '2026-12-01' })
  })
  const group = { id: null, termId, subjectId: chinese, name: 'A层', capacity: null, version: 0 }
  await as(at.head, (ctx) => saveTeachingGroup(ctx, { ...group, gradeId: here.gradeId }))
  await as(at.neighbour, (ctx) => saveTeachingGroup(ctx, { ...group, gradeId: there.gradeId }))
  expect(await run((ctx) => classContents.count(ctx, [at.school.id]))).toBe(3)

  // Staff move before classes, so they already have a membership at the target school.
  const membership = await run((ctx) =>
    addMembership(
      { ...ctx, now: november },
      { personId: li.personId, orgId: at.other.id, userType: 'teacher', isMain: false },
    ),
  )
  const relocation = { from: at.school, to: at.other, departments: new Map<string, string>() }
  await run((ctx) => classContents.relocate(ctx, { ...relocation, isWhole: false }))
  expect(await run((ctx) => classContents.count(ctx, [at.school.id]))).toBe(3)
  await run((ctx) => classContents.relocate(ctx, { ...relocation, isWhole: true }))
  expect(await run((ctx) => classContents.count(ctx, [at.school.id]))).toBe(0)

  const tree = await as(at.neighbour, (ctx) => getClassTree(ctx, { orgId: null }))
  const labels = tree.grades.map(({ name, classes: all }) => [name, all.map(({ label }) => label)])
  expect(labels).toEqual([
    ['七年级', ['七(1)班', '七(3)班', '七(2)班']],
    ['八年级', ['八(1)班']],
  ])
  expect(tree.grades[0]!.classes.map(({ id }) => id)).toEqual([there.classIds[0], first, second])
  expect(tree.grades[1]!.classes[0]!.id).toBe(alone.classIds[0])
  const graduated = await run((ctx) => describeClasses(ctx, { classIds: left.classIds }, '2026-11-15'))
  expect(graduated.get(left.classIds[0]!)!.orgId).toBe(at.school.id)

  const headOn = async (day: string) =>
    (await run((ctx) => listClassTeachers(ctx, [first], day))).get(first)?.[0]?.userId
  expect([await headOn('2026-11-14'), await headOn('2026-11-15')]).toEqual([li.userId, membership])
  const taught = (userId: string, day: string) => run((ctx) => getTaughtClasses(ctx, userId, day))
  expect((await taught(li.userId, '2026-12-02')).classIds).toEqual([])
  expect((await taught(membership, '2026-12-02')).classIds.toSorted()).toEqual(here.classIds.toSorted())
  const names = await database.sql<{ name: string }>(
    `select name from tenant.teaching_group where kind = 'free' and grade_id = $1 order by id`,
    [there.gradeId],
  )
  expect(names.map(({ name }) => name)).toEqual(['A层（实验学校）', 'A层'])
})
