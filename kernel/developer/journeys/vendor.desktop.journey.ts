import type { Page } from '@playwright/test'
import { getCreditCodeCheck } from '#packages/core'
import { uniqueDigits } from '#entry/e2e/company-application.ts'
import { blankPath, expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { password } from '#entry/e2e/cast.ts'
import { platformAdministrators } from '#entry/e2e/outside-people.ts'
import { signInPlatform } from '#entry/e2e/sign-in-outside.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'

const digits = uniqueDigits(6)
const vendor = {
  company: `云岫${digits}科技有限公司`,
  phone: `13911${digits}`,
  creditCode: createCreditCode(`91330106MA2${digits}`),
}
const application = `云岫阅读${digits}`
const reason = '请写明阅读记录保存多久'

function createCreditCode(first17: string) {
  return first17 + getCreditCodeCheck(first17)!
}

const detailsOf = (page: Page) => page.getByRole('complementary', { name: '详情' })

async function openOwnApplication(page: Page) {
  await page.goto('/useApply')
  await page.getByRole('link', { name: application, exact: true }).click()
  return detailsOf(page)
}

/** The auditor of the district decides; only the refusal needs words. */
async function decide(page: Page, userName: string, action: '同意' | '驳回', words: string) {
  await signIn(page, userName, `/developer/useManagement?keyword=${encodeURIComponent(application)}`)
  await page.getByRole('link', { name: application, exact: true }).click()
  await detailsOf(page).getByRole('button', { name: action, exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('textbox').fill(words)
  await dialog.getByRole('button').last().click()
  if (action === '同意') {
    await expect(dialog.getByText('提交前预览')).toBeVisible()
    await dialog.getByRole('button').last().click()
  }
  await expectNote(page, action === '同意' ? '已审核通过' : '已驳回')
}

test('a vendor registers, applies, is returned with a reason, repairs, is approved and creates a key', async ({
  page,
  cast,
}) => {
  test.setTimeout(120_000)
  await test.step('the company registers with the code of its phone', async () => {
    await page.goto('/developerRegister')
    await page.getByLabel('企业名称').fill(vendor.company)
    await page.getByLabel('统一社会信用代码').fill(vendor.creditCode)
    await page.getByLabel('联系人姓名').fill('苏云岫')
    await page.getByLabel('手机号').fill(vendor.phone)
    const began = new Date()
    await page.getByRole('button', { name: '获取验证码' }).click()
    await page.getByLabel('短信验证码').fill(await waitForSmsCode(vendor.phone, began))
    await page.getByLabel('新密码').fill(password)
    await page.getByLabel('重复密码').fill(password)
    await page.getByRole('checkbox', { name: '我已阅读并同意开发者协议' }).check()
    await page.getByRole('button', { name: '注册', exact: true }).click()
    await expect(page.getByText('企业信息正在审核')).toBeVisible()
  })
  await test.step('a platform administrator verifies the company', async () => {
    await signInPlatform(page, platformAdministrators.verifier, '/platform/developers')
    await page.getByRole('search').getByLabel('搜索').fill(vendor.company)
    await page.getByRole('search').getByLabel('搜索').press('Enter')
    const row = page.getByRole('row').filter({ hasText: vendor.company })
    await expect(row).toContainText('待审核')
    await row.getByRole('button', { name: '通过' }).click()
    await page.getByRole('dialog').getByRole('button').last().click()
    await expectNote(page, '已通过')
  })
  await test.step('the vendor signs in where it registered, without another code, and applies', async () => {
    await page.goto('/useApply')
    await expect(page).toHaveURL(/\/developerLogin/)
    await page.getByLabel('用户名或手机号').fill(vendor.phone)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await expect(page).toHaveURL('/useApply')
    await expect(page.getByText('还没有应用，点击“申请应用”开始')).toBeVisible()
    await page.getByRole('button', { name: '申请应用' }).first().click()
    await page.getByRole('combobox', { name: '申请的区' }).click()
    await page.getByTitle(cast.district).click()
    await page.getByLabel('应用名称').fill(application)
    await page.getByLabel('用途说明').fill('按年级推荐书目，记录阅读')
    await page.getByLabel('应用地址').fill('http://read.example.cn/')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('应用地址须为https').first()).toBeVisible()
    await page.getByLabel('应用地址').fill('https://read.example.cn/')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expectNote(page, '已保存应用')
    await expect(page.getByRole('row').filter({ hasText: application })).toContainText('待审核')
  })
  const developerToken = await page.evaluate<string>(`localStorage.getItem('developerToken')`)
  const returnAsVendor = async () => {
    await page.goto(blankPath)
    await page.evaluate(`localStorage.setItem('developerToken', ${JSON.stringify(developerToken)})`)
  }

  await test.step('the district returns it', () => decide(page, cast.districtAdmin, '驳回', reason))
  await test.step('the vendor reads the reason, repairs and submits again', async () => {
    await returnAsVendor()
    await page.goto('/useApply/messages')
    await expect(page.getByRole('row').filter({ hasText: application }).first()).toBeVisible()
    const details = await openOwnApplication(page)
    await expect(details).toContainText('已驳回')
    await expect(details).toContainText(reason)
    await details.getByRole('button', { name: '编辑' }).click()
    await page.getByLabel('用途说明').fill('按年级推荐书目，阅读记录保存一年')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(details).toContainText('待审核')
  })
  await test.step('the district approves it', () => decide(page, cast.districtAdmin, '同意', ''))
  await test.step('the vendor creates a key, which is shown once', async () => {
    await returnAsVendor()
    const details = await openOwnApplication(page)
    await details.getByRole('button', { name: '密钥…' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '生成密钥' }).click()
    const shown = page.getByRole('dialog', { name: `${application}的密钥` })
    await expect(shown.getByRole('alert')).toContainText('密钥只显示这一次')
    const secret = await shown.locator('code').nth(1).innerText()
    expect(secret).toMatch(/^[\w-]{43}$/)
    await shown.getByRole('button', { name: '我已保存' }).click()
    await page.reload()
    await details.getByRole('tab', { name: '密钥' }).click()
    await expect(details.getByRole('listitem').filter({ hasText: '生效' })).toContainText('从未使用')
    await expect(page.getByText(secret)).toHaveCount(0)
  })
})
