import type { Page } from '@playwright/test'
import { getLoginName, getPhone, getProject } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { password } from '#entry/e2e/cast.ts'
import { expect, expectNote, fillSignIn, openUserMenu, signIn, test, getUserMenuItem } from '#entry/e2e/journey.ts'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

async function openPersonal(page: Page, title: string) {
  await openUserMenu(page)
  await getUserMenuItem(page, title).click()
  await expect(page.getByRole('heading', { level: 1, name: title })).toBeVisible()
}

test('a teacher keeps her own data up to date', { tag: '@both' }, async ({ page, isPhone }) => {
  const project = getProject(isPhone)
  const oldPhone = getPhone(project, 'personal')
  const newPhone = oldPhone.replace(/^139/, '138')
  await signIn(page, getLoginName(project, 'personal'), '/', { isFresh: true })
  await openPersonal(page, '个人信息')
  const save = page.getByRole('button', { name: '保存' })

  await test.step('an unsuitable picture is refused before the upload', async () => {
    const file = page.getByLabel('头像文件')
    await file.setInputFiles({ name: 'a.gif', mimeType: 'image/gif', buffer: png })
    await expect(page.getByText('上传头像图片只能是 JPG 或 PNG 格式!')).toBeVisible()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: Buffer.alloc(1024 * 1024 + 1) })
    await expect(page.getByText('上传头像图片大小不能超过 1MB!')).toBeVisible()
    await file.setInputFiles({ name: 'a.png', mimeType: 'image/png', buffer: png })
    await expect(page.getByText('保存后生效')).toBeVisible()
  })

  await test.step('contradictory values are shown at their field', async () => {
    await page.getByText('男', { exact: true }).click()
    await page.getByLabel('身份证号').fill('330106199102031248')
    await page.getByRole('button', { name: '更换手机号' }).click()
    await page.getByLabel('手机号').fill('123')
    await save.click()
    await expect(page.getByText('请输入正确的手机号')).toBeVisible()
    await page.getByRole('button', { name: '不更换' }).click()
    await save.click()
    await expect(page.getByText('性别与身份证号性别不符')).toBeVisible()
    await page.getByText('女', { exact: true }).click()
    await save.click()
    await expectNote(page, '个人信息已保存')
    await expect(page.getByText('330106************')).toBeVisible()
    if (!isPhone) await expect(page.getByRole('banner').locator('img')).toHaveAttribute('src', /^blob:/)
  })

  await test.step('a new phone number needs two codes: of the old one, and its own', async () => {
    const began = new Date()
    await page.getByRole('button', { name: '更换手机号' }).click()
    await page.getByLabel('手机号').fill(newPhone)
    await save.click()
    await expect(page.getByText(/^短信验证码已发送至 139\*{4}/)).toBeVisible()
    await page.getByLabel('短信验证码').fill(await waitForSmsCode(oldPhone, began))
    await page.getByRole('button', { name: '验证并保存' }).click()
    await expect(page.getByText(/^短信验证码已发送至 138\*{4}/)).toBeVisible()
    await expect(page.getByLabel('短信验证码')).toHaveValue('')
    await page.getByLabel('短信验证码').fill(await waitForSmsCode(newPhone, began))
    await page.getByRole('button', { name: '验证并保存' }).click()
    await expect(page.getByText(newPhone.slice(0, 3), { exact: false }).first()).toBeVisible()
    await expect(page.getByRole('button', { name: '更换手机号' })).toBeVisible()
  })

  await page.reload()
  if (isPhone) await openUserMenu(page)
  await expect(page.getByRole(isPhone ? 'main' : 'banner').locator('img')).toHaveAttribute('src', /^blob:/)
})

test('after a password change the new one is needed to sign in', async ({ page }) => {
  const name = getLoginName('desktop', 'changer')
  await signIn(page, name, '/', { isFresh: true })
  await openPersonal(page, '修改密码')
  const save = page.getByRole('button', { name: '保存' })
  await save.click()
  await expect(page.getByText('请输入原密码')).toBeVisible()
  await expect(page.getByLabel('原密码')).toBeFocused()
  await page.getByLabel('原密码').fill('Falsch-2026')
  await page.getByLabel('新密码').fill('Mittag-2027')
  await page.getByLabel('重复密码').fill('Mittag-2028')
  await save.click()
  await expect(page.getByText('重复密码与密码不一致')).toBeVisible()
  await page.getByLabel('重复密码').fill('Mittag-2027')
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: '原密码错误' })).toBeVisible()
  await page.getByLabel('原密码').fill(password)
  await save.click()
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('密码已修改，请重新登录')).toBeVisible()
  await fillSignIn(page, name, 'Mittag-2027')
  await expect(page).not.toHaveURL(/\/login/)
})

test('a device that was left signed in is signed out from another one', async ({ page, browser, baseURL }) => {
  const name = getLoginName('desktop', 'roamer')
  const elsewhere = async () => {
    const context = await browser.newContext({ ...(baseURL && { baseURL }) })
    const other = await context.newPage()
    await signIn(other, name, '/personal/info', { isFresh: true })
    return other
  }
  /** A process may cache a session for two seconds. */
  const isOut = (other: Page) =>
    expect(async () => {
      await other.reload()
      await expect(other).toHaveURL(/\/login\?redirect=/, { timeout: 1_500 })
    }).toPass()

  const first = await elsewhere()
  await signIn(page, name, '/', { isFresh: true })
  await openPersonal(page, '登录设备')
  const rows = page.getByRole('list', { name: '登录设备' }).getByRole('listitem')
  await expect(rows).toHaveCount(2)
  await expect(rows.filter({ hasText: '当前设备' })).toHaveCount(1)
  await page.getByRole('button', { name: /^退出 / }).click()
  await expectNote(page, '该设备已退出')
  await expect(rows).toHaveCount(1)
  await isOut(first)

  const second = await elsewhere()
  await page.reload()
  await page.getByRole('button', { name: '退出其他全部设备' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '全部退出' }).click()
  await expectNote(page, '已退出 1 个设备')
  await isOut(second)
  await first.context().close()
  await second.context().close()
})

test.describe('DingTalk', () => {
  // The simulator has no icon for its tab.
  test.use({ tolerated: /404 \(Not Found\)/ })

  test('after DingTalk is unbound a new sign-in is needed', async ({ page }) => {
    await page.goto('/DDLogin/yunhe')
    await page.getByLabel('或者自己起一个昵称').fill('史老师')
    await page.getByRole('button', { name: '同意' }).click()
    await page.getByLabel('用户名或手机号', { exact: true }).fill(getLoginName('desktop', 'unbinder'))
    await page.getByLabel('密码', { exact: true }).fill(password)
    const began = new Date()
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await page.getByLabel('短信验证码').fill(await waitForSmsCode(getPhone('desktop', 'unbinder'), began))

    await expect(page).toHaveURL(/dataCentre/)
    await openUserMenu(page)
    await getUserMenuItem(page, '解除钉钉绑定').click()
    const dialog = page.getByRole('dialog', { name: '解除钉钉绑定' })
    await expect(dialog.getByRole('button', { name: '取消' })).toBeFocused()
    await dialog.getByRole('button', { name: '解除绑定' }).click()
    await expect(page).toHaveURL('/login')
    await expect(page.getByText('钉钉已解绑，请重新登录')).toBeVisible()
    await fillSignIn(page, getLoginName('desktop', 'unbinder'))
    await expect(page).toHaveURL(/dataCentre/)
    await openUserMenu(page)
    await expect(getUserMenuItem(page, '登录设备')).toBeVisible()
    await expect(getUserMenuItem(page, '解除钉钉绑定')).toBeHidden()
  })
})
