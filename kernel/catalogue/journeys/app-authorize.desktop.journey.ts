import type { Page } from '@playwright/test'
import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

const app = '校车通'
const centre = '/dataCentre/appSupermarket'
const tileOf = (page: Page) => page.getByRole('listitem').filter({ hasText: app })

test('the district opens an application for two schools in five actions, and only those have it', async ({
  page,
  cast,
}) => {
  test.setTimeout(120_000)
  await signIn(page, cast.teacher, centre)
  await expect(tileOf(page)).toContainText('未开通')

  const give = async (isOn: boolean) => {
    await signIn(page, cast.districtAdmin, '/systemSet/AppAuthorize')
    const { perform, count } = countActions()
    await perform(
      page
        .getByRole('navigation', { name: '应用', exact: true })
        .getByRole('button', { name: new RegExp(`^${app}`) })
        .click(),
    )
    for (const school of [cast.school, '文澜中学']) {
      // Until its grants are loaded, the page shows those of the application chosen before.
      await expect(page.getByRole('row', { name: new RegExp(school) })).toContainText(isOn ? '未开通' : '已开通')
      await perform(page.getByRole('checkbox', { name: school, exact: true }).setChecked(isOn))
      await expect(page.getByRole('row', { name: new RegExp(school) })).toContainText(isOn ? '将开通' : '将取消开通')
    }
    // The number of people who gain and lose access is shown before saving.
    await expect(page.getByRole('status').filter({ hasText: /将有 \d+ 人可用/ })).toContainText(isOn ? '新增' : '减少')
    await perform(page.getByRole('button', { name: '保存', exact: true }).click())
    const row = page.getByRole('row', { name: new RegExp(cast.school) })
    await expect(row).toContainText(isOn ? '已开通' : '未开通')
    expect(count()).toBeLessThanOrEqual(5)
  }
  await give(true)

  await test.step('the school has it, the third has not', async () => {
    // The server may cache a session for two seconds; a new session is not cached.
    await signIn(page, cast.teacher, centre, { isFresh: true })
    await expect(tileOf(page).getByRole('button', { name: /新窗口打开）$/ })).toBeVisible()
    await signIn(page, 'chenlan.teacher', centre)
    await expect(tileOf(page)).toContainText('未开通')
  })

  await test.step('the grant is withdrawn', () => give(false))
})

test('a temporary grant is made permanent before it ends', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin, '/systemSet/AppAuthorize?tab=expiring')
  const row = page.getByRole('row', { name: /阳光体育/ })
  await expect(row).toContainText('即将到期')
  await row.getByRole('button', { name: '延长 阳光体育' }).click()
  await page.getByRole('dialog').getByRole('button', { name: '延长', exact: true }).click()
  await expectNote(page, '已延长 1 项授权')
  await expect(page.getByText('没有快要到期的授权')).toBeVisible()
})

test('a school appoints its teaching affairs administrator, and withdraws it', async ({ page }) => {
  await signIn(page, 'chenlan.admin', '/systemSet/AppAuthorize?tab=academic')
  const field = page.getByRole('combobox', { name: /^教务管理员/ })
  await field.click()
  await field.fill('蔡')
  // Only people of the school are offered, because nobody else can be appointed.
  const found = page.getByTitle(/^蔡/)
  await expect(found.filter({ hasNotText: '晨澜学校' })).toHaveCount(0)
  const [name] = (await found.first().innerText()).split(/\s/)
  await found.first().click()
  const people = page.getByRole('list', { name: '教务管理员' })
  await expect(people).toContainText(`${name}新加入`)
  const save = async () => {
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expectNote(page, '已保存，立即生效')
  }
  await save()
  await page.reload()
  await expect(people).toContainText(name!)
  await people.getByRole('button', { name: `移除${name}` }).click()
  await save()
  await expect(page.getByText('还没有教务管理员，按姓名加入。')).toBeVisible()
})

test('an application is registered, audited and stopped; its secret is shown once', async ({ page, cast }) => {
  test.setTimeout(120_000)
  await signIn(page, cast.districtAdmin, '/developer/useManagement?fill=new')
  const form = page.getByRole('main')
  await form.getByLabel('应用名称').fill('雨天接送')
  await form.getByLabel('用途说明').fill('雨天接送排队')
  await form.getByLabel('应用地址').fill('ftp://rain.example')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expect(form.getByText('仅支持 http 或 https 协议').first()).toBeVisible()
  await form.getByLabel('应用地址').fill('https://rain.example/pick-up')
  await page.getByRole('button', { name: '保存', exact: true }).click()
  const secret = page.getByRole('dialog', { name: '雨天接送的密钥' })
  await expect(secret).toContainText('密钥只显示这一次')
  await secret.getByRole('button', { name: '我已保存' }).click()

  await page.goto('/developer/useManagement?keyword=ytjs')
  await page.getByRole('link', { name: '雨天接送', exact: true }).click()
  const open = page.getByRole('complementary', { name: '详情' })
  await open.getByRole('tab', { name: '密钥' }).click()
  await expect(open).toContainText('之后任何人都不能查看')
  await test.step('the district approves, and it is in the catalogue', async () => {
    await open.getByRole('button', { name: '同意' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').last().click()
    await expect(dialog.getByText('提交前预览')).toBeVisible()
    await dialog.getByRole('button').last().click()
    await expect(open).toContainText('已上架')
  })
  await test.step('stopping it needs a reason', async () => {
    await open.getByRole('button', { name: '更多操作' }).click()
    await page.getByRole('menuitem', { name: /^停用/ }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').last().click()
    await expect(dialog.getByText(/请填写/).first()).toBeVisible()
    await dialog.getByRole('textbox').fill('试用结束')
    await dialog.getByRole('button').last().click()
    await expect(async () => {
      if (await dialog.isVisible()) await dialog.getByRole('button').last().click({ timeout: 1_000 })
      await expect(open).toContainText('已停用', { timeout: 2_000 })
    }).toPass()
  })
})

test('an administrator changes the secret of an application, and ends one that leaked', async ({ page, cast }) => {
  test.setTimeout(120_000)
  await signIn(page, cast.districtAdmin, '/developer/useManagement?keyword=zhyy')
  await page.getByRole('link', { name: '智慧用印', exact: true }).click()
  const drawer = page.getByRole('complementary', { name: '详情' })
  await drawer.getByRole('tab', { name: '密钥' }).click()
  const rows = drawer.getByRole('listitem').filter({ hasText: '创建' })
  await expect(rows).toHaveCount(1)
  await expect(rows.first()).toContainText('生效')
  await expect(rows.first()).toContainText('从未使用')

  await test.step('with a grace period; the new secret is shown once', async () => {
    await drawer.getByRole('button', { name: '更换密钥', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '更换密钥：智慧用印' })
    await dialog.getByText('3天').click()
    await dialog.getByRole('button', { name: '更换密钥' }).click()
    const shown = page.getByRole('dialog', { name: '智慧用印的密钥' })
    await expect(shown.getByRole('alert')).toContainText('密钥只显示这一次')
    const secret = await shown.locator('code').nth(1).textContent()
    expect(secret).toMatch(/^[\w-]{43}$/)
    await shown.getByRole('button', { name: '我已保存' }).click()
    await expect(rows).toHaveCount(2)
    await expect(rows.nth(1)).toContainText('宽限')
    await page.reload()
    await expect(page.getByText(secret!)).toHaveCount(0)
  })

  await test.step('a leaked one ends at once, with a reason and a second question', async () => {
    await drawer.getByRole('tab', { name: '密钥' }).click()
    await drawer.getByRole('button', { name: '更换密钥', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: '更换密钥：智慧用印' })
    await dialog.getByText('已泄露，立即作废').click()
    await dialog.getByRole('button', { name: '更换密钥' }).click()
    await expect(dialog.getByText('请填写泄露的情况').first()).toBeVisible()
    await dialog.getByLabel('理由').fill('密钥被发到了群里')
    await dialog.getByRole('button', { name: '更换密钥' }).click()
    await page.getByRole('button', { name: '立即作废并更换' }).click()
    await page.getByRole('button', { name: '我已保存' }).click()
    await expect(rows.filter({ hasText: '生效' })).toHaveCount(1)
    await expect(rows.filter({ hasText: '作废' }).filter({ hasNotText: '生效' })).toHaveCount(2)
    await drawer.getByRole('tab', { name: '日志' }).click()
    await expect(drawer.getByText('旧密钥和它的令牌立即作废；密钥被发到了群里')).toBeVisible()
  })
})
