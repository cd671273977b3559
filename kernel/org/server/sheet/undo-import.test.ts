import fc from 'fast-check'
import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { wholeDistrict } from '#packages/core'
import { withOrgPermissions, createTree, type Tree } from '../tree.fixture.ts'
import { examine, importRows, type RowText } from './sheet.fixture.ts'
import { organisationImport } from './organisation-import.ts'

const database = useDatabase()
const { as, sql } = database
let tree: Tree
let director: Actor

beforeAll(async () => {
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
})

/** A hash of all details and counts of each organisation, without times and versions. */
const hashes = () =>
  sql(
    `select id, md5((to_jsonb(o) - '{version,updated_at,created_at,counted_at}'::text[])::text) as hash
     from tenant.organisation o order by id`,
  )
const histories = async () => (await sql('select from tenant.organisation_history')).length

const there = ['第一学区', '实验小学', '重阳幼儿园', '教务处', '语文组', '办公室']
const names = [...there, '第二学区', '春晖小学', '晨光小学', '数学组', '总务处', '档案室']
const sometimes = (...values: (string | number)[]) => fc.option(fc.constantFrom(...values), { nil: null })
const anyRow: fc.Arbitrary<RowText> = fc.record({
  名称: fc.constantFrom(...names),
  上级: sometimes(...names, '实验小学/教务处', '没有的机构'),
  类型: fc.constantFrom('学区', '中小学', '幼儿园', '其他学校', '内设部门', '内设部门', '内设部门'),
  学段: sometimes('小学', '小学、初中', '学前', '初中，小学'),
  办别: sometimes('民办', '集体', '教育部门'),
  行政区划: sometimes('330106', '浙江省', '没有的区'),
  地址: sometimes('春晖路1号', '=1+1', "'; drop table"),
  联系人: sometimes('周建华', '吴秀英'),
  电话: sometimes('0571-88886666', '13800138000'),
  邮政编码: sometimes(310000, '310001'),
  备注: sometimes('甲', '乙'),
})
/** Existing organisations that the file can change. */
const rowThere = fc.record({
  at: fc.constantFrom(
    { 名称: '第一学区', 类型: '学区' },
    { 名称: '实验小学', 上级: '第一学区', 类型: '中小学', 学段: '小学' },
    { 名称: '重阳幼儿园', 上级: '第一学区', 类型: '其他学校' },
    { 名称: '语文组', 上级: '实验小学/教务处', 类型: '内设部门' },
  ),
  given: anyRow,
})
const newDepartment = fc
  .record({ at: fc.constantFrom('教务处', '实验小学', '办公室'), given: anyRow })
  .map(({ at, given }): RowText => ({
    ...given,
    上级: at,
    类型: '内设部门',
    名称: `${String(given['名称'])}分部`,
    行政区划: null,
  }))
const eitherRow = fc.oneof(
  anyRow,
  newDepartment,
  rowThere.map(({ at, given }): RowText => ({ ...given, 上级: null, 行政区划: '330106', ...at })),
)
const anyFile = fc.array(eitherRow, { minLength: 1, maxLength: 25 })

it('undoing any file restores every organisation, and importing it again changes nothing', async () => {
  let touched = { new: 0, changed: 0 }
  await fc.assert(
    fc.asyncProperty(anyFile, async (file) => {
      const before = { hashes: await hashes(), histories: await histories() }
      const first = await as(director, (ctx) => examine(ctx, tree.bureau.id, file))
      const effects = await as(director, (ctx) => importRows(ctx, tree.bureau.id, file))
      for (const { result } of effects) touched = { ...touched, [result]: touched[result] + 1 }

      const keysSeen = new Set<string>()
      const again = await as(director, (ctx) => examine(ctx, tree.bureau.id, file))
      for (const [at, { verdict }] of first.entries()) {
        const key = verdict.keys[0]?.value ?? ''
        if (verdict.issues.length > 0 || keysSeen.has(key)) continue
        keysSeen.add(key)
        expect(again[at]!.verdict).toMatchObject({ result: 'same', issues: [] })
      }

      const undone = await as(director, (ctx) => organisationImport.undo(ctx, tree.bureau.id, effects))
      expect(undone.filter(({ keptReason }) => keptReason !== '')).toEqual([])
      expect({ hashes: await hashes(), histories: await histories() }).toEqual(before)
    }),
    { numRuns: 40 },
  )
  // The generated files did change something.
  expect(touched.new).toBeGreaterThan(40)
  expect(touched.changed).toBeGreaterThan(10)
})

it('creates and undoes more organisations than fit into one statement', async () => {
  const schools = Array.from({ length: 300 }, (_, at) => ({ 名称: `第${at}小学`, 类型: '中小学', 学段: '小学' }))
  const departments = Array.from({ length: 900 }, (_, at) => ({
    名称: `${at}组`,
    上级: `第${at % 300}小学`,
    类型: '内设部门',
    行政区划: '浙江省杭州市西湖区',
  }))
  const before = await hashes()
  const effects = await as(director, (ctx) => importRows(ctx, tree.bureau.id, [...departments, ...schools]))
  expect(effects).toHaveLength(1_200)
  await as(director, (ctx) => organisationImport.undo(ctx, tree.bureau.id, effects))
  expect(await hashes()).toEqual(before)
})
