import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { expectAccessible, openPage } from '#entry/e2e/accessibility.ts'

/** The first bytes of the file that this click saves. */
async function saveFile(page: Page, press: () => Promise<void>) {
  const started = page.waitForEvent('download')
  await press()
  const download = await started
  return { name: download.suggestedFilename(), bytes: await readFile(await download.path()) }
}

test('a school administrator turns the period, reads the table, opens the list behind a number and saves it', async ({
  page,
  cast,
}) => {
  await signIn(page, cast.schoolAdmin)
  await openPage(page, '/dataCentre/dataStatistics?view=subjects')
  const period = page.getByRole('group', { name: '统计时间' })
  const sexes = page.getByRole('region', { name: '在校学生', exact: true })
  const label = period.locator('strong')
  const thisMonth = await label.textContent()

  await test.step('the arrow keys turn the period', async () => {
    await page.keyboard.press('ArrowLeft')
    await expect(label).not.toHaveText(thisMonth!)
    await expect(page).toHaveURL(/on=/)
    await page.keyboard.press('ArrowRight')
    await expect(label).toHaveText(thisMonth!)
    await expect(period.getByRole('button', { name: '后一段时间' })).toBeDisabled()
  })
  await test.step('arrow keys inside a chart go over its marks, and leave the period alone', async () => {
    const first = sexes.locator('[data-mark]').first()
    await first.focus()
    await page.keyboard.press('ArrowRight')
    await expect(first).not.toBeFocused()
    await expect(sexes.locator('[data-mark]:focus')).toHaveAccessibleName(/ [男女] \d+ 人$/)
    await expect(label).toHaveText(thisMonth!)
    await expectAccessible(page)
  })
  await test.step('the chart is saved as a picture, its values as a spreadsheet', async () => {
    const finding = await sexes.getByRole('heading', { level: 2 }).textContent()
    const menu = sexes.getByRole('button', { name: `下载：${finding}` })
    await menu.click()
    const picture = await saveFile(page, () => page.getByRole('menuitem', { name: '图片（png）' }).click())
    expect(picture.bytes.subarray(1, 4).toString()).toBe('PNG')
    // An empty picture of this size has less than a tenth.
    expect(picture.bytes.length).toBeGreaterThan(10_000)
    await menu.click()
    const sheet = await saveFile(page, () => page.getByRole('menuitem', { name: '表格（xlsx）' }).click())
    expect(sheet.name).toMatch(/\.xlsx$/)
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
    const whole = await saveFile(page, () => page.getByRole('button', { name: '导出' }).click())
    expect(whole.bytes.length).toBeGreaterThan(sheet.bytes.length)
  })
  await test.step('the table has the same numbers, and the list behind one has as many rows', async () => {
    await page.keyboard.press('t')
    const number = sexes.getByRole('table').getByRole('link').first()
    const count = await number.textContent()
    await number.click()
    const drawer = page.getByRole('complementary', { name: / 男$/ })
    await expect(drawer.getByText(`共 ${count} 人`)).toBeVisible()
    await expectAccessible(page)
    await drawer.getByRole('link', { name: '打开列表' }).click()
    await expect(page).toHaveURL(/\/baseData\/Student\?.*sex=/)
    await expect(page.getByText(`共 ${count} 人`).filter({ visible: true }).first()).toBeVisible()
  })
})

test('a district administrator sees how the applications are used, compares schools and wants a report', async ({
  page,
  cast,
}) => {
  await signIn(page, cast.districtAdmin)
  await openPage(page, '/dataCentre/dataStatistics')
  const filters = page.getByRole('group', { name: '统计条件' })

  await test.step('figures, two charts with findings, and a table by category', async () => {
    await expect(page.getByText('打开次数', { exact: true }).first()).toBeVisible()
    await expect(page.getByRole('region', { name: '各应用打开次数', exact: true }).getByRole('heading')).toHaveText(
      /最多/,
    )
    await expect(page.getByRole('region', { name: '各应用', exact: true }).getByRole('table')).toBeVisible()
    await expectAccessible(page)
  })
  await test.step('the range and the category are in the address', async () => {
    await filters.getByLabel('时间', { exact: true }).selectOption('year')
    await expect(page).toHaveURL(/range=year/)
    await expect(page.getByRole('region', { name: '每月打开次数', exact: true })).toBeVisible()
    await filters.getByLabel('分类', { exact: true }).selectOption({ index: 1 })
    await expect(page).toHaveURL(/category=teaching/)
    await filters.getByLabel('分类', { exact: true }).selectOption('')
  })
  await test.step('schools beside each other, and one of them alone', async () => {
    await page.getByRole('button', { name: '按学校' }).click()
    const schools = page.getByRole('region', { name: '各校', exact: true })
    await expect(schools.getByRole('table')).toBeVisible()
    await expectAccessible(page)
    const first = schools.getByRole('button').first()
    const name = await first.textContent()
    await first.click()
    await expect(page).toHaveURL(/org=/)
    await expect(filters.getByLabel('单位', { exact: true }).locator('option:checked')).toHaveText(new RegExp(name!))
  })
  await test.step('the page is saved, and a report is wanted every month and no longer', async () => {
    await page.getByRole('button', { name: '导出' }).click()
    const sheet = await saveFile(page, () => page.getByRole('menuitem', { name: '本页统计' }).click())
    expect(sheet.bytes.subarray(0, 2).toString()).toBe('PK')
    await page.getByRole('button', { name: '每月报告', exact: true }).click()
    await page.getByRole('button', { name: '已订阅每月报告' }).click()
    await expect(page.getByRole('button', { name: '每月报告', exact: true })).toBeVisible()
  })
})
