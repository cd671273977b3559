import { openPage } from '#entry/e2e/accessibility.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

const lines = ['学籍号,时间,方向,地点', 'G330000000000000001,2026-11-18 07:30:00,进,东门', 'G2,早上,进,东门']

test('an administrator opens an interface, collects a file, and mends what was put into quarantine', async ({
  page,
  cast,
}) => {
  await signIn(page, cast.districtAdmin)
  await openPage(page, '/developer/dataCollectManagement')
  await test.step('an interface is opened for applications', async () => {
    await page.getByRole('navigation', { name: '接口' }).getByText('校历').click()
    await page.getByRole('button', { name: '设置', exact: true }).click()
    await page.getByRole('switch', { name: '开放' }).click()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('已开放')).toBeVisible()
  })
  await test.step('a task takes the rows of a file', async () => {
    await page.getByRole('tab', { name: '采集' }).click()
    await page.getByRole('button', { name: '新建采集任务' }).click()
    await page.getByLabel('任务名称').fill('西门闸机')
    await page.getByLabel('数据来自').fill('校门闸机')
    await page.getByRole('button', { name: '保存' }).click()
    await page.getByRole('button', { name: '上传数据' }).first().click()
    const file = { name: 'gate.csv', mimeType: 'text/csv', buffer: Buffer.from(lines.join('\n')) }
    await page.getByLabel('选择要导入的文件').setInputFiles(file)
    await expect(page.getByText('收取 0 行，未变 0 行，隔离 2 行')).toBeVisible({ timeout: 20_000 })
    await page.getByRole('button', { name: '完成' }).click()
  })
  await test.step('a row is corrected; it stays until the pupil is known', async () => {
    await page.getByRole('tab', { name: '隔离数据' }).click()
    await page
      .getByRole('row', { name: /时间格式不正确/ })
      .getByRole('button', { name: '修改' })
      .click()
    await page.getByRole('textbox', { name: '时间' }).fill('2026-11-18 07:31:00')
    await page.getByRole('button', { name: '重放' }).click()
    await expect(page.getByRole('row', { name: /没有这个学籍号的在校学生/ })).toHaveCount(2)
  })
})
