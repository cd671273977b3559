import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { expect, openOrganisations, openSwitching, openTree, rowOf, test } from './story.ts'

async function expectUsable(page: Page) {
  // What slides in is judged where it comes to rest.
  await page.evaluate('Promise.all(document.getAnimations().map((animation) => animation.finished.catch(() => {})))')
  const { violations } = await new AxeBuilder({ page }).analyze()
  const grave = violations.filter(({ impact }) => impact === 'serious' || impact === 'critical')
  expect(grave.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html.slice(0, 160)).join(' | ')}`)).toEqual([])
  // Icons of a library like to say their English names to whoever listens.
  const spoken = await page.locator('body').ariaSnapshot()
  expect(spoken.match(/^\s*- \w+ "[a-z].*/gm) ?? []).toEqual([])
}

test('everybody can read and reach every page', async ({ page, cast, isPhone }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).click()
  await expectUsable(page)
  for (const address of ['/login?view=sms', '/login?view=forgot', '/userLogin', '/DD', '/transferLogin']) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await expectUsable(page)
  }

  await openOrganisations(page, cast.districtAdmin)
  await rowOf(page, isPhone, cast.school).waitFor()
  await expectUsable(page)
  await rowOf(page, isPhone, cast.school).click()
  await page.getByText('联系方式').waitFor()
  await expectUsable(page)
  await page.getByRole('button', { name: '关闭' }).click()
  if (isPhone) {
    const tree = await openTree(page, isPhone)
    await tree.waitFor()
    await expectUsable(page)
  }

  await page.goto('/404')
  await page.getByRole('heading', { name: '页面不存在' }).waitFor()
  await expectUsable(page)
  await page.goto('/401?redirect=/baseData/Orgs')
  await page.getByRole('heading', { name: /您还不能使用/ }).waitFor()
  await expectUsable(page)
  if (isPhone) await page.getByRole('button', { name: '打开菜单' }).click()
  await page.getByRole('button', { name: '基础数据' }).click()
  await expect(page.getByRole('link', { name: '组织机构' })).toBeVisible()
  await expectUsable(page)
})

test('everybody can read and reach what is about themselves', async ({ page, cast, isPhone }) => {
  await openOrganisations(page, cast.districtAdmin)
  const dialog = await openSwitching(page, isPhone)
  await dialog.getByRole('treeitem').first().waitFor()
  await expectUsable(page)
  await dialog.getByRole('combobox').fill('sy')
  await dialog.getByRole('option').first().waitFor()
  await page.keyboard.press('ArrowDown')
  await expectUsable(page)

  await page.goto('/personal/info')
  await page.getByLabel('手机号').fill('123')
  await page.getByRole('button', { name: '保存' }).click()
  await expectUsable(page)
  await page.goto('/personal/password')
  await page.getByRole('button', { name: '保存' }).click()
  await expectUsable(page)
  await page.goto('/personal/devices')
  await page.getByText('当前设备').waitFor()
  await expectUsable(page)
})
