import { dayOf } from '#packages/core'
import { formatGradeName } from '#kernel/schooling/contract.ts'
import { createStudentFile, commonStudentFaults } from '#entry/testing/student-import-file.ts'
import { createWorkbook } from '#entry/testing/workbook.ts'
import { hashOrganisation, queryCell } from '#entry/e2e/databases.ts'
import { newSchoolNames } from '#entry/e2e/test-schools.ts'
import { adoptAllSuggestions, countActions, pasteCorrections, undoImport } from '#entry/e2e/import-steps.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

const pupils = 1_200
const maxActions = 12

interface ClassRow {
  org_id: string
  name: string
  stage: number
  start_year: number
  years: number
}

/** A school with classes that no other journey changes. */
async function quietClasses(but: string) {
  const rows = await queryCell<ClassRow>(
    `select c.org_id, c.name, g.stage, g.start_year, g.years from tenant.school_class c
       join tenant.grade g on (g.district_id, g.id) = (c.district_id, c.grade_id)
     where c.district_id = 1 and c.org_id = (
       select o.id from tenant.organisation o where o.district_id = 1 and o.type = 'school' and o.name <> all ($1)
         and exists (select from tenant.school_class s where s.district_id = 1 and s.org_id = o.id) order by o.name limit 1)
     order by g.start_year, c.name`,
    [[but, newSchoolNames.desktop]],
  )
  const today = dayOf(new Date())
  const classes = rows.map(({ name, stage, start_year: startYear, years }) => ({
    grade: formatGradeName({ stage, startYear, years }, today),
    name,
    startYear,
  }))
  return { orgId: rows[0]!.org_id, classes }
}

test('a clerk imports 1,200 pupils from the national system with 37 faults, and undoes it', async ({
  page,
  context,
  cast,
}) => {
  test.setTimeout(240_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const { orgId, classes } = await quietClasses(cast.school)
  const state = () => hashOrganisation(orgId)
  const file = createStudentFile({ rows: pupils, classes, broken: commonStudentFaults, series: 3 })
  const before = await state()
  const press = (name: RegExp | string) => page.getByRole('button', { name }).click()
  const { perform, count } = countActions()
  await signIn(page, cast.districtAdmin, `/baseData/Import?target=student&orgId=${orgId}`)
  const began = performance.now()

  await test.step('the columns of the national system are recognised', async () => {
    const buffer = Buffer.from(await createWorkbook(file))
    await perform(page.getByLabel('选择要导入的文件').setInputFiles({ name: '学籍导出.xlsx', mimeType: '', buffer }))
    await perform(press('下一步：检查'))
    await expect(page.getByText('37 行待修正，共 7 类')).toBeVisible({ timeout: 60_000 })
  })

  await test.step('automatic fixes take one click, the rest is pasted', async () => {
    await adoptAllSuggestions(page, perform)
    await pasteCorrections(
      page,
      perform,
      ['class:unknown', 'idCard:checksum', 'studentNo:format', 'guardian1Phone:format'],
      file.faults,
    )
  })

  await test.step('it is imported, and undone to the last byte', async () => {
    await perform(press('导入 1,197 行'))
    await expect(page.getByRole('region', { name: '导入结果' })).toContainText('1,197', { timeout: 60_000 })
    await undoImport(page, perform)
    expect(await state()).toBe(before)
  })
  const seconds = (performance.now() - began) / 1000
  console.log(`import: ${count()} acts and ${seconds.toFixed(1)} s until 1,197 pupils were there and gone again`)
  expect(count()).toBeLessThanOrEqual(maxActions)
})
