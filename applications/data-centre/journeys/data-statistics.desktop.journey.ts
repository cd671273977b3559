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
  await openPage(page, '/dataCentre/dataStatistics')
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
