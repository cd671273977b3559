import { beforeAll, expect, it } from 'vitest'
import type { Actor } from '#packages/core'
import { listIssueCodes, exportAllColumns, parseExportedRows, createActor, useDatabase } from '#packages/testing'
import { wholeDistrict } from '#packages/core'
import { withOrgPermissions, createTree, treeOf, type Tree } from '../tree.fixture.ts'
import { importRows } from './sheet.fixture.ts'
import { organisationExport } from './organisation-export.ts'
import { organisationImport } from './organisation-import.ts'

const database = useDatabase()
const { as } = database
let tree: Tree
let director: Actor, administrator: Actor

beforeAll(async () => {
  tree = await as(createActor(), createTree)
  director = createActor({ orgId: tree.bureau.id }, withOrgPermissions(wholeDistrict))
  administrator = createActor({ orgId: tree.school.id }, withOrgPermissions(treeOf(tree.school)))
  const department = (名称: string, 上级: string) => ({ 名称, 上级, 类型: '部门' })
  // Departments with the same name, with departments of the same name below them.
  await as(director, (ctx) =>
    importRows(ctx, tree.bureau.id, [
      { 名称: '春晖小学', 上级: '第一学区', 类型: '中小学', 学段: '小学', 电话: '0571-88886666' },
      ...['实验小学', '春晖小学'].map((school) => department('小学部', school)),
      ...['实验小学/小学部', '春晖小学/小学部'].map((section) => department('语文教研组', section)),
    ]),
  )
})

const everything = () => organisationExport.filter.parse({ within: 'below' })

it.each([
  ['the district', () => director, () => tree.bureau],
  ['a school', () => administrator, () => tree.school],
] as const)('importing an export of %s changes nothing and asks nothing', async (_, who, getImportOrg) => {
  const file = await exportAllColumns(as, who(), organisationExport, everything())
  expect(file.lines).toContainEqual(expect.objectContaining({ 名称: '语文教研组', 上级: '实验小学/小学部' }))
  const below = file.lines.filter(({ 名称 }) => 名称 !== '云禾区教育局')
  const rows = await parseExportedRows(as, who(), organisationImport, getImportOrg().id, { ...file, lines: below })
  const verdicts = await as(who(), (ctx) => organisationImport.examine(ctx, getImportOrg().id, rows))
  expect(verdicts.flatMap(listIssueCodes)).toEqual([])
  expect(verdicts.map(({ result }) => result)).toEqual(verdicts.map(() => 'same'))
})

it('the row of the import root changes nothing', async () => {
  const file = await exportAllColumns(as, administrator, organisationExport, everything())
  const own = file.lines
    .filter(({ 名称 }) => 名称 === '实验小学')
    .map((line) => ({ ...line, 学段: '小学', 地址: '别处' }))
  expect(own).toHaveLength(1)
  const rows = await parseExportedRows(as, administrator, organisationImport, tree.school.id, { ...file, lines: own })
  const [verdict] = await as(administrator, (ctx) => organisationImport.examine(ctx, tree.school.id, rows))
  expect(listIssueCodes(verdict!)).toEqual(['name:not-yours'])
})
