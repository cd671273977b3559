import type { Locator, Page } from '@playwright/test'
import { idCardCheckDigit } from '#packages/core'
import { formatDate } from '#packages/web/core/format/time.ts'
import { getProject } from '#entry/e2e/sign-in-people.ts'
import { expect, expectNote, getTreeNode, getRow, signIn, test } from '#entry/e2e/journey.ts'

const staff = '/baseData/User'

async function openStaff(page: Page, userName: string, search = '') {
  await signIn(page, userName, `${staff}${search}`)
  await expect(page.getByRole('heading', { level: 1, name: '教师管理' })).toBeVisible()
}

/** Rows load page by page, so a person is found by a search. */
async function searchStaff(page: Page, keyword: string) {
  await page.getByRole('textbox', { name: '搜索', exact: true }).fill(keyword)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(new RegExp(`keyword=${encodeURIComponent(keyword)}`))
}

const details = (page: Page, isPhone: boolean) =>
  isPhone ? page.getByRole('dialog', { name: '详情' }) : page.getByRole('complementary', { name: '详情' })

async function openDetails(page: Page, isPhone: boolean, name: string) {
  await getRow(page, isPhone, name).first().click()
  const open = details(page, isPhone)
  await expect(open.getByRole('heading', { level: 2, name: new RegExp(`^${name}`) })).toBeVisible()
  return open
}

/** Starts an action on the open person: the primary ones have a button where there is room. */
async function start(open: Locator, isPhone: boolean, act: string) {
  const isButton = !isPhone && act === '调整部门'
  if (isButton) return open.getByRole('button', { name: act }).click()
  await open.getByRole('button', { name: '更多操作' }).click()
  await open.page().getByRole('menuitem', { name: act, exact: true }).click()
}

interface Newcomer {
  name: string
  idCard: string
  mobile: string
}

/** An invented person; each journey and each project has its own. */
function newcomer(name: string, isPhone: boolean, at: number): Newcomer {
  const project = { desktop: 1, phone: 2 }[getProject(isPhone)]
  // The last digit before the check digit is even: a woman.
  const first17 = `33019919900307${project}${at}2`
  return { name, idCard: first17 + idCardCheckDigit(first17), mobile: `138019903${project}${at}` }
}

/** Fills in and sends the form; on a phone one section per screen. */
async function fill(page: Page, isPhone: boolean, { name, idCard, mobile }: Newcomer) {
  await page.getByRole('button', { name: '新建教师' }).last().click()
  const form = page.getByRole('main')
  await form.getByLabel('身份证号').fill(idCard)
  await expect(form.getByRole('radio', { name: '女' })).toBeChecked()
  await expect(form.getByLabel('出生日期')).toHaveValue('1990-03-07')
  await form.getByLabel('姓名').fill(name)
  await form.getByLabel('手机', { exact: true }).fill(mobile)
  if (isPhone) await page.getByRole('button', { name: '下一步：任职' }).click()
  await form.getByLabel('职务').fill('任课教师')
  await form.getByLabel('到岗日期').fill('2024-09-01')
  if (isPhone) await page.getByRole('button', { name: '下一步：更多' }).click()
  if (isPhone) await page.getByRole('button', { name: '下一步：账号与角色' }).click()
  await page.getByRole('button', { name: '保存', exact: true }).click()
}

/** Closes the panel over the list after a person was added. */
async function closePanel(page: Page, name: string) {
  const panel = page.getByRole('dialog', { name: `${name}已建好` })
  await panel.getByRole('button', { name: '完成' }).click()
  await expect(panel).toHaveCount(0)
}

const days = 24 * 60 * 60 * 1000

test('the school administrator finds a colleague by initials and by the end of a phone number', async ({
  page,
  cast,
}) => {
  await openStaff(page, cast.schoolAdmin)
  await searchStaff(page, 'lhy')
  const open = await openDetails(page, false, cast.teacherName)
  const masked = await open.getByText('已隐藏').first().locator('..').locator('..').textContent()
  const tail = /\d{4}$/.exec(masked ?? '')![0]
  await open.getByRole('button', { name: '关闭' }).click()
  await searchStaff(page, tail)
  await expect(getRow(page, false, cast.teacherName).first()).toBeVisible()
})

test('a colleague is added, viewed, moved and leaves', { tag: '@both' }, async ({ page, cast, isPhone }) => {
  const colleague = newcomer('顾清和', isPhone, 1)
  await openStaff(page, cast.schoolAdmin)

  await test.step('the ID number fills in sex and birthday', async () => {
    await fill(page, isPhone, colleague)
    await expectNote(page, '已新建教师')
    await closePanel(page, colleague.name)
    await searchStaff(page, colleague.name)
    await expect(getRow(page, isPhone, colleague.name)).toBeVisible()
  })
  const open = await openDetails(page, isPhone, colleague.name)

  await test.step('her number is revealed for a reason', async () => {
    await expect(open.getByText(colleague.mobile)).toHaveCount(0)
    await open.getByRole('button', { name: '查看完整手机' }).click()
    await page.getByRole('button', { name: '查看 30 秒' }).click()
    const { mobile } = colleague
    await expect(open.getByText(`${mobile.slice(0, 3)} ${mobile.slice(3, 7)} ${mobile.slice(7)}`)).toBeVisible()
  })

  await test.step('she moves to another department', async () => {
    await start(open, isPhone, '调整部门')
    const dialog = page.getByRole('dialog', { name: `调整部门：${colleague.name}` })
    await getTreeNode(dialog.getByRole('tree'), '教务处').click()
    await dialog.getByRole('button', { name: '调整部门' }).click()
    await expectNote(page, '已调整 1 人的部门')
    await open.getByRole('tab', { name: '任职' }).click()
    await expect(open.getByRole('tabpanel').getByText('教务处')).toBeVisible()
  })

  await test.step('she leaves; the list shows her on request', async () => {
    await start(open, isPhone, '办理离岗')
    const dialog = page.getByRole('dialog', { name: `离岗：${colleague.name}` })
    await dialog.getByLabel('离岗日期').fill(formatDate(Date.now() - days))
    await dialog.getByRole('button', { name: '下一步' }).click()
    await dialog.getByRole('button', { name: '离岗（1 人）' }).click()
    await expectNote(page, '已办理 1 人离岗')
    await openStaff(page, cast.schoolAdmin, `?keyword=${encodeURIComponent(colleague.name)}`)
    await expect(page.getByText('没有符合条件')).toBeVisible()
    await openStaff(page, cast.schoolAdmin, `?keyword=${encodeURIComponent(colleague.name)}&status=left`)
    await expect(getRow(page, isPhone, colleague.name)).toBeVisible()
  })
})

test('the same ID number gives a second membership, not a second person', async ({ page, cast }) => {
  const colleague = newcomer('温子墨', false, 2)
  await openStaff(page, cast.schoolAdmin)
  await fill(page, false, colleague)
  await expectNote(page, '已新建教师')

  await openStaff(page, cast.districtAdmin)
  await fill(page, false, colleague)
  const question = page.getByRole('dialog', { name: '可能是同一人' })
  await expect(question.getByText(`该人员已在${cast.school}，是否添加为兼职？`)).toBeVisible()
  await question.getByRole('button', { name: '添加为兼职' }).click()
  await expectNote(page, '已新建教师')
  await closePanel(page, colleague.name)
  await searchStaff(page, colleague.name)
  const open = await openDetails(page, false, colleague.name)
  await open.getByRole('tab', { name: '任职' }).click()
  const memberships = open.getByRole('tabpanel')
  await expect(memberships.getByText(cast.school)).toBeVisible()
  await expect(memberships.getByText(cast.district)).toBeVisible()
})

test('a school requests a teacher of another one, and that one answers', async ({ page, cast }) => {
  const colleague = newcomer('乔木森', false, 4)
  await openStaff(page, cast.schoolAdmin)
  await fill(page, false, colleague)
  await expectNote(page, '已新建教师')

  await test.step('the other school only learns that it has to request her', async () => {
    await openStaff(page, 'chenlan.admin')
    await fill(page, false, colleague)
    const question = page.getByRole('dialog', { name: '可能是同一人' })
    await expect(question.getByText('该身份证号已在其他单位登记，是否申请任职？')).toBeVisible()
    await question.getByRole('button', { name: '申请任职' }).click()
    await expectNote(page, '已提交任职申请，等待同意')
    await searchStaff(page, colleague.name)
    await expect(page.getByText('没有符合条件')).toBeVisible()
    await page.goto('/baseData/ChangeLog')
    await searchStaff(page, colleague.name)
    const open = await openDetails(page, false, colleague.name)
    await expect(open.getByText('待审核').first()).toBeVisible()
    await expect(open.getByText(cast.school)).toHaveCount(0)
    await expect(open.getByRole('button', { name: '同意' })).toHaveCount(0)
  })

  await test.step('the school where she works sees the purpose, and refuses', async () => {
    await signIn(page, cast.schoolAdmin, '/baseData/ChangeLog')
    await searchStaff(page, colleague.name)
    const open = await openDetails(page, false, colleague.name)
    await expect(open.getByText('任课教师')).toBeVisible()
    await open.getByRole('button', { name: '拒绝' }).click()
    const dialog = page.getByRole('dialog', { name: `拒绝：${colleague.name}` })
    await dialog.getByLabel('意见').fill('课时已满')
    await dialog.getByRole('button', { name: '拒绝' }).click()
    await expect(open.getByText('已拒绝').first()).toBeVisible()
  })

  await test.step('the other school reads the reason', async () => {
    await signIn(page, 'chenlan.admin', '/baseData/ChangeLog')
    await searchStaff(page, colleague.name)
    const open = await openDetails(page, false, colleague.name)
    await expect(open.getByText('课时已满')).toBeVisible()
    await expect(open.getByText(cast.school)).toHaveCount(0)
  })
})

test('a school transfers a colleague, and the other side approves', async ({ page, cast }) => {
  const colleague = newcomer('沈知秋', false, 3)
  await openStaff(page, cast.schoolAdmin)
  await fill(page, false, colleague)
  await expectNote(page, '已新建教师')
  await closePanel(page, colleague.name)
  await searchStaff(page, colleague.name)

  await test.step('she requests the transfer, which waits', async () => {
    await start(await openDetails(page, false, colleague.name), false, '申请变动')
    const dialog = page.getByRole('dialog', { name: `申请变动：${colleague.name}` })
    await dialog.getByRole('combobox', { name: '调入单位' }).click()
    // To the bureau, because the import journeys compare the data of the other schools.
    await dialog.locator('.ant-select-item-option').filter({ hasText: cast.district }).first().click()
    await dialog.getByLabel('原因').fill('交流任教')
    await dialog.getByRole('button', { name: '申请变动' }).click()
    // A refused dialog stays open. The note disappears after three seconds, which a busy machine may miss.
    await expect(dialog).toBeHidden()
    await page.goto('/baseData/ChangeLog')
    await expect(page.getByText('待接收单位确认').first()).toBeVisible()
  })

  await test.step('the district administrator approves for the receiving side', async () => {
    await signIn(page, cast.districtAdmin, '/baseData/ChangeLog')
    await searchStaff(page, colleague.name)
    const open = await openDetails(page, false, colleague.name)
    await expect(open.getByText(cast.district).first()).toBeVisible()
    await open.getByRole('button', { name: '同意' }).click()
    await page
      .getByRole('dialog', { name: `同意：${colleague.name}` })
      .getByRole('button', { name: '同意' })
      .click()
    await expect(open.getByText('已同意').first()).toBeVisible()
  })

  await test.step('from then on she works there', async () => {
    await openStaff(page, cast.districtAdmin, `?keyword=${encodeURIComponent(colleague.name)}`)
    const open = await openDetails(page, false, colleague.name)
    await open.getByRole('tab', { name: '任职' }).click()
    await expect(open.getByRole('tabpanel').getByText(cast.district).first()).toBeVisible()
  })
})
