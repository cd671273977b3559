import type { Page } from '@playwright/test'
import { answerCaptcha, solveCaptcha } from '#entry/e2e/captcha.ts'
import { signInPeople, getLoginName, getPhone } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { password } from '#entry/e2e/cast.ts'
import { expect, expectSignedIn, fillSignIn, openOrganisationSwitch, signIn, test } from '#entry/e2e/journey.ts'

const project = 'desktop'

/** Ten wrong passwords, as fast as the server accepts them. */
async function lockPasswordSignIn({ request }: Page, userName: string) {
  for (let mistakes = 0; mistakes < 10;) {
    const captcha = (await (await request.get('/api/users/captcha?kind=text')).json()) as {
      data: { codeKey: string; question: string }
    }
    const { codeKey, question } = captcha.data
    const answer = await request.post('/api/users/login', {
      data: { userName, userPwd: `wrong-${mistakes}` },
      headers: { codekey: codeKey, codenum: solveCaptcha(question) },
    })
    const { ret, msg } = (await answer.json()) as { ret: number; msg: string }
    if (ret !== 0) throw new Error(`the server answers ${ret} ${msg}`)
    mistakes++
  }
}

test('ten wrong passwords lock password sign-in, and SMS sign-in still works', async ({ page }) => {
  const [name, phone] = [getLoginName(project, 'mistaken'), getPhone(project, 'mistaken')]
  await lockPasswordSignIn(page, name)
  await page.goto('/login')
  await fillSignIn(page, name)
  await expect(page.getByText(/^密码错误次数过多，请\d+分钟后再试，或改用扫码、钉钉、短信登录/)).toBeVisible()

  const began = new Date()
  await page.getByRole('link', { name: '改用短信登录' }).click()
  await page.getByLabel('手机号').fill(phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await waitForSmsCode(phone, began))
  await expectSignedIn(page, signInPeople.mistaken.name)
})

test('a wrong old password requires a captcha before more attempts', async ({ page }) => {
  const name = getLoginName(project, 'doubter')
  await signIn(page, name, '/personal/password', { isFresh: true })
  const save = page.getByRole('button', { name: '保存' })
  const old = page.getByLabel('原密码')
  await page.getByLabel('新密码').fill('Mittag-2027')
  await page.getByLabel('重复密码').fill('Mittag-2027')
  for (let tries = 1; tries <= 3; tries++) {
    await old.fill(`Falsch-${tries}`)
    await save.click()
    await expect(page.getByRole('alert').filter({ hasText: '原密码错误' })).toBeVisible()
    await old.fill('')
    await save.click()
    await expect(page.getByText('请输入原密码')).toBeVisible()
  }
  await old.fill(password)
  await save.click()
  await expect(page.getByLabel('图形验证码')).toBeFocused()
  await expect(page.getByRole('img', { name: '验证码图片' })).toBeVisible()
  await page.getByRole('button', { name: '换成文字题' }).click()
  const question = page.getByLabel(/等于几/)
  await expect(question).toBeFocused()
  await question.fill('99')
  await save.click()
  await expect(page.getByRole('alert').filter({ hasText: '验证码错误或已过期，请重新输入' })).toBeVisible()
  await expect(question).toBeFocused()
  await answerCaptcha(page)
  await save.click()
  await expect(page.getByText('密码已修改，请重新登录')).toBeVisible()
  await fillSignIn(page, name, 'Mittag-2027')
  await expectSignedIn(page, signInPeople.doubter.name)
})

test('an SMS code opens the post where a password is not enough', async ({ page }) => {
  const [name, phone] = [getLoginName(project, 'mover'), getPhone(project, 'mover')]
  const guarded = '第3备课组'
  await signIn(page, name, '/', { isFresh: true })
  const dialog = await openOrganisationSwitch(page, false)
  await dialog.getByRole('option', { name: new RegExp(guarded) }).click()
  const began = new Date()
  await dialog.getByRole('button', { name: `切换到${guarded}` }).click()
  const proof = page.getByRole('dialog', { name: `切换到${guarded}需要验证是您本人` })
  await expect(proof.getByText(`短信验证码已发送至 139****${phone.slice(-4)}`)).toBeVisible()
  const code = await waitForSmsCode(phone, began)
  const field = proof.getByLabel('短信验证码')
  await field.fill(code === '000000' ? '000001' : '000000')
  await field.press('Enter')
  await expect(proof.getByRole('alert')).toHaveText('验证码错误，还可以输入4次')
  await expect(field).toHaveValue('')
  await expect(field).toBeFocused()
  await field.fill(code)
  await field.press('Enter')
  await expect(proof).toBeHidden()
  await expect(page.getByRole('banner')).toContainText(guarded)
})
