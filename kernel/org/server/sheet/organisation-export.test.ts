import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { createActor, useDatabase } from '#packages/testing'
import { wholeDistrict } from '#packages/core'
import { searchOrganisations } from '../service/organisations.ts'
import { withOrgPermissions, createTree, treeOf, type Tree } from '../tree.fixture.ts'
import { importRows } from './sheet.fixture.ts'
import type { OrganisationSheetFilter } from './sheet-queries.ts'
import { organisationExport } from './organisation-export.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let director: Actor
let administrator: Actor

beforeAll(async () => {
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
  const departments = Array.from({ length: 23 }, (_, at) => ({ 名称: `第${at}组`, 上级: '实验小学', 类型: '部门' }))
  const school = {
    名称: '春晖小学',
    上级: '第一学区',
    类型: '中小学',
    学段: '小学、初中',
    办别: '民办',
    电话: '88886666',
  }
  await as(director, (ctx) => importRows(ctx, tree.bureau.id, [school, ...departments]))
})

const filterOf = (input: Record<string, unknown>): OrganisationSheetFilter => organisationExport.filter.parse(input)
const columns = ['name', 'parent', 'type', 'stages', 'property', 'people', 'children', 'phone', 'status']

async function all(who: Actor, filter: OrganisationSheetFilter, limit = 7) {
  const rows: unknown[][] = []
  let after: string | null = null
  do {
    const piece: Awaited<ReturnType<typeof organisationExport.read>> = await as(who, (ctx) =>
      organisationExport.read(ctx, filter, { columns, isWhole: false, after, limit }),
    )
    rows.push(...piece.rows.map((row) => [...row]))
    after = piece.after
  } while (after !== null)
  return rows
}

it('exports everything that the list shows, in its order, and as many rows as it counts', async () => {
  const filter = filterOf({ within: 'below' })
  const rows = await all(director, filter)
  const page = { pageNumber: 1, pageSize: 200, sort: 'sort', desc: false } as const
  const list = await as(director, (ctx) => searchOrganisations(ctx, { ...filter, ...page }))
  expect(rows.map(([name]) => name)).toEqual(list.items.map(({ name }) => name))
  expect(await as(director, (ctx) => organisationExport.count(ctx, filter))).toBe(rows.length)
  expect(rows).toContainEqual(['春晖小学', '第一学区', '中小学', '小学、初中', '民办', 0, 0, '88886666', '启用'])
})

it('stays in the scope of the list', async () => {
  const rows = await all(administrator, filterOf({ within: 'below' }))
  expect(rows.map(([name]) => name)).not.toContain('春晖小学')
  expect(rows).toHaveLength(26)
  const elsewhere = filterOf({ parentId: tree.cluster.id })
  for (const ask of [organisationExport.count, organisationExport.describe])
    await expect(as<unknown>(administrator, (ctx) => ask(ctx, elsewhere))).rejects.toThrow('不存在')
  await expect(all(administrator, elsewhere)).rejects.toThrow('不存在')
})

it('exports only the selected rows, or all but the deselected ones, and none out of scope', async () => {
  const input = { parentId: tree.bureau.id, within: 'below' }
  const some = filterOf({ ...input, ids: [tree.school.id, tree.cluster.id] })
  const names = (await all(director, some)).map(([name]) => String(name))
  expect(names.toSorted()).toEqual(['实验小学', '第一学区'])
  expect(await as(director, (ctx) => organisationExport.count(ctx, some))).toBe(2)
  expect(await all(administrator, filterOf({ within: 'below', ids: [tree.cluster.id] }))).toEqual([])
  const every = await all(director, filterOf(input))
  const rest = filterOf({ ...input, except: [tree.school.id] })
  expect(await all(director, rest)).toHaveLength(every.length - 1)
  expect(await as(director, (ctx) => organisationExport.describe(ctx, rest))).toContain('除去1个')
})

it('describes the filter in words', async () => {
  const describeFilter = (input: Record<string, unknown>) =>
    as(director, (ctx) => organisationExport.describe(ctx, filterOf(input)))
  expect(await describeFilter({})).toBe('全部可见机构，直接下级')
  expect(
    await describeFilter({
      parentId: tree.cluster.id,
      within: 'below',
      keyword: '小',
      type: 'school',
      stage: 2,
      status: 'open',
    }),
  ).toBe('第一学区，含各级下级，中小学，小学，启用，含“小”')
})
