import { beforeAll, expect, it } from 'vitest'
import { addDays, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { classOf } from '#kernel/schooling/server/example.ts'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { changeEnrolments } from './api.ts'
import { aPupil } from './example.ts'
import { listSuspensionsEnding } from './class-head-queries.ts'
import { remindOfEndingSuspensions } from './student-jobs.ts'
import { createClassTeacher, createManagedSchools, getNoon, on, type TestSchools } from './students.fixture.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-20'
let tree: TestSchools
let chief: Actor
let first: Actor
let second: Actor

beforeAll(async () => {
  ;({ tree, chief } = await as(createActor(), createManagedSchools))
  first = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '甲班主任'))
  second = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '乙班主任'))
  const [one, other] = tree.grades.first.classIds as [string, string]
  await as(chief, (ctx) =>
    setClassHeads(
      on(ctx, today),
      [
        { classId: one, userId: first.userId },
        { classId: other, userId: second.userId },
      ],
      '2026-09-01',
    ),
  )
})

const textsOf = async ({ personId }: Actor) =>
  (
    await database.sql<{ text: string }>(
      `select b.title || '|' || b.body as text from tenant.message m
       join tenant.message_batch b on b.district_id = m.district_id and b.id = m.batch_id and b.at = m.at
       where m.person_id = $1 order by m.at, m.id`,
      [personId],
    )
  ).map(({ text }) => text)
const placeIn = (at: number) => {
  const { gradeId, classIds } = tree.grades.first
  return { orgId: tree.school.id, gradeId, classId: classIds[at]!, status: 'studying' as const }
}
const change = (studentId: string, type: 'move' | 'suspend', day: string, to: ReturnType<typeof placeIn> | null) =>
  as(chief, (ctx) =>
    changeEnrolments(on(ctx, today), [
      {
        studentId,
        type,
        on: day,
        to: to ?? { ...placeIn(0), classId: null, status: 'suspended' },
      },
    ]),
  )

it('the class teacher is told who joins the class, and from when', async () => {
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.first, 0), { name: '何转来' }))
  // Pupils who enter a school are not news: a list of them is.
  expect(await textsOf(first)).toEqual([])
  await change(id, 'move', addDays(today, 3), placeIn(1))
  expect(await textsOf(second)).toEqual(['一(2)班有新学生：何转来|调班，2026-11-23起在您班就读。'])
  expect(await textsOf(first)).toEqual([])
})

it('a suspension of almost a year is remembered by the class teacher and the office, two weeks ahead and once', async () => {
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.first, 0), { name: '顾休学' }))
  await change(id, 'suspend', '2026-11-10', null)
  const run = (day: string) => as(chief, (ctx) => remindOfEndingSuspensions.handle!({ ...ctx, now: getNoon(day) }, {}))
  await run('2027-10-26')
  expect(await textsOf(first)).toEqual([])
  await run('2027-10-27')
  await run('2027-10-28')
  expect(await textsOf(first)).toEqual([
    '顾休学休学期满，请办理复学或延期|顾休学（二(1)班）从2026-11-10起休学，2027-11-10满一年。',
  ])
  expect(await textsOf(second)).toHaveLength(1)
  // A suspension that began on the last day of February of a leap year ends on the one of the next year.
  expect(await as(chief, (ctx) => listSuspensionsEnding(ctx.db, '2027-11-10'))).toMatchObject([
    { studentId: id, classId: tree.grades.first.classIds[0], endsOn: '2027-11-10' },
  ])
})
