import { Secret, TOTP } from 'otpauth'
import type { Page } from '@playwright/test'
import { signInPeople, keyedSecret, getLoginName, getPhone, getProject } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { baseUrl } from '#entry/e2e/e2e-settings.ts'
import { expect, expectSignedIn, expectNote, fillSignIn, signIn, test } from '#entry/e2e/journey.ts'

// Passkeys need a host name; an IP address is not allowed.
test.use({ baseURL: baseUrl.replace('127.0.0.1', 'localhost') })

/** The TOTP code now or a number of 30-second steps later. */
const codeOf = (secret: string, later = 0) =>
  new TOTP({ secret: Secret.fromBase32(secret), digits: 6, period: 30 }).generate({
    timestamp: Date.now() + later * 30_000,
  })

/** A virtual device with a fingerprint reader that always confirms. */
async function withAuthenticator(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
}

const factors = (page: Page) => page.getByRole('region', { name: '登录验证方式' })

test(
  'a user signs in with an authenticator app, and then with a passkey',
  { tag: '@both' },
  async ({ page, isPhone }) => {
    const name = getLoginName(getProject(isPhone), 'keyed')
    await withAuthenticator(page)

    await test.step('the second step accepts a code of the app', async () => {
      await page.goto('/login')
      await fillSignIn(page, name)
      await page.getByRole('button', { name: '动态口令' }).click()
      await expect(page.getByText('请输入手机验证器里的 6 位动态口令')).toBeVisible()
      await page.getByLabel('动态口令', { exact: true }).fill(codeOf(keyedSecret))
      await expectSignedIn(page, signInPeople.keyed.name)
    })

    await test.step('a passkey is added after a code', async () => {
      await page.goto('/personal/devices')
      await expect(factors(page).getByText(/^开启于/)).toBeVisible()
      await factors(page).getByRole('button', { name: '添加通行密钥' }).click()
      const dialog = page.getByRole('dialog', { name: '添加通行密钥' })
      await dialog.getByLabel('名称').fill('办公室电脑')
      await dialog.getByRole('button', { name: '下一步' }).click()
      await dialog.getByLabel('动态口令').fill(codeOf(keyedSecret, 1))
      await dialog.getByRole('button', { name: '下一步' }).click()
      await expectNote(page, '已添加通行密钥')
      await expect(factors(page).getByText('办公室电脑')).toBeVisible()
    })

    await test.step('it completes the second step of the next sign-in', async () => {
      await page.goto('/login')
      await fillSignIn(page, name)
      await page.getByRole('button', { name: '通行密钥' }).click()
      await page.getByRole('button', { name: '验证并登录' }).click()
      await expectSignedIn(page, signInPeople.keyed.name)
    })

    await test.step('it confirms the removal of the app', async () => {
      await page.goto('/personal/devices')
      await expect(factors(page).getByText(/最近使用/)).toBeVisible()
      await factors(page).getByRole('button', { name: '移除', exact: true }).click()
      const dialog = page.getByRole('dialog', { name: '移除动态口令' })
      await dialog.getByRole('button', { name: '移除' }).click()
      await dialog.getByRole('button', { name: '改用通行密钥' }).click()
      await dialog.getByRole('button', { name: '用通行密钥验证' }).click()
      await expectNote(page, '已移除动态口令')
      await expect(factors(page).getByRole('button', { name: '添加动态口令' })).toBeVisible()
    })
  },
)

test('a teacher adds an authenticator app', { tag: '@both' }, async ({ page, isPhone }) => {
  const project = getProject(isPhone)
  const began = new Date()
  await signIn(page, getLoginName(project, 'protected'), '/personal/devices', { isFresh: true })
  await factors(page).getByRole('button', { name: '添加动态口令' }).click()
  const dialog = page.getByRole('dialog', { name: '添加动态口令' })
  await dialog.getByLabel('短信验证码').fill(await waitForSmsCode(getPhone(project, 'protected'), began))
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByRole('img', { name: '动态口令二维码' })).toBeVisible()
  const secret = (await dialog.locator('code').innerText()).replace(/\s/g, '')
  const field = dialog.getByLabel('动态口令', { exact: true })
  await field.fill('12345')
  await dialog.getByRole('button', { name: '开启' }).click()
  await expect(dialog.getByRole('alert')).toHaveText('请输入6位验证码')
  await field.fill(codeOf(secret))
  await dialog.getByRole('button', { name: '开启' }).click()
  await expectNote(page, '已开启动态口令')
  await expect(factors(page).getByText(/^开启于/)).toBeVisible()
})
