import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { expectAccessible, openPage } from '#entry/e2e/accessibility.ts'

test('a school administrator reads the figures of one application, explains one and exports the table', async ({
  page,
  cast,
}) => {
  await signIn(page, cast.schoolAdmin)
  await openPage(page, '/appData/index?key=student')
  await test.step('every figure has its definition', async () => {
    await page.getByRole('button', { name: '在校学生的口径' }).click()
    const drawer = page.getByRole('dialog', { name: '指标口径' })
    await expect(drawer.getByText('在读和休学的学生')).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('button', { name: '关闭' }).click()
  })
  await test.step('another range is in the address', async () => {
    await page.getByRole('combobox', { name: '时间', exact: true }).selectOption('7')
    await expect(page).toHaveURL(/from=.*to=/)
    await expect(page.getByRole('tab', { name: '未完成名单' })).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the table is exported', async () => {
    const started = page.waitForEvent('download')
    await page.getByRole('button', { name: '导出' }).click()
    await page.getByRole('menuitem', { name: '本页表格' }).click()
    expect((await started).suggestedFilename()).toMatch(/\.xlsx$/)
  })
})

test(
  'figures, trend and the missing are on a phone too, and an application without figures says so',
  { tag: '@phone' },
  async ({ page, cast }) => {
    await signIn(page, cast.schoolAdmin)
    await openPage(page, '/appData/index?key=student')
    await expect(page.getByRole('button', { name: '在校学生的口径' })).toBeVisible()
    await page.getByRole('tab', { name: '未完成名单' }).click()
    await expect(page.getByText('没有缺少数据的单位')).toBeVisible()
    await openPage(page, '/appData/index?key=data-centre')
    await expect(page.getByText('该应用暂未接入数据统计')).toBeVisible()
  },
)
