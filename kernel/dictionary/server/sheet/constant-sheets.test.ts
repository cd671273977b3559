import { beforeAll, beforeEach, expect, it } from 'vitest'
import { listIssueCodes, createImportHarness, createActor, useDatabase } from '#packages/testing'
import {
  allBuiltInConstants,
  makeConstantForm,
  makeConstantTypeForm,
  createConstantWorld,
  type ConstantWorld,
} from '../constants.fixture.ts'
import { readConstantPage } from '../service/list-constants.ts'
import { saveConstant } from '../service/save-constants.ts'
import { saveConstantType } from '../service/constant-types.ts'
import { constantExport } from './constant-export.ts'
import { constantImport } from './constant-import.ts'

const database = useDatabase()
const { as } = database
database.contribute('constants', ...allBuiltInConstants)
let world: ConstantWorld
let bureau: ReturnType<ReturnType<typeof createImportHarness>>

beforeAll(async () => {
  world = await as(createActor(), createConstantWorld)
  bureau = createImportHarness(constantImport)(as, world.chief, world.bureau.id)
})
beforeEach(async () => {
  await database.sql(
    'truncate tenant.constant_type, tenant.constant_item, tenant.constant_rename, tenant.constant_override',
  )
  await as(world.chief, (ctx) => saveConstantType(ctx, makeConstantTypeForm('region', '片区', { isTree: true })))
})

const items = async (type: string) =>
  (
    await as(world.chief, (ctx) =>
      readConstantPage(ctx, { type, orgId: null, keyword: '', state: '', pageNumber: 1, pageSize: 200 }),
    )
  ).items
const regions = async () => (await items('region')).map(({ name, depth, code }) => `${depth}${code}${name}`)

it('imports a tree in any row order and undoes it completely', async () => {
  const effects = await bureau.bring([
    { type: '片区', code: 'e1', name: '东一片', parentCode: 'e' },
    { type: 'region', code: 'w', name: '西片', sort: '20' },
    { type: '片区', code: 'e', name: '东片', sort: '10' },
    { type: '学历', code: '22', name: '双学位' },
  ])
  expect(await regions()).toEqual(['0e东片', '1e1东一片', '0w西片'])
  expect((await items('diploma')).at(-1)!.name).toBe('双学位')
  expect((await bureau.undo(effects)).map(({ keptReason }) => keptReason)).toEqual(['', '', '', ''])
  expect([await regions(), (await items('diploma')).at(-1)!.name]).toEqual([[], '其他'])
})

it('updates own values and skips rows without changes', async () => {
  await as(world.chief, (ctx) => saveConstant(ctx, makeConstantForm('region', 'e', '东片')))
  expect(await bureau.one({ type: '片区', code: 'e', name: '东片' })).toMatchObject({ result: 'same', issues: [] })
  const verdict = await bureau.one({ type: '片区', code: 'e', name: '东部', sort: '5' })
  expect(verdict.changes).toEqual([
    { column: 'name', before: '东片' },
    { column: 'sort', before: '10' },
  ])
  const effects = await bureau.bring([{ type: '片区', code: 'e', name: '东部', sort: '5' }])
  expect(await regions()).toEqual(['0e东部'])
  await bureau.undo(effects)
  expect((await items('region'))[0]).toMatchObject({ name: '东片', sort: 10 })
})

it('explains what is wrong with a row', async () => {
  const one = async (cells: Record<string, string>) => listIssueCodes(await bureau.one(cells))
  expect(await one({ type: '学力', code: '1', name: '甲' })).toEqual(['type:unknown'])
  expect(await one({ type: '民族', code: '57', name: '其他' })).toEqual(['type:closed'])
  expect(await one({ type: '民族', code: '01', name: '汉' })).toEqual(['code:locked'])
  expect(await one({ type: '学历', code: '22', name: '本科' })).toEqual(['name:taken'])
  expect(await one({ type: '学历', code: '22', name: '函授', parentCode: '21' })).toEqual(['parentCode:not-tree'])
  expect(await one({ type: '片区', code: 'a', name: '甲', parentCode: 'b' })).toEqual(['parentCode:unknown'])
  expect(await one({ type: '片区', code: 'a', name: '甲', parentCode: 'a' })).toEqual(['parentCode:loop'])
})

it('refuses an import at a school that the district has not permitted to add values', async () => {
  const school = createImportHarness(constantImport)(as, world.head, world.school.id)
  expect(listIssueCodes(await school.one({ type: '请假类型', code: 'S1', name: '校庆假' }))).toEqual(['type:closed'])
  await expect(
    createImportHarness(constantImport)(as, world.head, world.other.id).one({ type: '学历', code: 'S1', name: '甲' }),
  ).rejects.toThrow('组织不存在')
})

it('undo keeps values that were changed since or that have children now', async () => {
  const effects = await bureau.bring([
    { type: '片区', code: 'e', name: '东片' },
    { type: '片区', code: 'w', name: '西片' },
  ])
  await as(world.chief, async (ctx) => {
    await saveConstant(ctx, makeConstantForm('region', 'e', '东部', { isNew: false, version: 1 }))
    await saveConstant(ctx, makeConstantForm('region', 'w1', '西一片', { parentCode: 'w' }))
  })
  expect((await bureau.undo(effects)).map(({ keptReason }) => keptReason).toSorted()).toEqual(
    ['导入后被修改过', '该常量有下级，请先删除下级'].toSorted(),
  )
})

it('exports a file that can be imported again', async () => {
  await bureau.bring([{ type: '片区', code: 'e', name: '东片' }])
  const filter = constantExport.filter.parse({ type: 'region', orgId: '' })
  const columns = ['type', 'code', 'name', 'parent', 'sort', 'state']
  const request = { columns, isWhole: false, after: null, limit: 100 }
  expect(await as(world.auditor, (ctx) => constantExport.read(ctx, filter, request))).toEqual({
    rows: [['片区', 'e', '东片', '', 10, '启用']],
    after: null,
  })
})
