import type { Page } from '@playwright/test'
import { expect, expectNote, getTreeNode, openOrganisations, openTree, getRow, test } from '#entry/e2e/journey.ts'

const office = '组织人事科'

async function fillName(page: Page, name: string) {
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
}

test(
  'the district administrator creates, changes and closes organisations',
  { tag: '@both' },
  async ({ page, cast, isPhone }) => {
    await openOrganisations(page, cast.districtAdmin)
    await getTreeNode(await openTree(page, isPhone), office).click()
    await expect(page.getByText(`${office}没有下级机构`)).toBeVisible()

    await test.step('she creates two, and missing fields are named', async () => {
      await page.getByRole('button', { name: '新建机构' }).last().click()
      await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
      await expect(page.getByRole('dialog').getByText('请填写机构名称').first()).toBeVisible()
      await fillName(page, '人事一组')
      await expectNote(page, '已新建机构')
      await expect(getRow(page, isPhone, '人事一组')).toBeVisible()
      await page.getByRole('button', { name: '新建机构' }).last().click()
      await fillName(page, '人事二组')
      await expect(getRow(page, isPhone, '人事二组')).toBeVisible()
    })

    await test.step('she renames one', async () => {
      if (isPhone) {
        await page.getByRole('button', { name: '更多操作 人事二组' }).click()
        await page.getByRole('menuitem', { name: '编辑' }).click()
      } else {
        await page.getByRole('button', { name: '编辑 人事二组' }).click()
      }
      await fillName(page, '劳资组')
      await expect(getRow(page, isPhone, '劳资组')).toBeVisible()
      await expect(getRow(page, isPhone, '人事二组')).toBeHidden()
    })

    await test.step('she finds it by the initials of its pinyin, and the address contains the search', async () => {
      await page.getByRole('textbox', { name: '搜索', exact: true }).fill('lzz')
      await page.keyboard.press('Enter')
      await expect(page).toHaveURL(/keyword=lzz/)
      await expect(getRow(page, isPhone, '人事一组')).toBeHidden()
      await page.reload()
      await expect(getRow(page, isPhone, '劳资组')).toBeVisible()
      await page.goto(page.url().replace('keyword=lzz', ''))
      await expect(getRow(page, isPhone, '人事一组')).toBeVisible()
    })

    await test.step('she closes both after a preview of the effects, and opens them again', async () => {
      if (isPhone) {
        await page.getByRole('button', { name: '多选' }).click()
        await page.getByRole('button', { name: '全选 2' }).click()
        await page.getByRole('button', { name: '操作', exact: true }).click()
        await page.getByRole('menuitem', { name: '停用' }).click()
      } else {
        await page.getByRole('checkbox', { name: '选择本页' }).check()
        await page.getByRole('group', { name: '批量操作' }).getByRole('button', { name: '停用' }).click()
      }
      const dialog = page.getByRole('dialog', { name: '停用：2 个机构' })
      await expect(dialog.getByText('劳资组')).toBeVisible()
      await dialog.getByRole('button', { name: '停用（2 个）' }).click()
      await expect(page.getByText('已停用 2 个机构')).toBeVisible()
      await expect(page.getByText('停用', { exact: true })).toHaveCount(2)
      await page.getByRole('button', { name: '撤销' }).click()
      await expectNote(page, '已撤销')
      await expect(page.getByText('停用', { exact: true })).toHaveCount(0)
    })
  },
)
