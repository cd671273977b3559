import { beforeAll, expect, it } from 'vitest'
import { type Actor, wholeDistrict } from '#packages/core'
import type { ExportSource } from '#packages/sheet'
import { createActor, useDatabase } from '#packages/testing'
import { selectColumns } from '#kernel/sheet/server/export-sources.ts'
import { importStudents, createImportSchools, type Schools } from './sheet.fixture.ts'
import { studentExport } from './export-students.ts'
import { aChildIdCard } from '../example.ts'

const database = useDatabase()
const { as } = database
let world: Schools
const cards = [aChildIdCard(), aChildIdCard(), aChildIdCard()]

beforeAll(async () => {
  world = await as(createActor(), (ctx) => createImportSchools(ctx))
  await importStudents(as, world.clerk, world.school.id).bring(
    cards.map((idCard, at) => ({
      name: `学生${at}`,
      idCard,
      studentNo: `G${idCard}`,
      class: '七(1)班',
      seatNo: String(3 - at),
      address: '学苑路12号',
      guardian1Name: '沈明远',
      guardian1Relation: '1',
      guardian1Phone: `1390000000${at}`,
      nation: '01',
    })),
  )
})

const keys = ['name', 'className', 'studentNo', 'idCard', 'phone', 'address', 'nation']
const baseFilter = { ...studentExport.filter.parse({}) }
const take = (actor: Actor, isWhole: boolean, limit = 10, after: string | null = null, more = {}) =>
  as(actor, (ctx) =>
    studentExport.read(
      ctx,
      { ...baseFilter, orgId: world.school.id, ...more },
      { columns: keys, isWhole, limit, after },
    ),
  )

it('exports the rows of the list in its order, with masked numbers', async () => {
  const { rows, after } = await take(world.clerk, false)
  expect(after).toBeNull()
  expect(rows.map(([name]) => name)).toEqual(['学生2', '学生1', '学生0'])
  const [, className, studentNo, idCard, phone, address, nation] = rows[0]!
  expect([className, phone, address, nation]).toEqual(['七(1)班', '139****0002', '学苑****', '汉族'])
  const masked = cards[2]!.slice(0, 6) + '*'.repeat(12)
  expect([studentNo, idCard]).toEqual([`G${masked}`, masked])
})

it('exports full numbers only for callers who may reveal them', async () => {
  expect((await take(world.clerk, true)).rows[0]).toEqual([
    '学生2',
    '七(1)班',
    `G${cards[2]}`,
    cards[2],
    '13900000002',
    '学苑路12号',
    '汉族',
  ])
  const curious: Actor = { ...world.clerk, permissions: new Map([['student.read', wholeDistrict]]) }
  expect((await take(curious, true)).rows).toEqual((await take(world.clerk, false)).rows)
})

it('shortens the birthday beside a masked number', async () => {
  const born = (columns: string[], isWhole: boolean) =>
    as(world.clerk, async (ctx) => {
      const filter = { ...baseFilter, orgId: world.school.id }
      const { rows } = await studentExport.read(ctx, filter, { columns, isWhole, limit: 10, after: null })
      return rows[0]!.at(-1)
    })
  const day = `${cards[2]!.slice(6, 10)}-${cards[2]!.slice(10, 12)}-${cards[2]!.slice(12, 14)}`
  expect(await born(['name', 'birthday'], false)).toBe(day)
  for (const number of ['idCard', 'studentNo']) {
    expect(await born([number, 'birthday'], false)).toBe(day.slice(0, 7))
    expect(await born([number, 'birthday'], true)).toBe(day)
    const [, birthday] = selectColumns(studentExport as ExportSource, [number, 'birthday'])
    expect(birthday).toMatchObject({ isSensitive: true })
  }
  expect(selectColumns(studentExport as ExportSource, ['name', 'birthday'])[1]).not.toHaveProperty('isSensitive')
})

it('reads in batches and leaves out unticked rows', async () => {
  const first = await take(world.clerk, false, 2)
  const second = await take(world.clerk, false, 2, first.after)
  expect([...first.rows, ...second.rows].map(([name]) => name)).toEqual(['学生2', '学生1', '学生0'])
  expect(second.after).toBeNull()
  const less = await take(world.clerk, false, 10, null, { except: [first.after!] })
  expect(less.rows.map(([name]) => name)).toEqual(['学生2', '学生0'])
  expect(await as(world.clerk, (ctx) => studentExport.count(ctx, { ...baseFilter, orgId: world.school.id }))).toBe(3)
  const description = as(world.clerk, (ctx) =>
    studentExport.describe(ctx, { ...baseFilter, orgId: world.school.id, keyword: cards[0]! }),
  )
  expect(await description).toBe('文澜中学，按号码搜索')
})
