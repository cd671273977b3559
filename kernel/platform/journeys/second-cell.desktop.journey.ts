import type { Page } from '@playwright/test'
import { password } from '#entry/e2e/cast.ts'
import { uniqueDigits } from '#entry/e2e/company-application.ts'
import { isInSecondCell } from '#entry/e2e/databases.ts'
import { expect, expectNote, expectSignedIn, fillSignIn, homePath, nextDemoCode, test } from '#entry/e2e/journey.ts'
import { platformAdministrators } from '#entry/e2e/outside-people.ts'

const digits = uniqueDigits(6)
const district = `青岚${digits}区教育局`
const administrator = { name: '乔知南', userName: `qinglan${digits}` }

const rowOf = (page: Page) => page.getByRole('row').filter({ hasText: district })

async function setState(page: Page, action: '停用' | '启用') {
  await page.goto('/platform/districts')
  await rowOf(page).getByRole('button', { name: /更多/ }).click()
  await page.getByRole('menuitem', { name: action }).click()
  if (action === '停用') {
    const preview = page.getByRole('dialog')
    await expect(preview).toContainText('全部用户立即退出')
    await preview.getByRole('button', { name: /^停用/ }).click()
  }
  await expectNote(page, `已${action}地区`)
}

test('a platform administrator founds a district on the second cell, disables it and enables it again', async ({
  page,
}) => {
  await test.step('she signs in with a code of her authenticator', async () => {
    await page.goto('/platform/districts')
    await expect(page).toHaveURL(/\/developerLogin\?tab=platform/)
    await page.getByLabel('用户名', { exact: true }).fill(platformAdministrators.founder)
    await page.getByLabel('密码', { exact: true }).fill(password)
    await page.getByRole('button', { name: '登录', exact: true }).click()
    await page.getByLabel('动态口令', { exact: true }).fill(await nextDemoCode(platformAdministrators.founder))
    await expect(page).toHaveURL('/platform/districts')
  })
  const link = await test.step('she creates the district, and gets the invitation of its administrator', async () => {
    await page.getByRole('button', { name: '新建地区' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('名称').fill(district)
    await form.getByLabel('数据单元').fill('2')
    await form.getByLabel('管理员姓名').fill(administrator.name)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    const invitation = page.getByRole('dialog', { name: '邀请链接' })
    const url = await invitation.getByText(/#invite=/).innerText()
    await invitation.getByRole('button', { name: '关闭' }).last().click()
    await expect(rowOf(page)).toContainText('0 所')
    return new URL(url)
  })
  expect(await isInSecondCell(district)).toBe(true)
  await test.step('the administrator accepts, and sees the empty board of the district', async () => {
    await page.goto(link.pathname + link.hash)
    await expect(page.getByText(`${administrator.name}，您好`)).toBeVisible()
    await page.getByLabel('用户名', { exact: true }).fill(administrator.userName)
    await page.getByLabel('新密码').fill(password)
    await page.getByLabel('重复密码').fill(password)
    await page.getByRole('button', { name: '开通并登录' }).click()
    await expect(page).toHaveURL(homePath)
    await expectSignedIn(page, administrator.name)
    await expect(page.getByRole('banner')).toContainText(district)
  })
  await test.step('the district is disabled: she is signed out, and cannot sign in', async () => {
    await setState(page, '停用')
    await page.goto(homePath)
    await expect(page).toHaveURL(/\/login/)
    await fillSignIn(page, administrator.userName)
    await expect(page.getByText('该地区已停用').first()).toBeVisible()
  })
  await test.step('it is enabled again, and she signs in', async () => {
    await setState(page, '启用')
    await page.goto('/login')
    await fillSignIn(page, administrator.userName)
    await expectSignedIn(page, administrator.name)
  })
})
