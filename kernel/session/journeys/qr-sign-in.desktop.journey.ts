import type { Browser, Page } from '@playwright/test'
import { signInPeople, getLoginName, getPhone } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { expect, expectSignedIn, fillSignIn, homePath, test } from '#entry/e2e/journey.ts'

interface Code {
  url: string
  number: string
}

/** The sign-in page on a computer, with the link in its QR code. */
async function openOnComputer(page: Page): Promise<Code> {
  const answer = page.waitForResponse('**/loginQrCode')
  await page.goto('/login')
  const { data } = (await (await answer).json()) as { data: Code }
  await expect(page.getByRole('img', { name: '登录二维码' })).toBeVisible()
  return data
}

/** A separate phone scans the code, and signs in first. */
async function scan(browser: Browser, { url }: Code) {
  const phone = await browser.newContext({ viewport: { width: 390, height: 844 }, locale: 'zh-CN' })
  const page = await phone.newPage()
  await page.goto(url)
  await expect(page).toHaveURL(/\/login\?redirect=%2Fqr/)
  await fillSignIn(page, getLoginName('desktop', 'scanner'))
  await expect(page).toHaveURL(url)
  await expect(page.getByRole('button', { name: '不是我，取消' })).toBeVisible()
  return page
}

test('a phone signs in the computer that shows the code', async ({ page, browser }) => {
  const code = await openOnComputer(page)
  const phone = await scan(browser, code)
  await expect(phone.getByText(code.number, { exact: true })).toBeVisible()
  await expect(phone.getByText(signInPeople.scanner.name)).toBeVisible()
  await expect(page.getByText('请在手机上确认')).toBeVisible()
  await expect(page.getByText(code.number, { exact: true })).toBeVisible()
  const began = new Date()
  await phone.getByRole('button', { name: '数字相同，确认登录' }).click()
  // The phone signed in by password alone, so it needs an SMS code now.
  await phone.getByLabel('短信验证码').fill(await waitForSmsCode(getPhone('desktop', 'scanner'), began))
  await expect(phone.getByRole('heading', { name: '已确认登录' })).toBeVisible()
  await expect(page).toHaveURL(homePath)
  await expectSignedIn(page, signInPeople.scanner.name)

  await test.step('the same code cannot be used twice', async () => {
    await phone.reload()
    await expect(phone.getByRole('heading', { name: '二维码已过期，请在电脑上刷新' })).toBeVisible()
  })
})

test('a phone refuses, and the computer shows that', async ({ page, browser }) => {
  const phone = await scan(browser, await openOnComputer(page))
  await phone.context().setOffline(true)
  await expect(phone.getByText('没有网络，无法确认')).toBeVisible()
  await expect(phone.getByRole('button', { name: '数字相同，确认登录' })).toHaveAttribute('aria-disabled', 'true')
  await phone.context().setOffline(false)
  await phone.getByRole('button', { name: '不是我，取消' }).click()
  await expect(phone.getByRole('heading', { name: '已取消' })).toBeVisible()
  await expect(page.getByText('已在手机上取消')).toBeVisible()
  await page.getByRole('button', { name: '重新扫码' }).click()
  await expect(page.getByText('已在手机上取消')).toBeHidden()
  await expect(page.getByText(/后自动更换/)).toBeVisible()
})

test('a page that was left does not poll for its code', async ({ page }) => {
  await page.clock.install()
  await openOnComputer(page)
  let requestCount = 0
  await page.route('**/checkQrCode*', (route) => {
    requestCount++
    return route.continue()
  })
  await page.clock.runFor(3_000)
  await expect.poll(() => requestCount).toBeGreaterThan(0)
  await page.getByRole('link', { name: '短信登录' }).click()
  await expect(page.getByRole('heading', { name: '短信登录' })).toBeVisible()
  const before = requestCount
  await page.clock.runFor(60_000)
  expect(requestCount).toBe(before)
})
