import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { getProject } from '#entry/e2e/sign-in-people.ts'
import { casts } from '#entry/e2e/cast.ts'
import { children, getFatherPhone, getIdCard, getMotherPhone } from '#entry/e2e/test-schools.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'
import type { Page } from '@playwright/test'

const { mine, brother, foreign } = children

/** Signs in by SMS; the first sign-in creates the account. */
async function comeByPhone(page: Page, phone: string) {
  const since = new Date()
  const { perform, count } = countActions()
  await page.goto('/userLogin')
  await perform(page.getByRole('link', { name: '家长用手机号' }).click())
  await page.getByLabel('手机号', { exact: true }).fill(phone)
  await perform(page.getByRole('button', { name: '获取验证码' }).click())
  await page.getByLabel('短信验证码').fill(await waitForSmsCode(phone, since))
  await expect(page).toHaveURL(/\/studentMain/)
  expect(count()).toBe(2)
}

async function agree(page: Page) {
  await expect(page.getByRole('heading', { name: '使用前请阅读' })).toBeVisible()
  await page.getByText(/^我已阅读并同意/).click()
  await page.getByRole('button', { name: '同意并继续' }).click()
}

test('a mother signs in with her phone, finds both children, and decides about the photo', async ({
  page,
  isPhone,
}) => {
  test.slow()
  const project = getProject(isPhone)
  /** Everything the server has sent to this phone about children. */
  const answers: string[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/student/'))
      void response.text().then(
        (text) => answers.push(text),
        () => {},
      )
  })
  await comeByPhone(page, getMotherPhone(project))
  await agree(page)

  await test.step('the school has her number, so one tap binds both', async () => {
    const { perform, count } = countActions()
    await perform(page.getByRole('link', { name: '绑定孩子' }).click())
    await perform(page.getByRole('button', { name: '绑定这2个孩子' }).click())
    await expect(page.getByText('已绑定')).toHaveCount(2)
    expect(count()).toBeLessThanOrEqual(5)
    await page.goto('/studentMain/index')
  })

  await test.step('she sees them, one at a time, and nobody else', async () => {
    await expect(page.getByRole('radio', { name: new RegExp(mine.name) })).toBeVisible()
    await page.getByRole('radio', { name: new RegExp(brother.name) }).check()
    await expect(page.getByText('班主任', { exact: true })).toBeVisible()
    await page.getByRole('radio', { name: new RegExp(mine.name) }).check()
    expect(answers.join('\n')).toContain(mine.name)
    expect(answers.join('\n')).not.toContain(foreign.name)
  })

  await test.step('her home shows the school’s number, messages, and who viewed the file', async () => {
    await expect(page.getByText('谁看过我孩子的信息')).toBeVisible()
    await page.getByRole('link', { name: /^消息/ }).click()
    await expect(page).toHaveURL('/studentMain/index?tab=messages')
    await page.getByRole('link', { name: '首页', exact: true }).click()
  })

  await test.step('she consents to the photo and withdraws the consent', async () => {
    await page.getByRole('link', { name: '授权管理' }).click()
    const face = page.locator('section').filter({ has: page.getByRole('heading', { name: '人脸照片' }) })
    await face.getByRole('button', { name: '同意', exact: true }).click()
    await expect(face.getByText('已同意')).toBeVisible()
    await face.getByRole('button', { name: '撤回同意' }).click()
    await expect(face.getByText('未同意')).toBeVisible()
  })

  await test.step('she enters an emergency contact', async () => {
    await page.goto('/studentMain/linkmen')
    await expect(page.getByText('请设置至少一位紧急联系人')).toBeVisible()
    await page.getByRole('button', { name: '修改' }).first().click()
    await page.getByRole('switch', { name: /紧急联系人/ }).check()
    await page.getByRole('button', { name: '保存' }).click()
    await expect(page.getByText('请设置至少一位紧急联系人')).toBeHidden()
  })
})

test('a father whose number the school does not have sends a request, and the class teacher approves it on her phone', async ({
  page,
  browser,
  isPhone,
}) => {
  test.slow()
  const project = getProject(isPhone)
  await comeByPhone(page, getFatherPhone(project))
  await agree(page)
  const { perform, count } = countActions()
  await perform(page.getByRole('link', { name: '绑定孩子' }).click())
  await perform(page.getByRole('button', { name: /申请班主任确认/ }).click())
  await page.getByLabel('孩子姓名').fill(mine.name)
  await page.getByLabel('学籍号').fill(`G${getIdCard(project, 'mine')}`)
  await page.getByLabel('您的姓名').fill('陈国强')
  await perform(page.getByText('父亲', { exact: true }).click())
  await perform(page.getByRole('button', { name: '提交' }).click())
  await expect(page.getByText('已提交')).toBeVisible()
  expect(count()).toBeLessThanOrEqual(5)
  await page.goto('/studentMain/index')
  await expect(page.getByText('还没有绑定孩子')).toBeVisible()

  const teachers = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await signIn(teachers, casts.desktop.teacher, '/baseData/Student?bindRequests=1')
  await expect(teachers.getByText('陈国强')).toBeVisible()
  await teachers.getByRole('button', { name: '同意' }).first().click()
  await expect(teachers.getByText('陈国强')).toBeHidden()
  await teachers.close()

  await page.reload()
  await expect(page.getByText(mine.name, { exact: true })).toBeVisible()
})
