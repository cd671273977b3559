import type { Browser, Page } from '@playwright/test'
import { idCardCheckDigit } from '#packages/core'
import { countActions } from './import-steps.ts'
import { waitForSmsCode } from './sms-codes.ts'
import { expect, homePath, phoneHomePath, signIn, test } from './journey.ts'

const school = '云禾区清溪小学'
const administrator = { name: '沈若溪', mobile: '13900007711' }
const teacher = { name: '杜明远', mobile: '13900007712', idCard: idCard('33019919900512151') }
const pupils = [
  { name: '宋安然', idCard: idCard('33019920190314102'), guardian: '宋立诚', phone: '13900007713' },
  { name: '蒋一诺', idCard: idCard('33019920190520121'), guardian: '蒋文涛', phone: '13900007714' },
]
const password = 'Morgenstern-7'

function idCard(first17: string) {
  return first17 + idCardCheckDigit(first17)
}

type PerformAction = ReturnType<typeof countActions>['perform']

/** The link in the displayed QR code, as a phone would read it. */
async function tokenOf<Data>(page: Page, path: string, press: () => Promise<void>): Promise<Data> {
  const answer = page.waitForResponse((response) => response.url().endsWith(path))
  await press()
  const { data } = (await (await answer).json()) as { data: Data }
  return data
}

async function choosePassword(page: Page, perform: PerformAction) {
  await page.getByLabel('新密码').fill(password)
  await page.getByLabel('重复密码').fill(password)
  await perform(page.getByRole('button', { name: '开通并登录' }).click())
}

async function addSchool(page: Page, perform: PerformAction) {
  await perform(page.getByRole('button', { name: '新建机构' }).click())
  const form = page.getByRole('dialog', { name: '新建机构' })
  await form.getByLabel('名称').fill(school)
  // The name determines the stage.
  await expect(form.getByText('小学', { exact: true }).first()).toBeVisible()
  await form.getByLabel('电话').fill('0500-86008611')
  await perform(form.getByRole('button', { name: '保存', exact: true }).click())
}

async function inviteAdministrator(page: Page, perform: PerformAction) {
  const form = page.getByRole('form', { name: '邀请管理员' })
  await form.getByLabel('姓名').fill(administrator.name)
  await form.getByLabel('手机').fill(administrator.mobile)
  const { token } = await tokenOf<{ token: string }>(page, '/api/orgs/inviteAdmin', () =>
    perform(form.getByRole('button', { name: '邀请', exact: true }).click()),
  )
  const dialog = page.getByRole('dialog', { name: '邀请开通账号' })
  await expect(dialog.getByRole('img', { name: `${administrator.name}的邀请二维码` })).toBeVisible()
  await perform(dialog.getByRole('button', { name: '完成' }).click())
  return token
}

async function setUp(page: Page, perform: PerformAction) {
  const press = (name: string) => perform(page.getByRole('button', { name, exact: true }).click())
  await perform(page.getByRole('link', { name: '继续设置' }).first().click())
  await page.getByLabel('地址', { exact: true }).fill('清溪路8号')
  await press('保存并确认')
  await press('采用常用作息')
  await page.getByLabel('每个年级').fill('1')
  await press('生成 6 个班级')
  await press('其余 3 步以后再做')
}

async function addTeacher(page: Page, perform: PerformAction) {
  await perform(page.getByRole('button', { name: '新建教师' }).last().click())
  const form = page.getByRole('main')
  await form.getByLabel('身份证号').fill(teacher.idCard)
  await form.getByLabel('姓名').fill(teacher.name)
  await form.getByLabel('手机', { exact: true }).fill(teacher.mobile)
  await perform(page.getByRole('checkbox', { name: /任课教师/ }).click())
  const invited = await tokenOf<{ token: string }[]>(page, '/api/users/invite', () =>
    perform(page.getByRole('button', { name: '保存', exact: true }).click()),
  )
  const panel = page.getByRole('dialog', { name: `${teacher.name}已建好` })
  await expect(panel.getByRole('img', { name: `${teacher.name}的邀请二维码` })).toBeVisible()
  await perform(panel.getByRole('button', { name: '完成' }).click())
  return invited[0]!.token
}

async function addClass(page: Page, perform: PerformAction) {
  await perform(
    page
      .getByRole('tree', { name: '学校和年级' })
      .getByRole('treeitem', { name: /^一年级/ })
      .click(),
  )
  await perform(page.getByRole('button', { name: '新建班级' }).last().click())
  const form = page.getByRole('dialog', { name: '新建班级' })
  await form.getByLabel('班级名称').fill('2班')
  await form.getByRole('combobox', { name: '班主任' }).fill(teacher.name)
  await expect(form.getByTitle(teacher.name, { exact: true })).toBeVisible()
  await perform(page.keyboard.press('Enter'))
  await perform(form.getByRole('button', { name: '保存', exact: true }).click())
  const row = page.getByRole('row').filter({ hasText: '一(2)班' })
  await expect(row).toContainText(teacher.name)
}

async function addPupils(page: Page, perform: PerformAction) {
  await page.getByRole('textbox', { name: '搜索年级和班级' }).fill('一(2)班')
  await perform(page.getByRole('button', { name: /^一\(2\)班/ }).click())
  await perform(page.getByRole('button', { name: '新建学生' }).last().click())
  const form = page.getByRole('main')
  for (const [at, pupil] of pupils.entries()) {
    await form.getByLabel('身份证号').fill(pupil.idCard)
    await form.getByRole('textbox', { name: /^姓名/ }).fill(pupil.name)
    await form.getByLabel('监护人 1 姓名').fill(pupil.guardian)
    await form.getByLabel('监护人 1 电话').fill(pupil.phone)
    await perform(form.getByRole('button', { name: at === 0 ? '保存并继续新建' : '保存', exact: true }).click())
    // The next form is empty; after the last one the list is shown.
    if (at === 0) await expect(form.getByRole('textbox', { name: /^姓名/ })).toHaveValue('')
  }
}

const onPhone = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a school from its invitation to the last step, and its first teacher by a QR code on her phone', async ({
  page,
  cast,
  browser,
}) => {
  test.slow()
  const whole = countActions()
  await signIn(page, cast.districtAdmin, '/baseData/Orgs')
  const origin = new URL(page.url()).origin
  const token = await test.step('the bureau adds the school and invites its administrator', async () => {
    await addSchool(page, whole.perform)
    return inviteAdministrator(page, whole.perform)
  })

  const office = await browser.newContext()
  const desktop = await office.newPage()
  await test.step('she accepts, and the school is set up: ten actions in all', async () => {
    await desktop.goto(`${origin}/login#invite=${token}`)
    await expect(desktop.getByText(school)).toBeVisible()
    const requestedAt = new Date()
    await choosePassword(desktop, whole.perform)
    await desktop
      .getByLabel('短信验证码', { exact: true })
      .fill(await waitForSmsCode(administrator.mobile, requestedAt))
    await expect(desktop).toHaveURL(new RegExp(`${homePath}$`))
    await setUp(desktop, whole.perform)
    await expect(desktop.getByText('已完成 8 / 8 步，设置完成')).toBeVisible()
    expect(whole.count()).toBeLessThanOrEqual(10)
  })

  const inviteCode = await test.step('the first teacher: added, given a role and invited in six actions', async () => {
    const { perform, count } = countActions()
    await desktop.goto(`${origin}/baseData/User`)
    const made = await addTeacher(desktop, perform)
    expect(count()).toBeLessThanOrEqual(6)
    return made
  })

  await test.step('a class with its class teacher in four actions, two pupils in eight', async () => {
    const heading = countActions()
    await desktop.goto(`${origin}/baseData/Classes`)
    await addClass(desktop, heading.perform)
    expect(heading.count()).toBeLessThanOrEqual(4)
    const enrolling = countActions()
    await desktop.goto(`${origin}/baseData/Student`)
    await addPupils(desktop, enrolling.perform)
    await expect(desktop.getByRole('link', { name: pupils[1]!.name, exact: true })).toBeVisible()
    expect(enrolling.count()).toBeLessThanOrEqual(8)
  })
  await office.close()

  await test.step('on a phone the code opens the account, and the class is shown', async () => {
    const pocket = await onPhone(browser)
    const phone = await pocket.newPage()
    await phone.goto(`${origin}/login#invite=${inviteCode}`)
    await expect(phone.getByText(school)).toBeVisible()
    const requestedAt = new Date()
    await choosePassword(phone, countActions().perform)
    // A class teacher sees unmasked numbers, and needs a code.
    const code = phone.getByLabel('短信验证码', { exact: true })
    await expect(code.or(phone.getByRole('navigation', { name: '主要页面' }))).toBeVisible()
    if (await code.isVisible()) await code.fill(await waitForSmsCode(teacher.mobile, requestedAt))
    await expect(phone).toHaveURL(new RegExp(`${phoneHomePath}$`))
    await expect(phone.getByRole('heading', { name: /^我的班级/ })).toBeVisible()
    await expect(phone.getByText('一(2)班').first()).toBeVisible()
    await pocket.close()
  })
})
