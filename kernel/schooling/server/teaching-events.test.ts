import { beforeAll, expect, it } from 'vitest'
import type { Ctx } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { aGradeWithStaff, createSchools, onDay, type Schools } from './classes.fixture.ts'
import { endAssignment } from './service/classes/end-assignment.ts'
import { assignTeacher } from './service/classes/teaching-assignments.ts'
import { closeClass, reopenClass } from './service/classes/edit-classes.ts'
import { classContents } from './service/classes/relocate-classes.ts'
import { saveTeachingSheet } from './service/classes/save-teaching-sheet.ts'
import { getTeachingMatrix, saveTeachingGroup } from './service/classes/teaching-matrix.ts'
import { listTeachingOfTerm } from './service/classes/teaching-of-term.ts'
import { ensureNationalSubjects } from './service/time/subjects.ts'
import { ensureTerms, listOrgTerms } from './service/time/terms.ts'
import { listSubjectRows } from './subject-queries.ts'

const database = useDatabase()
const as = onDay(database)
const run = <T>(work: (ctx: Ctx) => Promise<T>) => as(createActor(), work)
let at: Schools
let termId: string
let chinese: string
let mathematics: string

beforeAll(async () => {
  at = await run(createSchools)
  await run(async (ctx) => {
    await ensureTerms(ctx)
    await ensureNationalSubjects(ctx)
    const [, first] = await listOrgTerms(ctx, at.school.id)
    termId = first!.id
    const subjects = await listSubjectRows(ctx.db, null)
    chinese = subjects.find(({ name }) => name === '语文')!.id
    mathematics = subjects.find(({ name }) => name === '数学')!.id
  })
})

/** How many events of a name concern this id. */
const countEvents = async (name: string, id: string) => {
  const rows = await database.sql(`select from tenant.event where name = $1 and ids::text like '%' || $2 || '%'`, [
    name,
    id,
  ])
  return rows.length
}
const assign = (classIds: string[], userId: string) =>
  as(at.head, (ctx) =>
    assignTeacher(ctx, {
      termId,
      classIds,
      groupId: null,
      subjectId: chinese,
      userId,
      role: 'lead',
      weekHours: 6,
      from: null,
    }),
  )
const teachingOf = (orgId: string) => run((ctx) => listTeachingOfTerm(ctx, orgId, termId))

it('whoever changes the teaching tells the modules above, and repeats say nothing', async () => {
  const { gradeId, classIds, staff } = await run((ctx) =>
    aGradeWithStaff(ctx, at.school, { startYear: 2026, people: 2 }),
  )
  const [li, wang] = staff
  const [first, second] = classIds as [string, string]
  await assign(classIds, li.userId)
  const groups = (await teachingOf(at.school.id)).filter((group) => group.gradeId === gradeId)
  expect(groups).toMatchObject([
    { label: '七(1)班', classId: first, subjectName: '语文', closedOn: null, roomId: null },
    { label: '七(2)班', assignments: [{ userId: li.userId, teacherName: li.name, weekHours: 6, role: 'lead' }] },
  ])
  const [one, two] = groups.map(({ id }) => id) as [string, string]
  const counts = async () => [await countEvents('teaching.changed', one), await countEvents('teaching.changed', two)]
  expect(await counts()).toEqual([1, 1])
  await assign(classIds, li.userId)
  expect(await counts()).toEqual([1, 1])

  const matrix = () => as(at.head, (ctx) => getTeachingMatrix(ctx, { termId, gradeId, orgId: null }))
  const cellOf = async (classId: string) =>
    (await matrix()).cells.find((cell) => cell.classId === classId && cell.subjectId === chinese)!
  const { version } = await cellOf(second)
  const teachers = [{ userId: wang.userId, role: 'lead' as const, weekHours: 5 }]
  const cells = [{ classId: second, subjectId: chinese, version, teachers }]
  await as(at.head, (ctx) => saveTeachingSheet(ctx, { termId, cells }))
  expect(await counts()).toEqual([1, 2])

  const [assignment] = (await cellOf(first)).assignments
  await as(at.head, (ctx) =>
    endAssignment(ctx, { id: assignment!.id, endsOn: '2026-11-30', successorId: null, isOpen: false }),
  )
  expect(await counts()).toEqual([2, 2])

  const free = { id: null, termId, gradeId, subjectId: mathematics, name: 'A层', capacity: null, version: 0 }
  const { id: freeId } = await as(at.head, (ctx) => saveTeachingGroup(ctx, free))
  expect(await countEvents('teaching.changed', freeId)).toBe(1)
  const [label] = (await teachingOf(at.school.id)).filter(({ id }) => id === freeId)
  expect(label).toMatchObject({ kind: 'free', label: 'A层', classId: null, assignments: [] })

  const relocation = { from: at.school, to: at.other, departments: new Map<string, string>(), isWhole: true }
  await run((ctx) => classContents.relocate(ctx, relocation))
  expect([...(await counts()), await countEvents('teaching.changed', freeId)]).toEqual([3, 3, 2])
})

it('a class that is closed or opened again is told', async () => {
  const { classIds } = await run((ctx) => aGradeWithStaff(ctx, at.school, { startYear: 2024, people: 0 }))
  const [first, second] = classIds as [string, string]
  await run((ctx) => closeClass(ctx, first, { on: '2026-11-16', successorId: second }))
  await run((ctx) => reopenClass(ctx, first))
  const rows = await database.sql<{ on: string | null }>(
    `select ids ->> 'closedOn' as on from tenant.event where name = 'class.closed' and ids ->> 'classId' = $1
     order by 1 nulls last`,
    [first],
  )
  expect(rows.map(({ on }) => on)).toEqual(['2026-11-16', null])
})
