import type { Browser, Page } from '@playwright/test'
import { idCardCheckDigit } from '#packages/core'
import { countActs } from './importing.ts'
import { codeSentTo } from './messages.ts'
import { expect, home, phoneHome, signIn, test } from './story.ts'

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

type Act = ReturnType<typeof countActs>['act']

/** The link that the code on the screen stands for: as a phone would read it. */
async function tokenOf<Data>(page: Page, path: string, press: () => Promise<void>): Promise<Data> {
  const answer = page.waitForResponse((response) => response.url().endsWith(path))
  await press()
  const { data } = (await (await answer).json()) as { data: Data }
  return data
}

async function choosePassword(page: Page, act: Act) {
  await page.getByLabel('新密码').fill(password)
  await page.getByLabel('重复密码').fill(password)
  await act(page.getByRole('button', { name: '开通并登录' }).click())
}

async function addSchool(page: Page, act: Act) {
  await act(page.getByRole('button', { name: '新建机构' }).click())
  const form = page.getByRole('dialog', { name: '新建机构' })
  await form.getByLabel('名称').fill(school)
  // The name says whom it teaches.
  await expect(form.getByText('小学', { exact: true }).first()).toBeVisible()
  await form.getByLabel('电话').fill('0500-86008611')
  await act(form.getByRole('button', { name: '保存', exact: true }).click())
}

async function inviteAdministrator(page: Page, act: Act) {
  const form = page.getByRole('form', { name: '邀请管理员' })
  await form.getByLabel('姓名').fill(administrator.name)
  await form.getByLabel('手机').fill(administrator.mobile)
  const { token } = await tokenOf<{ token: string }>(page, '/api/orgs/inviteAdmin', () =>
    act(form.getByRole('button', { name: '邀请', exact: true }).click()),
  )
  const dialog = page.getByRole('dialog', { name: '邀请开通账号' })
  await expect(dialog.getByRole('img', { name: `${administrator.name}的邀请二维码` })).toBeVisible()
  await act(dialog.getByRole('button', { name: '完成' }).click())
  return token
}

async function setUp(page: Page, act: Act) {
  const press = (name: string) => act(page.getByRole('button', { name, exact: true }).click())
  await act(page.getByRole('link', { name: '继续设置' }).first().click())
  await page.getByLabel('地址', { exact: true }).fill('清溪路8号')
  await press('保存并确认')
  await press('采用常用作息')
  await page.getByLabel('每个年级').fill('1')
  await press('生成 6 个班级')
  await press('其余 3 步以后再做')
}

async function addTeacher(page: Page, act: Act) {
  await act(page.getByRole('button', { name: '新建教师' }).last().click())
  const form = page.getByRole('main')
  await form.getByLabel('身份证号').fill(teacher.idCard)
  await form.getByLabel('姓名').fill(teacher.name)
  await form.getByLabel('手机', { exact: true }).fill(teacher.mobile)
  await act(page.getByRole('checkbox', { name: /任课教师/ }).click())
  const invited = await tokenOf<{ token: string }[]>(page, '/api/users/invite', () =>
    act(page.getByRole('button', { name: '保存', exact: true }).click()),
  )
  const panel = page.getByRole('dialog', { name: `${teacher.name}已建好` })
  await expect(panel.getByRole('img', { name: `${teacher.name}的邀请二维码` })).toBeVisible()
  await act(panel.getByRole('button', { name: '完成' }).click())
  return invited[0]!.token
}

async function addClass(page: Page, act: Act) {
  await act(
    page
      .getByRole('tree', { name: '学校和年级' })
      .getByRole('treeitem', { name: /^一年级/ })
      .click(),
  )
  await act(page.getByRole('button', { name: '新建班级' }).last().click())
  const form = page.getByRole('dialog', { name: '新建班级' })
  await form.getByLabel('班级名称').fill('2班')
  await form.getByRole('combobox', { name: '班主任' }).fill(teacher.name)
  await expect(form.getByTitle(teacher.name, { exact: true })).toBeVisible()
  await act(page.keyboard.press('Enter'))
  await act(form.getByRole('button', { name: '保存', exact: true }).click())
  const row = page.getByRole('row').filter({ hasText: '一(2)班' })
  await expect(row).toContainText(teacher.name)
}

async function addPupils(page: Page, act: Act) {
  await page.getByRole('textbox', { name: '搜索年级和班级' }).fill('一(2)班')
  await act(page.getByRole('button', { name: /^一\(2\)班/ }).click())
  await act(page.getByRole('button', { name: '新建学生' }).last().click())
  const form = page.getByRole('main')
  for (const [at, pupil] of pupils.entries()) {
    await form.getByLabel('身份证号').fill(pupil.idCard)
    await form.getByRole('textbox', { name: /^姓名/ }).fill(pupil.name)
    await form.getByLabel('监护人 1 姓名').fill(pupil.guardian)
    await form.getByLabel('监护人 1 电话').fill(pupil.phone)
    await act(form.getByRole('button', { name: at === 0 ? '保存并继续新建' : '保存', exact: true }).click())
    // The next one begins empty; after the last the list is back.
    if (at === 0) await expect(form.getByRole('textbox', { name: /^姓名/ })).toHaveValue('')
  }
}

const onPhone = (browser: Browser) =>
  browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

test('a school from its invitation to the last step, and its first teacher by a code on her phone', async ({
  page,
  cast,
  browser,
}) => {
  test.slow()
  const whole = countActs()
  await signIn(page, cast.districtAdmin, '/baseData/Orgs')
  const origin = new URL(page.url()).origin
  const token = await test.step('the bureau adds the school and invites whoever will run it', async () => {
    await addSchool(page, whole.act)
    return inviteAdministrator(page, whole.act)
  })

  const office = await browser.newContext()
  const desk = await office.newPage()
  await test.step('she accepts, and the school is set up: ten acts in all', async () => {
    await desk.goto(`${origin}/login#invite=${token}`)
    await expect(desk.getByText(school)).toBeVisible()
    const asked = new Date()
    await choosePassword(desk, whole.act)
    await desk.getByLabel('短信验证码', { exact: true }).fill(await codeSentTo(administrator.mobile, asked))
    await expect(desk).toHaveURL(new RegExp(`${home}$`))
    await setUp(desk, whole.act)
    await expect(desk.getByText('已完成 8 / 8 步，设置完成')).toBeVisible()
    expect(whole.count()).toBeLessThanOrEqual(10)
  })

  const word = await test.step('the first teacher: added, given a role and invited in six acts', async () => {
    const { act, count } = countActs()
    await desk.goto(`${origin}/baseData/User`)
    const made = await addTeacher(desk, act)
    expect(count()).toBeLessThanOrEqual(6)
    return made
  })

  await test.step('a class with its head in four acts, two pupils in eight', async () => {
    const heading = countActs()
    await desk.goto(`${origin}/baseData/Classes`)
    await addClass(desk, heading.act)
    expect(heading.count()).toBeLessThanOrEqual(4)
    const enrolling = countActs()
    await desk.goto(`${origin}/baseData/Student`)
    await addPupils(desk, enrolling.act)
    await expect(desk.getByRole('link', { name: pupils[1]!.name, exact: true })).toBeVisible()
    expect(enrolling.count()).toBeLessThanOrEqual(8)
  })
  await office.close()

  await test.step('on a phone the code opens the account, and the class is there', async () => {
    const pocket = await onPhone(browser)
    const phone = await pocket.newPage()
    await phone.goto(`${origin}/login#invite=${word}`)
    await expect(phone.getByText(school)).toBeVisible()
    const asked = new Date()
    await choosePassword(phone, countActs().act)
    // Whoever heads a class sees whole numbers, and is asked for a code.
    const code = phone.getByLabel('短信验证码', { exact: true })
    await expect(code.or(phone.getByRole('navigation', { name: '主要页面' }))).toBeVisible()
    if (await code.isVisible()) await code.fill(await codeSentTo(teacher.mobile, asked))
    await expect(phone).toHaveURL(new RegExp(`${phoneHome}$`))
    await expect(phone.getByRole('heading', { name: /^我的班级/ })).toBeVisible()
    await expect(phone.getByText('一(2)班').first()).toBeVisible()
    await pocket.close()
  })
})
