import { beforeAll, expect, it } from 'vitest'
import { newId, nothing, reachedBy, type Actor } from '#packages/core'
import { somebody, useDatabase, wholeDistrict } from '#packages/testing'
import { setHeads } from '#kernel/schooling/server'
import { createStudents } from './index.ts'
import { studentRecords } from './service/students/recording.ts'
import { anIdCard, aPupil, classTeacher, on, plantManaged, type Tree } from './students.fixture.ts'

const database = useDatabase()
const { as } = database
const today = '2026-11-20'
let tree: Tree
let chief: Actor, neighbour: Actor, teacher: Actor
let inClass: string, inNone: string
const idCard = anIdCard()

beforeAll(async () => {
  ;({ tree, chief, neighbour } = await as(somebody(), plantManaged))
  const { gradeId, classIds } = tree.grades.first
  teacher = await as(chief, (ctx) => classTeacher(ctx, tree.school, '周老师'))
  await as(chief, (ctx) => setHeads(ctx, [{ classId: classIds[0]!, userId: teacher.userId }], '2026-09-01'))
  const rows = [
    aPupil(tree.school, gradeId, classIds[0]!, { name: '林小满', idCard }),
    aPupil(tree.school, gradeId, null, { name: '林大满' }),
  ]
  ;[inClass, inNone] = (await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))) as [string, string]
})

const factsFor = (who: Actor, id: string, day = today) =>
  as(who, (ctx) => studentRecords.facts(on(ctx, today), id, day))

it('a pupil belongs to the school and class of the day, and to those who have the class then', async () => {
  const facts = (await factsFor(chief, inClass))!
  expect(facts).toMatchObject({
    title: '林小满',
    about: '实验小学 一(1)班',
    orgId: tree.school.id,
    orgPath: tree.school.path,
    classStaff: [teacher.userId],
    classLeaders: [teacher.userId],
    words: { it: '该生', org: '该生在实验小学', class: '该生在一(1)班' },
  })
  expect(reachedBy({ ...nothing, classesOf: teacher.userId }, facts)).toEqual(['classesOf'])
  expect(reachedBy({ ...nothing, classesOf: newId() }, facts)).toEqual([])
  expect(await factsFor(chief, inClass, '2026-08-01')).toMatchObject({ classStaff: [], words: { class: '' } })
})

it('a pupil without a class is nobody’s but the school’s', async () => {
  expect(await factsFor(chief, inNone)).toMatchObject({ classStaff: [], words: { class: '' } })
})

it('only whoever may see the pupil may ask about it, whatever else she may look at', async () => {
  expect(await factsFor(neighbour, inClass)).toBeUndefined()
  expect(await factsFor(teacher, inClass)).toMatchObject({ title: '林小满' })
  expect(await factsFor(teacher, inNone)).toBeUndefined()
  const security = somebody({}, { 'role.read': wholeDistrict })
  expect(await factsFor(security, inClass)).toBeUndefined()
  expect(await as(security, (ctx) => studentRecords.find(on(ctx, today), '林'))).toEqual([])
})

it('is found by name, and never by a number', async () => {
  const find = (who: Actor, keyword: string) =>
    as(who, async (ctx) => (await studentRecords.find(on(ctx, today), keyword)).map(({ title }) => title).toSorted())
  expect(await find(chief, '林')).toEqual(['林大满', '林小满'])
  expect(await find(neighbour, '林')).toEqual([])
  for (const number of [idCard, idCard.slice(-4)]) expect(await find(chief, number)).toEqual([])
})
