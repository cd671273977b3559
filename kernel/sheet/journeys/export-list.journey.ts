import { execFileSync } from 'node:child_process'
import { expect, getRow, signIn, test } from '#entry/e2e/journey.ts'

test('a list is exported as it is shown, with masked numbers, and recorded', async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '/baseData/User')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog')

  await test.step('unmasked numbers require a reason and another person', async () => {
    await dialog.getByRole('checkbox', { name: '敏感列导出完整内容' }).click()
    await expect(dialog.getByRole('button', { name: /^提交审批/ })).toBeVisible()
    await dialog.getByRole('button', { name: /^提交审批/ }).click()
    await expect(dialog.getByText('请填写导出原因')).toBeVisible()
    await dialog.getByRole('checkbox', { name: '敏感列导出完整内容' }).click()
  })

  await test.step('the file downloads by itself, and has no formula and no unmasked number', async () => {
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^导出（\d+ 人）/ }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^教职工_.+_\d{8}\.xlsx$/)
    const sheet = execFileSync('unzip', ['-p', await file.path(), 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' })
    expect(sheet).toContain(cast.teacherName)
    expect(sheet).toMatch(/\d{3}\*{4}\d{4}/)
    expect(sheet).not.toMatch(/1[3-9]\d{9}|\d{17}[\dX]|<f[ >]/)
    await expect(dialog).toBeHidden()
  })

  await test.step('it is in the list of exports', async () => {
    await page.goto('/baseData/Exports')
    await expect(getRow(page, false, '教职工').first()).toBeVisible()
  })
})
