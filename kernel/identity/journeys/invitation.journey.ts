import { requestCutOff, expect, expectSignedIn, fillSignIn, homePath, test } from '#entry/e2e/journey.ts'

test.use({ tolerated: requestCutOff })

test('an invited administrator chooses a name and a password, and is signed in', async ({ page, cast, invitation }) => {
  await test.step('the network fails once; the invitation stays valid', async () => {
    await page.route('**/readInvitation', (route) => route.abort())
    await page.goto(`/login#invite=${invitation}`)
    await expect(page).toHaveURL('/login')
    const retry = page.getByRole('button', { name: '重试' })
    await expect(retry).toBeVisible()
    await page.unroute('**/readInvitation')
    await retry.click()
  })
  await expect(page.getByText('邹知夏，您好')).toBeVisible()

  // A name is suggested; she chooses another.
  await expect(page.getByLabel('用户名', { exact: true })).toHaveValue(/^zouzhixia/)
  await expect(page.getByRole('link', { name: '《用户协议》' })).toBeVisible()
  await page.getByLabel('用户名', { exact: true }).fill('')
  const open = page.getByRole('button', { name: '开通并登录' })
  await open.click()
  await expect(page.getByText('用户名为4-30位字母、数字、点或横线，以字母开头')).toBeVisible()
  await expect(page.getByText('请输入新密码')).toBeVisible()
  await expect(page.getByText('请输入重复密码')).toBeVisible()
  await expect(page.getByLabel('用户名', { exact: true })).toBeFocused()

  await page.getByLabel('用户名', { exact: true }).fill(cast.districtAdmin)
  await page.getByLabel('新密码').fill('Morgenstern-7')
  await page.getByLabel('重复密码').fill('Morgenstern-8')
  await open.click()
  await expect(page.getByText('重复密码与密码不一致')).toBeVisible()
  await expect(page.getByLabel('重复密码')).toBeFocused()
  await page.getByLabel('重复密码').fill('Morgenstern-7')
  await open.click()
  await expect(page.getByText('用户名已被使用，请换一个')).toBeVisible()
  await expect(page.getByLabel('用户名', { exact: true })).toHaveAttribute('aria-invalid', 'false')
  await expect(open).toBeFocused()

  await page.getByLabel('用户名', { exact: true }).fill('zou.zhixia')
  await open.click()
  await expect(page).toHaveURL(homePath)
  await expectSignedIn(page, '邹知夏')

  await page.goto(`/login#invite=${invitation}`)
  await expect(page.getByText('邀请链接无效或已过期，请联系管理员重新发送')).toBeVisible()
  await page.getByRole('button', { name: '去登录' }).click()
  await expect(page.getByRole('heading', { name: '教职工登录' })).toBeVisible()
})

test('an account whose sign-in failed after it was created can sign in by hand', async ({ page, cast }) => {
  const answer = (data: unknown) => ({ json: { ret: 1, msg: '', data, executeTime: 1, success: true } })
  await page.route('**/readInvitation', (route) =>
    route.fulfill(answer({ name: '邹知夏', isPlatform: false, orgName: '', userName: '' })),
  )
  await page.route('**/acceptInvitation', (route) => route.fulfill(answer(null)))
  await page.route('**/users/login', (route) => route.abort())
  await page.goto('/login#invite=any.word')
  await page.getByLabel('用户名', { exact: true }).fill(cast.districtAdmin)
  await page.getByLabel('新密码').fill('Morgenstern-7')
  await page.getByLabel('重复密码').fill('Morgenstern-7')
  await page.getByRole('button', { name: '开通并登录' }).click()
  await expect(page.getByText('账号已开通，请登录')).toBeVisible()
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toHaveValue(cast.districtAdmin)
  await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  await page.unroute('**/users/login')
  await fillSignIn(page, cast.districtAdmin)
  await expect(page).toHaveURL(homePath)
})
