import { createStaffFile } from '#entry/testing/staff-import-file.ts'
import { createWorkbook } from '#entry/testing/workbook.ts'
import { expect, signIn, test, getPageWidth } from '#entry/e2e/journey.ts'

test('on a phone a short list is imported, corrected card by card, and undone', async ({ page, cast }) => {
  const departments = ['校办公室', '教务处']
  const file = createStaffFile({
    rows: 30,
    departments,
    broken: { 'sex:sex-differs': 2, 'mobile:format': 1 },
    series: 9,
  })
  await signIn(page, cast.schoolAdmin, '/baseData/User')
  await page.getByRole('button', { name: '更多', exact: true }).click()
  await page.getByRole('menuitem', { name: '导入' }).click()
  const buffer = Buffer.from(await createWorkbook(file))
  await page.getByLabel('选择要导入的文件').setInputFiles({ name: '名单.xlsx', mimeType: '', buffer })
  await page.getByRole('button', { name: '下一步：检查' }).click({ timeout: 60_000 })
  await expect(page.getByText('3 行待修正，共 2 类')).toBeVisible({ timeout: 60_000 })
  expect(await getPageWidth(page)).toBeLessThanOrEqual(390)

  await test.step('it can be left and continued', async () => {
    await page.goto('/baseData/User')
    await page.getByRole('button', { name: '更多', exact: true }).click()
    await page.getByRole('menuitem', { name: '导入' }).click()
    await page.getByRole('button', { name: '继续' }).first().click()
    await expect(page.getByText('3 行待修正，共 2 类')).toBeVisible()
  })

  await page.getByLabel('查看哪些行').selectOption({ label: '性别与身份证号不符（2 行）' })
  await page.getByRole('button', { name: /（2 行）$/ }).click()
  await expect(page.getByText('1 行待修正，共 1 类')).toBeVisible()
  const fault = file.faults.find(({ kind }) => kind === 'mobile:format')!
  const field = page.getByLabel(`第 ${fault.row} 行 手机`)
  await field.fill(fault.right)
  await field.press('Enter')
  await expect(page.getByText('没有错误，可以导入')).toBeVisible()
  await page.getByRole('button', { name: '导入 30 行' }).click()
  await expect(page.getByText('30 行全部导入')).toBeVisible({ timeout: 60_000 })
  await page.getByRole('button', { name: '撤销本次导入' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '撤销导入' }).click()
  await expect(page.getByText('已撤销').first()).toBeVisible({ timeout: 60_000 })
  expect(await getPageWidth(page)).toBeLessThanOrEqual(390)
})
