import type { Page } from '@playwright/test'
import { waitForIdle, watchPage } from './page-idle.ts'
import { expect, test } from './journey.ts'

test('the sign-in page loads nothing of the staff shell', async ({ page }) => {
  await watchPage(page)
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  await waitForIdle(page)
  const fetched = await page.evaluate<number>(
    "performance.getEntriesByType('resource').filter((one) => one.name.includes('/assets/')).reduce((sum, one) => sum + one.encodedBodySize, 0)",
  )
  // Including everything after the form: the rules, the QR code, the background, the footer, and both themes.
  expect(fetched / 1000).toBeLessThan(151)
})

test('大字 is in the same corner of every page before sign-in, and stays on', { tag: '@phone' }, async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '大字' }).click()
  for (const address of ['/userLogin', '/help', '/homepage', '/policy/children']) {
    await page.goto(address)
    await expect(page.getByRole('button', { name: '大字' })).toHaveAttribute('aria-pressed', 'true')
    expect(await page.evaluate<string>('getComputedStyle(document.body).fontSize')).toBe('18px')
  }
  await page.getByRole('button', { name: '大字' }).click()
  expect(await page.evaluate<string>('getComputedStyle(document.body).fontSize')).toBe('14px')
})

test(
  'a help button opens the handbook at its section, and the handbook can be searched',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/help#orgs')
    await expect(page.getByRole('heading', { name: '组织机构', level: 2 })).toBeFocused()
    await page.goto('/help')
    await page.getByLabel('搜索帮助').fill('解除绑定')
    await page.getByRole('status').getByRole('link').first().click()
    await expect(page.getByRole('article')).toContainText('解除')
  },
)

const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })

test('a form on a phone is restored after the page was killed', { tag: '@phone' }, async ({ page, context }) => {
  await page.goto('/lite?show=flow')
  await button(page, /开始填写/).click()
  await page.getByLabel('孩子姓名').fill('陈知远')
  await button(page, '下一步').click()
  await expect(page.getByRole('alert')).toContainText('有 3 处需要修改')
  await page.getByRole('link', { name: /民族/ }).click()
  await expect(page.getByLabel('民族')).toBeFocused()
  await page.getByLabel('身份证号').fill('330100202003090134')
  await expect(page.getByText('由身份证号得出，不用再填')).toBeVisible()
  await page.getByLabel('民族').selectOption('汉族')
  await page.getByText('否', { exact: true }).click()
  await button(page, '下一步').click()
  await page.getByLabel('手机号').fill('138 0013')
  await expect(page.getByText(/已存在手机里|已保存/)).toBeVisible()

  // The phone discards the page.
  const address = page.url()
  await page.close()
  const again = await context.newPage()
  await again.goto(address)
  await expect(again.getByLabel('手机号')).toBeFocused()
  await expect(again.getByLabel('手机号')).toHaveValue('138 0013')
  await again.goBack()
  await expect(again.getByLabel('孩子姓名')).toHaveValue('陈知远')
  await again.close()
})
