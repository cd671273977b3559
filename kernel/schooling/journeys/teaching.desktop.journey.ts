import type { Locator, Page } from '@playwright/test'
import { toPinyin } from '#packages/pinyin'
import { expect, signIn, test } from '#entry/e2e/journey.ts'
import { expectAccessible } from '#entry/e2e/accessibility.ts'

const subjects = ['道德与法治', '体育与健康', '音乐']

/** Pastes like Ctrl+V: Excel puts tabs and line ends on the clipboard. */
const paste = (page: Page, text: string) =>
  page.evaluate(`{
    const clipboardData = new DataTransfer()
    clipboardData.setData('text/plain', ${JSON.stringify(text)})
    document.activeElement.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }))
  }`)

test('a table of lessons is pasted, corrected and copied to the next term', async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '/baseData/Teaching')
  const grid = page.getByRole('grid', { name: '任课表' })
  const cell = (label: string, subject: string, cellText: string) =>
    grid.getByRole('gridcell', { name: `${label} ${subject}：${cellText}`, exact: true })
  await expect(grid).toBeVisible()
  const labels = (await grid.getByRole('rowheader').allTextContents()).slice(0, 6)
  expect(labels).toHaveLength(6)
  const [first, last] = [labels[0]!, labels[5]!]
  const teacher = await somebodyIn(grid)
  const mistyped = `${teacher}甲`

  await test.step('eighteen cells at once; unknown names are marked and not saved', async () => {
    const name = (y: number, x: number) => (y === 5 && x === 2 ? mistyped : teacher)
    const rows = labels.map((label, y) => [label, ...subjects.map((_, x) => name(y, x))])
    await grid.getByRole('combobox').click()
    await paste(page, [['班级', ...subjects], ...rows].map((cells) => cells.join('\t')).join('\r\n'))
    await expect(page.getByText('已保存 17 处，1 处有误')).toBeVisible()
    await expect(cell(first, '音乐', teacher)).toBeVisible()
    await expect(cell(last, '音乐', mistyped)).toHaveAttribute('aria-invalid', 'true')
  })

  await test.step('screen readers get the reason, and pinyin corrects it', async () => {
    await page.keyboard.press('F8')
    await expect(page.getByText(`本校没有“${mistyped}”`)).toBeVisible()
    await page.keyboard.type(toPinyin(teacher, 'surname').initials)
    await expect(page.getByRole('option', { name: teacher }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('option', { name: teacher }).first().click()
    await expect(page.getByText('已保存 1 处')).toBeVisible()
    await page.reload()
    await expect(cell(last, '音乐', teacher)).toBeVisible()
  })

  await test.step('a step is undone', async () => {
    await cell(first, '音乐', teacher).click()
    await page.keyboard.press('Delete')
    await expect(cell(first, '音乐', '未安排')).toBeVisible()
    await expect(page.getByText('已保存 1 处')).toBeVisible()
    await page.keyboard.press('Control+z')
    await expect(cell(first, '音乐', teacher)).toBeVisible()
  })

  await test.step('the next term begins with it', async () => {
    const terms = page.getByLabel('学期', { exact: true })
    await terms.selectOption({ label: await nextTerm(page) })
    await expect(cell(first, '音乐', '未安排')).toBeVisible()
    await page.getByRole('button', { name: '从上学期复制' }).click()
    const dialog = page.getByRole('dialog', { name: '从上学期复制：全部年级' })
    await dialog.getByRole('button', { name: '复制', exact: true }).click()
    await expect(dialog.getByText(/^已复制 \d+ 处任课。$/)).toBeVisible()
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(cell(last, '音乐', teacher)).toBeVisible()
    // Later journeys need the term unchanged.
    await page.getByRole('button', { name: '撤销' }).click()
    await expect(cell(last, '音乐', '未安排')).toBeVisible()
  })
})

/** A mathematics teacher without a demo login. */
async function somebodyIn(grid: Locator) {
  const cellText = await grid
    .getByRole('gridcell', { name: /数学：[^未]/ })
    .first()
    .textContent()
  return cellText!.replace(/ [\d.]+$/, '')
}

/** The term after the one that is shown. */
async function nextTerm(page: Page) {
  const terms = page.getByLabel('学期', { exact: true })
  const shown = await terms.locator('option:checked').textContent()
  const all = (await terms.locator('option').allTextContents()).toSorted()
  return all[all.indexOf(shown!) + 1]!
}
