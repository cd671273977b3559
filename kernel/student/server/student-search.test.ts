import { beforeAll, expect, it } from 'vitest'
import { aPhone } from '#kernel/identity/server/example.ts'
import { aSchool } from '#kernel/org/server/example.ts'
import { aGrade, classOf } from '#kernel/schooling/server/example.ts'
import { Ret, type Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { createStudents } from './api.ts'
import type { StudentFilter } from '../contract.ts'
import { applyEvent } from './service/students/enrolment-events.ts'
import { getSexCounts, searchStudents } from './service/students/search-students.ts'
import {
  createClassTeacher,
  currentStudents,
  firstPage,
  createManager,
  on,
  createManagedSchools,
  type TestSchools,
  getNoon,
} from './students.fixture.ts'
import { aChildIdCard, aPupil, aPupilRow } from './example.ts'

const database = useDatabase()
const { as } = database
let tree: TestSchools
let chief: Actor, head: Actor, neighbour: Actor
const today = '2026-11-20'
const idCard = aChildIdCard('女')
const phone = aPhone()

beforeAll(async () => {
  ;({ tree, chief, head, neighbour } = await as(createActor(), createManagedSchools))
  const { grades, otherGrades } = tree
  const here = (name: string, at: number, more: object = {}) => aPupilRow(classOf(grades.first, at), { name, ...more })
  const guardians = [{ name: '林父', relation: 1 as const, phone }]
  const rows = [
    here('沈明远', 0, { sex: '男', schoolNo: '20260101' }),
    here('沈明', 1, { sex: '男' }),
    here('林小满', 1, { sex: '女', idCard, studentNo: `G${idCard}`, guardians }),
    here('单于飞', 2, { sex: '', isBoarding: true }),
    aPupilRow(classOf(otherGrades.first), {
      name: '沈明月',
      sex: '女',
    }),
  ]
  await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))
})

type Page = Parameters<typeof searchStudents>[1]
const find = async (actor: Actor, filter: Partial<StudentFilter & Page>) => {
  const search = { ...currentStudents, ...firstPage, ...filter }
  const { items, ...rest } = await searchStudents(database.requestCtx(actor, getNoon(today)), search)
  return { names: items.map(({ name }) => name), ...rest }
}
const namesOf = async (actor: Actor, filter: Partial<StudentFilter>) => (await find(actor, filter)).names.toSorted()

it('searches the district by the beginning of a name, in characters, pinyin or initials', async () => {
  // Two schools count as few, a bureau with more than three as many.
  for (const name of ['甲校', '乙校', '丙校']) await as(chief, (ctx) => aSchool(ctx, tree.bureau, name))
  expect(await namesOf(chief, { keyword: '沈明' })).toEqual(['沈明', '沈明月', '沈明远'])
  expect(await namesOf(chief, { keyword: 'shenmingy' })).toEqual(['沈明月', '沈明远'])
  expect(await namesOf(chief, { keyword: 'smy' })).toEqual(['沈明月', '沈明远'])
  expect(await namesOf(chief, { keyword: '202601' })).toEqual(['沈明远'])
  // A part of a name is found only within few schools.
  expect(await namesOf(chief, { keyword: '小满' })).toEqual([])
  expect(await namesOf(chief, { keyword: '小满', orgId: tree.school.id })).toEqual(['林小满'])
  expect(await namesOf(head, { keyword: 'xiaoman' })).toEqual(['林小满'])
  // 单 as a surname is read shan.
  expect(await namesOf(chief, { keyword: 'shan' })).toEqual(['单于飞'])
})

it('finds only pupils of the own school, and no organisation out of scope', async () => {
  expect(await namesOf(head, {})).toEqual(['单于飞', '林小满', '沈明', '沈明远'])
  expect(await namesOf(neighbour, { keyword: '沈' })).toEqual(['沈明月'])
  await expect(find(head, { orgId: tree.other.id })).rejects.toMatchObject({ ret: Ret.notFound })
  expect(await namesOf(head, { classId: tree.otherGrades.first.classIds[0]! })).toEqual([])
  expect(await namesOf(head, { gradeId: tree.otherGrades.first.gradeId })).toEqual([])
})

it('pages through a school in the order of its classes and seats, pupils without a class last', async () => {
  const school = await as(chief, (ctx) => aSchool(ctx, tree.bureau, '长河小学'))
  const open = (startYear: number) => as(chief, (ctx) => aGrade(ctx, school, { stage: 2, startYear, classes: 2 }))
  const [older, younger] = [await open(2025), await open(2026)]
  const row = (name: string, grade: typeof older, at: number, seatNo: number | null) =>
    aPupilRow({ ...classOf(grade, at), orgId: school.id }, { name, seatNo })
  const rows = [
    row('丙一', older, 0, 1),
    row('丙二', older, 0, 2),
    row('丙无座', older, 0, null),
    row('乙二', younger, 1, 2),
    row('乙一', younger, 1, 1),
    row('甲一', younger, 0, 1),
    { ...row('无班', younger, 0, null), classId: null },
  ]
  await as(chief, (ctx) => createStudents(ctx, rows, { type: 'enrol' }))
  const inOrder = ['甲一', '乙一', '乙二', '丙一', '丙二', '丙无座', '无班']
  const count = inOrder.length
  for (const pageSize of [1, 2, 3, 5, 20])
    for (const desc of [false, true]) {
      const names: string[] = []
      for (let pageNumber = 1; pageNumber <= Math.ceil(count / pageSize); pageNumber++) {
        const page = await find(chief, { orgId: school.id, pageNumber, pageSize, desc })
        expect(page.itemCount).toBe(count)
        names.push(...page.names)
      }
      expect(names).toEqual(desc ? inOrder.toReversed() : inOrder)
    }
  expect(await find(chief, { orgId: school.id, pageNumber: 9, pageSize: 20 })).toMatchObject({
    names: [],
    itemCount: 7,
  })
  expect((await find(chief, { orgId: school.id, gradeId: younger.gradeId })).names).toEqual([
    '甲一',
    '乙一',
    '乙二',
    '无班',
  ])
  expect((await find(chief, { orgId: school.id, noClass: true })).names).toEqual(['无班'])
})

it('returns an empty list for a teacher without a class', async () => {
  const novice = await as(chief, (ctx) => createClassTeacher(ctx, tree.school, '新来的'))
  expect(await find(novice, { orgId: tree.school.id })).toMatchObject({ names: [], itemCount: 0 })
  await expect(find(novice, { orgId: tree.other.id })).rejects.toMatchObject({ ret: Ret.notFound })
})

it('finds whole numbers and the last four digits of a phone by hash, within the scope only', async () => {
  for (const keyword of [idCard, `G${idCard}`, phone, phone.slice(-4)]) {
    expect(await namesOf(chief, { keyword })).toContain('林小满')
    expect(await namesOf(neighbour, { keyword })).not.toContain('林小满')
  }
})

it('finds nobody by a part of an ID number', async () => {
  const curious = await as(chief, (ctx) => createManager(ctx, tree.school))
  expect(await namesOf(curious, { keyword: idCard })).toEqual(['林小满'])
  for (const keyword of [idCard.slice(-3), idCard.slice(-4), idCard.slice(-6), idCard.slice(-11), idCard.slice(0, 17)])
    expect(await namesOf(curious, { keyword })).not.toContain('林小满')
})

it('limits the rate of searches by number', async () => {
  const curious = await as(chief, (ctx) => createManager(ctx, tree.school))
  const tries = Array.from({ length: 31 }, (_, at) => String(1000 + at))
  const search = async () => {
    for (const keyword of tries) await find(curious, { keyword })
  }
  await expect(search()).rejects.toMatchObject({ ret: Ret.tooMany })
})

it('counts boys and girls of the hits, and applies filters', async () => {
  const sexesOf = (who: typeof head, filter: Partial<StudentFilter>) =>
    as(who, (ctx) => getSexCounts(on(ctx, today), { ...currentStudents, ...filter }))
  expect(await find(head, {})).toMatchObject({ itemCount: 4 })
  expect(await sexesOf(head, {})).toEqual({ males: 2, females: 1 })
  expect(await namesOf(head, { isBoarding: true })).toEqual(['单于飞'])
  expect(await sexesOf(head, { isBoarding: true })).toEqual({ males: 0, females: 0 })
  expect(await find(chief, { keyword: '沈' })).toMatchObject({ itemCount: 3 })
  // Searches by number are limited: their counts would be a search without the limit.
  expect(await sexesOf(head, { keyword: '4321' })).toEqual({ males: null, females: null })
  expect((await find(head, { sort: 'name', desc: true })).names).toEqual(['沈明远', '沈明', '单于飞', '林小满'])
  expect(await namesOf(head, { face: 'no-consent', bound: 'none' })).toHaveLength(4)
})

it('finds former pupils by their last class, and not among current pupils', async () => {
  const { classIds } = tree.grades.second
  const { id } = await as(chief, (ctx) => aPupil(ctx, classOf(tree.grades.second), { name: '辞远' }))
  const out = {
    targets: { ids: [id] },
    type: 'transfer-out' as const,
    on: '2026-11-01',
    whereTo: '',
    basis: '',
    reason: '',
  }
  await as(head, (ctx) => applyEvent(on(ctx, today), { ...out, gradeId: null, classId: null }))
  expect(await namesOf(head, {})).not.toContain('辞远')
  expect(await namesOf(head, { status: 'past' })).toEqual(['辞远'])
  expect(await namesOf(head, { status: 'transferred', classId: classIds[0]! })).toEqual(['辞远'])
  expect(await namesOf(head, { status: 'graduated' })).toEqual([])
  expect(await namesOf(head, { on: '2026-10-31' })).toContain('辞远')
  expect(await namesOf(head, { on: '2026-10-31', status: 'past' })).toEqual([])
  expect(await namesOf(chief, { status: 'past', keyword: '辞' })).toEqual(['辞远'])
  expect(await namesOf(neighbour, { status: 'past' })).toEqual([])
})

it('says when a search found more pupils than it lists', async () => {
  const shared = aPhone()
  const guardians = [{ name: '大家长', relation: 5 as const, phone: shared }]
  const rows = Array.from({ length: 51 }, (_, at) =>
    aPupilRow(classOf(tree.otherGrades.first), { name: `同号${at}`, guardians }),
  )
  await as(chief, (ctx) => createStudents(ctx, rows.slice(1), { type: 'enrol' }))
  const whole = await find(neighbour, { keyword: shared })
  expect([whole.itemCount, whole.isCut]).toEqual([50, undefined])
  await as(chief, (ctx) => createStudents(ctx, rows.slice(0, 1), { type: 'enrol' }))
  expect(await find(neighbour, { keyword: shared })).toMatchObject({ itemCount: 50, more: true, isCut: true })
})
