import { openPage } from '#entry/e2e/accessibility.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

test('a district administrator reads the use of applications, and the days and hours behind a number', async ({
  page,
  cast,
}) => {
  await signIn(page, cast.districtAdmin)
  await openPage(page, '/developer/applicationData')
  await test.step('the period is one of four, up to today', async () => {
    const period = page.getByRole('group', { name: '统计时间' })
    await period.getByLabel('统计时间的单位').selectOption('last7')
    await expect(page).toHaveURL(/period=last7/)
    // The numbers of the period before stay until these have loaded.
    await expect(page.getByRole('heading', { name: /^近 7 天打开/ })).toBeVisible()
  })
  await test.step('calls of the open interface are those of the district', async () => {
    for (const name of ['接口调用', '接口错误'])
      await expect(page.getByText(new RegExp(`^${name}[\\d,]+ 次`)).first()).toBeVisible()
    await expect(page.getByText('暂无数据')).toHaveCount(0)
  })
  const opens = page.getByRole('link', { name: /^打开次数/ })
  await test.step('the list behind the number has a sum that is no smaller', async () => {
    const readCount = (text: string | null) =>
      Number(/打开(?:次数)? ?(?<count>[\d,]+) 次/.exec(text ?? '')!.groups!['count']!.replaceAll(',', ''))
    const count = readCount(await opens.textContent())
    await opens.click()
    await page.getByRole('link', { name: '打开列表' }).click()
    await expect(page).toHaveURL(/applicationDataDetail/)
    // Other journeys open applications in the meantime.
    const sum = page.getByText(/^打开 [\d,]+ 次/).first()
    await expect(sum).toBeVisible()
    expect(readCount(await sum.textContent())).toBeGreaterThanOrEqual(count)
  })
  await test.step('a day has its hours', async () => {
    await page.getByRole('row').nth(1).getByRole('link').first().click()
    await expect(page.getByText('每小时打开次数（次）')).toBeVisible()
  })
})
