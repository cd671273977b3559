import type { Page } from '@playwright/test'
import { idCardCheckDigit } from '#packages/core'
import { countActions } from './import-steps.ts'
import { expect, homePath, phoneHomePath, signIn, test } from './journey.ts'

const names = ['顾晓晴', '顾晓青']
/** Another one for a second try: the first may exist already. */
function createNewcomer(tries: number) {
  const first17 = `330199199208${11 + tries}152`
  return { name: names[tries]!, idCard: first17 + idCardCheckDigit(first17), mobile: `1380199211${5 + tries}` }
}
type Newcomer = ReturnType<typeof createNewcomer>

/** The link in the displayed QR code, as a phone would read it. */
async function addNewcomer(page: Page, newcomer: Newcomer, perform: ReturnType<typeof countActions>['perform']) {
  await perform(page.getByRole('button', { name: '新建教师' }).last().click())
  const form = page.getByRole('main')
  await form.getByLabel('身份证号').fill(newcomer.idCard)
  await form.getByLabel('姓名').fill(newcomer.name)
  await form.getByLabel('手机', { exact: true }).fill(newcomer.mobile)
  const account = page.getByRole('region', { name: '账号与角色' })
  // Roles that she may not grant are not offered.
  await expect(account.getByRole('checkbox', { name: /区管理员/ })).toHaveCount(0)
  await expect(account.getByRole('checkbox', { name: /发邀请/ })).toBeChecked()
  await perform(account.getByRole('checkbox', { name: /任课教师/ }).click())
  const answer = page.waitForResponse((response) => response.url().endsWith('/api/users/invite'))
  await perform(page.getByRole('button', { name: '保存', exact: true }).click())
  const { data } = (await (await answer).json()) as { data: { token: string }[] }
  return data[0]!.token
}

test('a new teacher is added with a role and a QR code, opens the account on her phone and finds a colleague', async ({
  page,
  cast,
  browser,
}, { retry }) => {
  const newcomer = createNewcomer(retry)
  const { name } = newcomer
  const office = countActions()
  await signIn(page, cast.schoolAdmin, '/baseData/User')
  const token = await test.step('added, given a role and invited in at most six actions', async () => {
    const inviteCode = await addNewcomer(page, newcomer, office.perform)
    const panel = page.getByRole('dialog', { name: `${name}已建好` })
    await expect(panel.getByText('角色：任课教师')).toBeVisible()
    await expect(panel.getByRole('img', { name: `${name}的邀请二维码` })).toBeVisible()
    await expect(panel.getByText('让顾老师扫一扫')).toBeVisible()
    await expect(panel.getByRole('link', { name: '安排任课' })).toBeVisible()
    expect(page.url()).not.toContain(inviteCode)
    await office.perform(panel.getByRole('button', { name: '完成' }).click())
    expect(office.count()).toBeLessThanOrEqual(6)
    return inviteCode
  })

  await test.step('the list shows until when the invitation is valid', async () => {
    await page.getByRole('textbox', { name: '搜索', exact: true }).fill(name)
    await page.keyboard.press('Enter')
    await expect(page.getByText('已邀请·7 天后失效').first()).toBeVisible()
  })

  const origin = new URL(page.url()).origin
  const context = await browser.newContext({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  const hand = countActions()
  await test.step('on her phone she reads who invites her, and chooses a password', async () => {
    await phone.goto(`${origin}/login#invite=${token}`)
    await expect(phone.getByText(cast.school)).toBeVisible()
    await expect(phone.getByLabel('用户名', { exact: true })).toHaveValue(/^guxiaoqing/)
    await expect(phone.getByRole('link', { name: '《隐私政策》' })).toBeVisible()
    await phone.getByLabel('新密码').fill('Morgenstern-7')
    await phone.getByLabel('重复密码').fill('Morgenstern-7')
    await hand.perform(phone.getByRole('button', { name: '开通并登录' }).click())
    await expect(phone).toHaveURL(new RegExp(`${phoneHomePath}$`))
  })

  await test.step('calling a colleague takes three actions', async () => {
    await hand.perform(phone.getByRole('link', { name: '通讯录' }).click())
    await expect(phone.getByRole('link', { name: /^拨打/ }).first()).toHaveAttribute('href', /^tel:\d+$/)
    expect(hand.count()).toBeLessThanOrEqual(3)
  })
  await context.close()

  await test.step('from any page the administrator resets a password with the command palette, in three actions', async () => {
    const { perform, count } = countActions()
    await page.goto(homePath)
    await expect(page.getByRole('button', { name: /^搜索/ })).toBeVisible()
    await perform(page.keyboard.press('Control+k'))
    await page.getByRole('combobox', { name: '搜索' }).fill(`重置密码 ${name}`)
    await expect(page.getByRole('option', { name: new RegExp(`重置密码 ${name}`) })).toBeVisible()
    await perform(page.keyboard.press('Enter'))
    const dialog = page.getByRole('dialog', { name: `重置密码：${name}` })
    await perform(dialog.getByRole('button', { name: '重置密码', exact: true }).click())
    expect(count()).toBeLessThanOrEqual(3)
    await expect(page.getByText(/^[A-Z][a-z]{3}-[a-z]{4}-[a-z]{4}-\d{4}$/)).toBeVisible()
    expect(decodeURIComponent(page.url())).not.toContain(name)
  })
})
