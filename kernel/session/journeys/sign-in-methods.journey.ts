import { SignJWT } from 'jose'
import { answerCaptcha } from '#entry/e2e/captcha.ts'
import { signInPeople, getLoginName, getPhone } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode, dingTalkUrl } from '#entry/e2e/sms-codes.ts'
import { password } from '#entry/e2e/cast.ts'
import { transferSystem, trustedOrigin } from '#entry/e2e/e2e-settings.ts'
import { expect, expectSignedIn, fillSignIn, homePath, submitDemoCode, test } from '#entry/e2e/journey.ts'

test('a teacher signs in with an SMS code', { tag: '@phone' }, async ({ page }) => {
  const phone = getPhone('phone', 'sms')
  await page.goto('/login?redirect=%2F401')
  await page.getByRole('link', { name: '短信登录' }).click()
  await expect(page).toHaveURL('/login?redirect=%2F401&view=sms')
  await page.goBack()
  await expect(page.getByRole('heading', { name: '教职工登录' })).toBeVisible()
  await page.goForward()

  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText('请输入正确的手机号')).toBeVisible()
  const began = new Date()
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await expect(page.getByText(/\d+ 秒后重新发送/)).toBeVisible()
  const code = await waitForSmsCode(phone, began)
  const field = page.getByLabel('短信验证码')
  await expect(field).toBeFocused()
  await field.fill(code === '000000' ? '000001' : '000000')
  await expect(page.getByRole('alert')).toHaveText('验证码错误，还可以输入4次')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill(code)
  await expect(page).toHaveURL('/401')
})

test('on an unknown device a password needs a code, and then the device is known', async ({ page }) => {
  const [name, phone] = [getLoginName('desktop', 'second'), getPhone('desktop', 'second')]
  const began = new Date()
  await page.goto('/login')
  await fillSignIn(page, name)
  await expect(page.getByRole('heading', { name: '验证是您本人' })).toBeVisible()
  await expect(page.getByText(`短信验证码已发送至 139****${phone.slice(-4)}`)).toBeVisible()
  await page.getByRole('checkbox', { name: '30天内此设备不再验证' }).check()
  await page.getByLabel('短信验证码').fill(await waitForSmsCode(phone, began))
  await expectSignedIn(page, signInPeople.second.name)
  await page.goto('/login')
  await fillSignIn(page, name)
  await expectSignedIn(page, signInPeople.second.name)
})

test('a forgotten password is reset by phone', async ({ page }) => {
  const [name, phone] = [getLoginName('desktop', 'forgetful'), getPhone('desktop', 'forgetful')]
  const began = new Date()
  await page.goto('/login')
  await page.getByRole('link', { name: '忘记密码' }).click()
  await expect(page).toHaveURL('/login?view=forgot')
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  const reset = page.getByRole('button', { name: '重设密码' })
  await reset.click()
  await expect(page.getByText('请输入6位验证码')).toBeVisible()
  await expect(page.getByText('请输入重复密码')).toBeVisible()
  await page.getByLabel('短信验证码').fill(await waitForSmsCode(phone, began))
  await page.getByLabel('新密码').fill('Abendrot-2027')
  await page.getByLabel('重复密码').fill('Abendrot-2027')
  await reset.click()
  await expect(page.getByText('密码已重设，请用新密码登录')).toBeVisible()
  await expect(page).toHaveURL('/login')
  await expect(page.getByLabel('用户名或手机号', { exact: true })).toHaveValue('')
  await fillSignIn(page, name, 'Abendrot-2027')
  await expectSignedIn(page, signInPeople.forgetful.name)
})

test('a new user changes the password and enters the ID number before anything else', async ({ page }) => {
  await page.goto('/login?redirect=%2F401')
  await fillSignIn(page, getLoginName('desktop', 'newcomer'))
  const save = page.getByRole('button', { name: '保存并继续' })
  await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()

  await test.step('these steps cannot be skipped', async () => {
    await page.goto('/401')
    await expect(page).toHaveURL('/login?redirect=%2F401')
    await expect(page.getByRole('heading', { name: '请先修改密码' })).toBeVisible()
    await save.click()
    await expect(page.getByText('请输入原密码')).toBeVisible()
  })
  await page.getByLabel('原密码').fill(password)
  await page.getByLabel('新密码').fill('Morgenrot-2027')
  await page.getByLabel('重复密码').fill('Morgenrot-2027')
  await save.click()
  await expect(page.getByRole('heading', { name: '请填写身份证号' })).toBeVisible()
  await page.reload()
  await expect(page.getByRole('heading', { name: '请填写身份证号' })).toBeVisible()
  await page.getByLabel('身份证号').fill('110105194912310021')
  await save.click()
  await expect(page.getByText('请输入正确的身份证')).toBeVisible()
  await page.getByLabel('身份证号').fill('11010519491231002x')
  await save.click()
  await expect(page).toHaveURL('/401')
})

test('many mistakes require a captcha; a text question is available instead of the picture', async ({ page }) => {
  await page.goto('/login')
  const name = 'nobody.desktop'
  const alert = page.getByRole('alert')
  for (let tries = 0; tries < 3; tries++) {
    await fillSignIn(page, name, `wrong-${tries}`)
    await expect(alert).toHaveText('用户名或密码错误')
    await expect(page.getByLabel('密码', { exact: true })).toBeFocused()
  }
  await fillSignIn(page, name, 'wrong-3')
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()
  await expect(page.getByLabel('验证码', { exact: true })).toBeFocused()
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(alert).toHaveText('请输入验证码')
  await page.getByLabel('验证码', { exact: true }).fill('x')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(alert).toHaveText('验证码错误或已过期，请重新输入')

  await page.getByRole('button', { name: '换一张' }).click()
  await page.getByLabel('验证码', { exact: true }).fill('')
  await expect(alert).toBeHidden()
  await page.getByRole('button', { name: '看不清？换成文字题' }).click()
  await answerCaptcha(page)
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expect(alert).toHaveText('用户名或密码错误')
})

test('an application is opened with a ticket; an address that is not listed is refused', async ({ page, cast }) => {
  await page.route(`${trustedOrigin}/**`, (route) =>
    route.fulfill({ contentType: 'text/html; charset=utf-8', body: '<h1>应用</h1>' }),
  )
  await page.goto(`/login?redirect_url=${encodeURIComponent(`${trustedOrigin}/start?t={u_t}`)}`)
  await fillSignIn(page, cast.teacher)
  await expect(page.getByRole('heading', { name: '应用' })).toBeVisible()
  expect(page.url()).toMatch(/^https:\/\/app\.example\.cn\/start\?t=[\w.-]{20,}$/)

  await page.goto(`/login?redirect_url=${encodeURIComponent('https://evil.example/?t={u_t}')}`)
  await fillSignIn(page, cast.teacher)
  await expect(page.getByRole('heading', { name: '无法打开该地址' })).toBeVisible()
  await page.getByRole('link', { name: '返回首页' }).click()
  await expectSignedIn(page, cast.teacherName)
})

test('a ticket of another system opens the portal once, and is removed from the address at once', async ({
  page,
  cast,
}) => {
  const ticket = await new SignJWT()
    .setProtectedHeader({ alg: 'HS256' })
    .setIssuer(transferSystem.id)
    .setAudience('qiming')
    .setSubject(cast.teacher)
    .setJti(crypto.randomUUID())
    .setIssuedAt()
    .setExpirationTime('1m')
    .sign(Buffer.from(transferSystem.key))
  await page.goto(`/transferLogin?ticket=${ticket}&redirect=%2F401`)
  await submitDemoCode(page, cast.teacher)
  await expect(page).toHaveURL('/401')
  await page.goto(`/transferLogin?ticket=${ticket}`)
  await expect(page.getByText('登录链接无效或已过期，请从原系统重新打开')).toBeVisible()
  await expect(page).toHaveURL('/transferLogin')
  await page.getByRole('link', { name: '用其他方式登录' }).click()
  await expect(page.getByRole('heading', { name: '教职工登录' })).toBeVisible()
})

test('a user who stays signed in is still signed in after the browser was closed', async ({ page, context, cast }) => {
  const isRemembered = async () => ((await context.cookies()).find(({ name }) => name === 'sid')?.expires ?? -1) > 0
  await page.goto('/login')
  await fillSignIn(page, cast.teacher)
  await expectSignedIn(page, cast.teacherName)
  expect(await isRemembered()).toBe(false)
  await page.goto('/login')
  await page.getByRole('checkbox', { name: '保持登录' }).check()
  await fillSignIn(page, cast.teacher)
  await expect.poll(isRemembered).toBe(true)
  await expectSignedIn(page, cast.teacherName)
})

test.describe('by DingTalk', () => {
  // The simulated DingTalk page has no icon.
  test.use({ tolerated: /404 \(Not Found\)/ })

  test('a DingTalk account is bound once and signs in from then on', async ({ page }) => {
    const agree = async () => {
      await page.getByLabel('或者自己起一个昵称').fill('罗老师')
      await page.getByRole('button', { name: '同意' }).click()
    }
    await page.goto('/DDLogin/yunhe?redirect=%2F401')
    await page.getByRole('button', { name: '拒绝' }).click()
    await expect(page.getByText('您没有同意钉钉授权')).toBeVisible()
    await page.getByRole('button', { name: '重试' }).click()
    await agree()
    await expect(page.getByText('钉钉用户 罗老师，您好。首次使用钉钉登录，请绑定您的账号')).toBeVisible()
    await expect(page).toHaveURL('/DDLogin/yunhe?redirect=%2F401')
    await page.getByRole('button', { name: '取消' }).click()
    await expect(page).toHaveURL('/login?redirect=%2F401')

    await page.goto('/DDLogin/yunhe?redirect=%2F401')
    await agree()
    await page.getByLabel('用户名或手机号', { exact: true }).fill(getLoginName('desktop', 'dingtalk'))
    await page.getByLabel('密码', { exact: true }).fill(password)
    const began = new Date()
    await page.getByRole('button', { name: '绑定并登录' }).click()
    await page.getByLabel('短信验证码').fill(await waitForSmsCode(getPhone('desktop', 'dingtalk'), began))
    await expect(page).toHaveURL('/401')

    await page.goto('/DDLogin/yunhe')
    await agree()
    await expect(page).toHaveURL(homePath)
    await expectSignedIn(page, signInPeople.dingtalk.name)
  })
})

test('outside DingTalk its own page says where to open it', async ({ page }) => {
  await page.goto('/DD?corpId=dingdemo-corp-yunhe')
  await expect(page.getByText('请在钉钉的工作台中打开')).toBeVisible()
})

test('inside DingTalk a code signs in and is removed from the address at once', { tag: '@phone' }, async ({ page }) => {
  const corpId = 'dingdemo-corp-minghu'
  const body = JSON.stringify({ corpId, nick: '新老师' })
  const given = (await (await fetch(`${dingTalkUrl}/play/code`, { method: 'POST', body })).json()) as { code: string }
  await page.goto(`/DD?corpId=${corpId}#code=${given.code}`)
  await expect(page.getByText('首次使用钉钉登录，请绑定您的账号')).toBeVisible()
  await expect(page).toHaveURL(`/DD?corpId=${corpId}`)
  await page.reload()
  await expect(page.getByText('请在钉钉的工作台中打开')).toBeVisible()
})

test(
  'a pupil has her own sign-in page and home, and the staff pages stay closed',
  { tag: '@phone' },
  async ({ page }) => {
    await page.goto('/login')
    await page.getByRole('link', { name: '学生登录' }).click()
    await expect(page).toHaveURL('/userLogin')
    await page.getByLabel('账号').fill(getLoginName('phone', 'pupil'))
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/studentMain/index')
    await expect(page.getByRole('heading', { name: new RegExp(`，${signInPeople.pupil.name}$`) })).toBeVisible()
    await page.goto('/studentMain')
    await expect(page).toHaveURL('/studentMain/index')
    await page.goto('/baseData/Orgs')
    await expect(page).toHaveURL('/studentMain/index')
    await expect(page.getByText('该页面仅供教职工使用，已返回首页')).toBeVisible()
    await page.goto('/application/nonsense')
    await expect(page).toHaveURL('/404')
    await page.getByRole('link', { name: '返回首页' }).click()
    await page.getByRole('link', { name: '我的' }).click()
    await page.getByRole('button', { name: '退出' }).click()
    await expect(page).toHaveURL('/userLogin')
    await page.goto('/studentMain/index')
    await expect(page).toHaveURL('/login?redirect=%2FstudentMain%2Findex')
  },
)
