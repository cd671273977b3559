import { expect, fillSignIn, test } from '#entry/e2e/journey.ts'

test('a wrong password shows an error, keeps the name, and selects the password', async ({ page, cast }) => {
  await page.goto('/login')
  await expect(page).toHaveTitle('登录 - 区域教育数据应用管理中心')
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toBeFocused()
  await fillSignIn(page, cast.districtAdmin, 'not-the-password')
  await expect(page.getByRole('alert')).toHaveText('用户名或密码错误')
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toHaveValue(cast.districtAdmin)
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  const selection = 'document.activeElement.selectionEnd - document.activeElement.selectionStart'
  expect(await page.evaluate<number>(selection)).toBe('not-the-password'.length)
})

test('empty fields are named before anything is sent', async ({ page }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(page.getByText('请输入用户名')).toBeVisible()
  await expect(page.getByText('请输入密码')).toBeVisible()
})

test('a visitor is asked to sign in and then gets the requested page', async ({ page, cast }) => {
  await page.goto('/baseData/Orgs?size=50')
  await expect(page).toHaveURL('/login?redirect=%2FbaseData%2FOrgs%3Fsize%3D50')
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).toHaveURL('/baseData/Orgs?size=50')
  await expect(page.getByRole('heading', { level: 1, name: '组织机构' })).toBeVisible()
})
