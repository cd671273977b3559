import pg from 'pg'
import { postgres } from '../../tools/stack/postgres.ts'
import { createStaffFile, commonStaffFaults } from '../testing/staff-import-file.ts'
import { hashTables } from '../testing/table-hashes.ts'
import { createWorkbook } from '../testing/workbook.ts'
import { e2eCell } from './databases.ts'
import { adoptAllSuggestions, countActions, pasteCorrections, undoImport } from './import-steps.ts'
import { importDepartments, importSchool } from './test-schools.ts'
import { expect, signIn, test } from './journey-helpers.ts'

const people = 1_200
const maxActions = 12

async function idOf(school: string) {
  const client = new pg.Client({ connectionString: postgres().cluster.url('postgres', e2eCell) })
  await client.connect()
  const { rows } = await client.query<{ id: string }>('select id from tenant.organisation where name = $1', [school])
  await client.end()
  return rows[0]!.id
}

const state = (orgId: string) => hashTables(postgres().cluster.url('postgres', e2eCell), orgId)

test('a clerk imports 1,200 colleagues with 37 faults of eight kinds, undoes it, and imports them again', async ({
  page,
  context,
  cast,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const school = await idOf(importSchool)
  const file = createStaffFile({
    rows: people,
    departments: [...importDepartments],
    broken: commonStaffFaults,
    series: 1,
  })
  const buffer = Buffer.from(await createWorkbook(file))
  const before = await state(school)
  const press = (name: RegExp | string) => page.getByRole('button', { name }).click()
  const { perform, count } = countActions()
  await signIn(page, cast.districtAdmin, `/baseData/Import?target=staff&orgId=${school}`)
  const began = performance.now()

  await test.step('the columns are found by their headings', async () => {
    await perform(page.getByLabel('选择要导入的文件').setInputFiles({ name: '花名册.xlsx', mimeType: '', buffer }))
    await expect(page.getByText('11 / 12 列已自动匹配')).toBeVisible({ timeout: 60_000 })
    await perform(press('下一步：检查'))
    await expect(page.getByText('37 行待修正，共 8 类')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('automatic fixes take one click, the rest is pasted', async () => {
    await adoptAllSuggestions(page, perform)
    await expect(page.getByText('12 行待修正，共 3 类')).toBeVisible()
    await pasteCorrections(page, perform, ['idCard:checksum', 'mobile:format', 'birthday:date'], file.faults)
  })

  await test.step('it is imported', async () => {
    await perform(press('导入 1,197 行'))
    await expect(page.getByRole('region', { name: '导入结果' })).toContainText('1,197', { timeout: 60_000 })
  })

  await test.step('it is undone, to the last byte', async () => {
    await undoImport(page, perform)
    expect(await state(school)).toBe(before)
  })

  await test.step('it is imported again, with all corrections', async () => {
    await perform(press('重新检查并导入'))
    await perform(press('导入 1,197 行'))
    await expect(page.getByRole('region', { name: '导入结果' })).toContainText('1,197', { timeout: 60_000 })
  })
  const seconds = (performance.now() - began) / 1000
  console.log(`import: ${count()} acts and ${seconds.toFixed(1)} s until it was there, gone and there again`)
  expect(count()).toBeLessThanOrEqual(maxActions)
})
