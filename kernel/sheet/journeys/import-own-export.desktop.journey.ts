import { readSheet, streamSheet, type ExportCell } from '#packages/sheet'
import { hashOrganisation, queryCell } from '#entry/e2e/databases.ts'
import { countActions, undoImport } from '#entry/e2e/import-steps.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

/** A school with two departments of one name that no other journey changes. */
async function schoolOfTwins(but: string) {
  const [school] = await queryCell<{ id: string; name: string }>(
    `select o.id, o.name from tenant.organisation o where o.district_id = 1 and o.type = 'school' and o.name <> $1
       and exists (select from tenant.organisation d where d.district_id = 1 and d.path <@ o.path and d.type = 'department'
         group by d.name having count(*) > 1)
       and exists (select from tenant.membership m where m.district_id = 1 and m.org_id = o.id)
     order by o.name limit 1`,
    [but],
  )
  return school!
}

/** The rows of an export, below its headings. */
async function linesOf(path: string): Promise<ExportCell[][]> {
  const lines: ExportCell[][] = []
  const readOptions = { suffix: 'xlsx' as const, rowsAtMost: 5_000, known: ['姓名', '工号', '部门', '手机'] }
  for await (const piece of readSheet(path, readOptions)) {
    if (piece.kind === 'head') lines.push(piece.headings)
    if (piece.kind === 'rows') lines.push(...piece.rows.map(({ cells }) => cells.map(String)))
  }
  return lines.map((line) => line.map((value) => (value === 'null' ? '' : value)))
}

async function workbook([headings = [], ...rows]: ExportCell[][]): Promise<Buffer> {
  const columns = headings.map((title) => ({ title: String(title) }))
  const pieces: Uint8Array[] = []
  for await (const piece of streamSheet({ sheetName: '教职工', columns, rows })) pieces.push(piece)
  return Buffer.concat(pieces)
}

test('an exported list is imported again without a question, and two changed cells are two changes', async ({
  page,
  cast,
}) => {
  test.slow()
  const school = await schoolOfTwins(cast.school)
  const before = await hashOrganisation(school.id)
  const press = (name: RegExp | string) => page.getByRole('button', { name, exact: true }).click()
  await signIn(page, cast.districtAdmin, `/baseData/User?node=${school.id}`)

  const taking = countActions()
  const path = await test.step('it is exported in two actions', async () => {
    await taking.perform(press('导出'))
    const download = page.waitForEvent('download')
    await taking.perform(
      page
        .getByRole('dialog')
        .getByRole('button', { name: /^导出（/ })
        .click(),
    )
    const file = await download
    expect(taking.count()).toBeLessThanOrEqual(2)
    return file.path()
  })
  const lines = await linesOf(path)
  const people = lines.length - 1
  expect(people).toBeGreaterThan(10)
  const departmentAt = lines[0]!.indexOf('部门')
  expect(lines.some((line) => String(line[departmentAt]).includes('/'))).toBe(true)

  await test.step('unchanged, it changes nothing and asks nothing', async () => {
    await bring(page, countActions().perform, await workbook(lines))
    await expect(page.getByText('没有错误，可以导入')).toBeVisible()
    await expect(page.getByRole('list', { name: '导入预览' })).toContainText(`不变${people}`)
    await page.goto(`/baseData/User?node=${school.id}`)
  })

  await test.step('with two cells changed it changes two people, in five actions', async () => {
    const postAt = lines[0]!.indexOf('职务')
    for (const line of lines.slice(2, 4)) line[postAt] = '课程研发组长'
    const { perform, count } = countActions()
    await bring(page, perform, await workbook(lines))
    await expect(page.getByRole('list', { name: '导入预览' })).toContainText(`更新2不变${people - 2}`)
    await perform(page.getByRole('button', { name: /^导入 \d+ 行$/ }).click())
    await expect(page.getByRole('region', { name: '导入结果' })).toBeVisible()
    expect(count()).toBeLessThanOrEqual(5)
  })

  await test.step('the import is undone', async () => {
    await undoImport(page, countActions().perform)
    expect(await hashOrganisation(school.id)).toBe(before)
  })
})

type Page = Parameters<typeof signIn>[0]
type PerformAction = ReturnType<typeof countActions>['perform']

async function bring(page: Page, perform: PerformAction, buffer: Buffer) {
  await perform(page.getByRole('button', { name: '导入', exact: true }).click())
  await perform(page.getByLabel('选择要导入的文件').setInputFiles({ name: '教职工.xlsx', mimeType: '', buffer }))
  await perform(page.getByRole('button', { name: '下一步：检查' }).click())
  await expect(page.getByRole('list', { name: '导入预览' })).toBeVisible()
}
