import { expect, fillSignIn, homePath, openOrganisations, signIn, test } from '#entry/e2e/journey.ts'

// Tests that do not depend on the window size run once.

test('the password can be shown, and Caps Lock is noticed', async ({ page }) => {
  await page.goto('/login')
  const field = page.getByLabel('密码', { exact: true })
  await field.fill('Geheim')
  await page.getByRole('button', { name: '显示密码' }).click()
  await expect(field).toHaveAttribute('type', 'text')
  await field.dispatchEvent('keydown', { key: 'A', modifierCapsLock: true })
  await expect(page.getByText('大写锁定已打开')).toBeVisible()
})

test('the name is remembered for next time, unless the user declines', async ({ page, cast }) => {
  await page.goto('/login')
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/login')
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toHaveValue(cast.districtAdmin)
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  await page.getByRole('checkbox', { name: '记住用户名' }).uncheck()
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).not.toHaveURL(/\/login/)
  await page.goto('/login')
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toHaveValue('')
})

test('a hostile link does not lead to another site', async ({ page, cast }) => {
  await page.goto('/login?redirect=//evil.example')
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).toHaveURL(homePath)
})

test('closing the browser signs out', async ({ page, context, cast }) => {
  await signIn(page, cast.districtAdmin, '/', { isFresh: true })
  await context.clearCookies({ name: 'sid' })
  await page.goto('/baseData/Orgs')
  await expect(page).toHaveURL(/^[^?]*\/login\?redirect=/)
})

test('a session that ended elsewhere leads to the sign-in page and back', async ({ page, cast, request, baseURL }) => {
  await openOrganisations(page, cast.districtAdmin, { isFresh: true })
  const token = await page.evaluate<string>('localStorage.getItem("token")')
  await request.post(`${baseURL}/api/users/logout`, { headers: { authorization: `Bearer ${token}` } })
  // A process may cache a session for two seconds.
  await expect(async () => {
    await page.reload()
    await expect(page).toHaveURL('/login?redirect=%2FbaseData%2FOrgs', { timeout: 1_500 })
  }).toPass()
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).toHaveURL('/baseData/Orgs')
})
