import type { Page } from '@playwright/test'
import { expect, expectNote, getRow, signIn, test } from '#entry/e2e/journey.ts'

const search = async (page: Page, keyword: string) => {
  await page.getByRole('searchbox', { name: '搜索', exact: true }).fill(keyword)
  await page.keyboard.press('Enter')
}

test(
  'a teacher searches colleagues, saves some, and chooses who may see her number',
  {
    tag: '@phone',
  },
  async ({ page, cast }) => {
    await signIn(page, cast.teacher, '/directory')
    await expect(page.getByRole('heading', { level: 1, name: '通讯录' })).toBeVisible()

    await test.step('the contacts open at her own school, where numbers can be called', async () => {
      await expect(page.getByRole('link', { name: /^拨打/ }).first()).toHaveAttribute('href', /^tel:\d+$/)
    })

    await test.step('one letter finds nothing, a name is found', async () => {
      await search(page, 'z')
      await expect(page.getByText('请输入关键字')).toBeVisible()
      await search(page, cast.teacherName)
      await expect(page).not.toHaveURL(/keyword/)
      await expect(getRow(page, true, cast.teacherName).first()).toBeVisible()
    })

    await test.step('she hides her number, and the contacts hide it at once', async () => {
      await search(page, '')
      await page.getByRole('link', { name: '我的手机号' }).click()
      await expect(page.getByRole('heading', { level: 1, name: '联系方式公开范围' })).toBeVisible()
      await page.getByText('不公开', { exact: true }).click()
      await page.getByRole('button', { name: '保存' }).click()
      await expect(page.getByText('我的手机号：不公开')).toBeVisible()
      await page.getByRole('link', { name: '修改' }).click()
      await page.getByText('本校', { exact: true }).click()
      await page.getByRole('button', { name: '保存' }).click()
      await expect(page.getByText('我的手机号：本校可见')).toBeVisible()
    })

    await test.step('she creates a group', async () => {
      await page.getByRole('link', { name: '管理群组' }).click()
      await page.getByRole('button', { name: '新建群组' }).last().click()
      await page.getByRole('dialog').getByLabel('群组名称').fill('教研组长')
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await expectNote(page, '已新建群组')
      await expect(page.getByText('教研组长', { exact: true }).first()).toBeVisible()
    })
  },
)
