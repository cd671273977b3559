import { beforeAll, expect, it } from 'vitest'
import { classOf } from '#kernel/schooling/server/example.ts'
import { newId, emptyScope, matchScope, type Actor, wholeDistrict } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { setClassHeads } from '#kernel/schooling/server/api.ts'
import { createStudents } from './api.ts'
import { studentRecordKind } from './service/students/explain-access-records.ts'
import { createClassTeacher, on, createManagedSchools, type TestSchools } from './students.fixture.ts'
import { aChildIdCard, aPupilRow } from './example.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-20'
let tree: TestSchools
let chief: Actor, neighbour: Actor, teacher: Actor
let inClass: string, inNone: string
const idCard = aChildIdCard()

beforeAll(async () => {
  ;({ tree, chief, neighbour } = await as(createActor(), createManagedSchools))
  const { classIds } = tree.grades.first
  teacher = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '周老师'))
  await as(chief, (ctx) => setClassHeads(ctx, [{ classId: classIds[0]!, userId: teacher.userId }], '2026-09-01'))
  const rows = [
    aPupilRow(classOf(tree.grades.first), { name: '林小满', idCard }),
    aPupilRow(classOf(tree.grades.first, null), { name: '林大满' }),
  ]
  ;[inClass, inNone] = (await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))) as [string, string]
})

const getRecordFacts = (who: Actor, id: string, day = today) =>
  as(who, (ctx) => studentRecordKind.facts(on(ctx, today), id, day))

it('a pupil belongs to the school and class of the day, and to the class staff of that day', async () => {
  const facts = (await getRecordFacts(chief, inClass))!
  expect(facts).toMatchObject({
    title: '林小满',
    about: '实验小学 一(1)班',
    orgId: tree.school.id,
    orgPath: tree.school.path,
    classStaff: [teacher.userId],
    classLeaders: [teacher.userId],
    phrases: { it: '该生', org: '该生在实验小学', class: '该生在一(1)班' },
  })
  expect(matchScope({ ...emptyScope, classesOf: teacher.userId }, facts)).toEqual(['classesOf'])
  expect(matchScope({ ...emptyScope, classesOf: newId() }, facts)).toEqual([])
  expect(await getRecordFacts(chief, inClass, '2026-08-01')).toMatchObject({ classStaff: [], phrases: { class: '' } })
})

it('a pupil without a class belongs to the school only', async () => {
  expect(await getRecordFacts(chief, inNone)).toMatchObject({ classStaff: [], phrases: { class: '' } })
})

it('only callers who may read the pupil can query access to it', async () => {
  expect(await getRecordFacts(neighbour, inClass)).toBeUndefined()
  expect(await getRecordFacts(teacher, inClass)).toMatchObject({ title: '林小满' })
  expect(await getRecordFacts(teacher, inNone)).toBeUndefined()
  const security = createActor({}, { 'role.read': wholeDistrict })
  expect(await getRecordFacts(security, inClass)).toBeUndefined()
  expect(await as(security, (ctx) => studentRecordKind.find(on(ctx, today), '林'))).toEqual([])
})

it('finds pupils by name, never by number', async () => {
  const find = (who: Actor, keyword: string) =>
    as(who, async (ctx) => (await studentRecordKind.find(on(ctx, today), keyword)).map(({ title }) => title).toSorted())
  expect(await find(chief, '林')).toEqual(['林大满', '林小满'])
  expect(await find(neighbour, '林')).toEqual([])
  for (const number of [idCard, idCard.slice(-4)]) expect(await find(chief, number)).toEqual([])
})
