import type { Page } from '@playwright/test'
import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

const address = '/systemSet/Setting?type=files'
const rowOf = (page: Page, title: string) => page.getByRole('group', { name: title, exact: true })

async function save(page: Page) {
  await page.getByRole('button', { name: '保存', exact: true }).click()
  await expectNote(page, '已保存，立即生效')
  await expect(page.getByText(/处改动未保存/)).toBeHidden()
}

test('settings are read on a phone, and changed on a desktop', { tag: '@phone' }, async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin, address)
  await expect(rowOf(page, '一次最多附件数')).toContainText('20 个')
  await expect(page.getByText('在电脑上可以修改')).toBeVisible()
  await expect(page.getByRole('button', { name: '保存', exact: true })).toBeHidden()
  await page.getByRole('button', { name: '全部设置' }).click()
  await expect(page.getByRole('button', { name: /^登录安全/ })).toBeVisible()
})

test('a setting locked by the district applies in its schools, and the others are theirs', async ({ page, cast }) => {
  test.setTimeout(90_000)
  await signIn(page, cast.districtAdmin, address)

  await test.step('an invalid value is refused, and one setting is locked for all', async () => {
    const files = rowOf(page, '一次最多附件数')
    await files.getByRole('textbox').fill('999')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(files.getByRole('alert')).toHaveText('一次最多附件数：应在1到200个之间')
    const { perform, count } = countActions()
    await files.getByRole('textbox').fill('12')
    await perform(files.getByRole('checkbox', { name: '锁定，下级不可修改' }).check())
    // The number of affected schools is shown before saving.
    await expect(page.getByText(/将影响 \d+ 所学校/)).toBeVisible()
    await perform(save(page))
    expect(count()).toBeLessThanOrEqual(3)
    await expect(files).toContainText('已锁定')
  })

  await test.step('the school sees who locked it, and changes the others', async () => {
    await signIn(page, cast.schoolAdmin, address)
    const files = rowOf(page, '一次最多附件数')
    await expect(files).toContainText('上级锁定')
    await expect(files).toContainText(`由${cast.district}统一设置`)
    await expect(files.getByRole('textbox')).toBeHidden()
    const size = rowOf(page, '单个文件大小上限')
    await expect(size).toContainText('系统默认')
    await size.getByRole('textbox').fill('50')
    await save(page)
    await expect(size).toContainText('本单位设置')
  })

  await test.step('she searches another setting by name, and is asked about unsaved changes', async () => {
    await rowOf(page, '单个文件大小上限').getByRole('textbox').fill('60')
    await page.getByLabel('搜索设置').fill('有效期')
    await page.getByRole('button', { name: '手机登录有效期' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '放弃修改' }).click()
    await expect(rowOf(page, '手机登录有效期')).toBeVisible()
  })

  await test.step('she restores the old value', async () => {
    await page.goto(address)
    await rowOf(page, '单个文件大小上限').getByRole('button', { name: '恢复默认' }).click()
    await save(page)
    await page.getByRole('button', { name: '修改记录' }).click()
    const history = page.getByRole('complementary', { name: '修改记录' })
    await expect(history.getByText('第 2 版')).toBeVisible()
    await history.getByRole('listitem').filter({ hasText: '第 1 版' }).getByRole('button', { name: '恢复' }).click()
    await expectNote(page, '已恢复到第 1 版')
    await expect(rowOf(page, '单个文件大小上限').getByRole('textbox')).toHaveValue('50')
    // Other journeys upload in this school too.
    await page.keyboard.press('Escape')
    await rowOf(page, '单个文件大小上限').getByRole('button', { name: '恢复默认' }).click()
    await save(page)
  })

  await test.step('the district pushes a setting to all schools, and undoes it', async () => {
    await signIn(page, cast.districtAdmin, address)
    await page.getByRole('button', { name: '下发到学校…' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox', { name: '单个文件大小上限' }).check()
    await dialog.getByRole('textbox', { name: '单个文件大小上限' }).fill('80')
    await expect(dialog.getByText(/所学校将改变/)).toBeVisible()
    await dialog.getByRole('button', { name: '下发', exact: true }).click()
    await page.getByRole('button', { name: '撤销下发' }).click()
    await expect(page.getByText(/已撤销/)).toBeVisible()
    // 恢复默认 removes the lock too.
    await rowOf(page, '一次最多附件数').getByRole('button', { name: '恢复默认' }).click()
    await save(page)
    await expect(rowOf(page, '一次最多附件数').getByRole('checkbox')).not.toBeChecked()
  })
})
