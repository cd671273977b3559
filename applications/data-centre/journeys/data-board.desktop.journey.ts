import type { Page } from '@playwright/test'
import { getLayoutShift, watchLayoutShift } from '#entry/e2e/layout-shift.ts'
import { expect, homePath, signIn, test } from '#entry/e2e/journey.ts'

/** Every row of the grid is full: the space right of its last card is no wider than the gap. */
const holes = `(() => {
  const cards = [...document.querySelectorAll('main section[aria-label]')].map((card) => card.getBoundingClientRect())
  const right = Math.max(...cards.map((card) => card.right))
  const rows = Map.groupBy(cards, ({ top }) => Math.round(top))
  return [...rows.values()].filter((row) => Math.abs(Math.max(...row.map((card) => card.right)) - right) > 2).length
})()`

const card = (page: Page, name: string) => page.getByRole('region', { name, exact: true })

async function openBoard(page: Page, userName: string) {
  await watchLayoutShift(page)
  await signIn(page, userName)
  await page.goto(homePath)
  await expect(card(page, '待办')).toBeVisible()
}

async function expectSteady(page: Page) {
  await expect(page.locator('main [aria-label=正在加载]')).toHaveCount(0)
  for (const width of [1366, 1920]) {
    await page.setViewportSize({ width, height: 900 })
    expect(await page.evaluate(holes), `holes at ${width}`).toBe(0)
  }
  expect(await getLayoutShift(page)).toBeLessThanOrEqual(0.05)
}

test('a school administrator sees the figures of the school, what is missing, and a link to each', async ({
  page,
  cast,
}) => {
  await openBoard(page, cast.schoolAdmin)
  const figures = card(page, '学校概况')
  await expect(figures.getByRole('link', { name: /^在校生/ })).toBeVisible()
  await expect(card(page, '待完善')).toBeVisible()
  const sizes = card(page, '各年级人数')
  await sizes.getByRole('button', { name: '表格' }).click()
  await expect(sizes.getByRole('columnheader', { name: '在校生（人）' })).toBeVisible()
  await expectSteady(page)
  await figures.getByRole('link', { name: /^在校生/ }).click()
  await expect(page).toHaveURL(/\/baseData\/Student/)
})

test('a class teacher sees her class and not the school', async ({ page, cast }) => {
  await openBoard(page, cast.teacher)
  await expect(card(page, '我的班级').getByRole('link', { name: /^家长已绑定/ })).toBeVisible()
  await expect(card(page, '本周校历').getByText(/^第 \d+ 周$|^假期$/)).toBeVisible()
  await expect(card(page, '待完善')).toHaveCount(0)
  await expectSteady(page)
})

test('the district sees its organisations, and who may see unmasked numbers', async ({ page, cast }) => {
  await openBoard(page, cast.districtAdmin)
  await expect(card(page, '组织概况').getByRole('link', { name: /^中小学/ })).toBeVisible()
  await expect(card(page, '可查看完整号码')).toBeVisible()
  await expect(card(page, '学校概况')).toHaveCount(0)
  await expectSteady(page)
})

test('one request answers for all cards, and the board is arranged by keyboard', async ({ page, cast }) => {
  const asked: string[] = []
  await signIn(page, cast.schoolAdmin)
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    if (/^\/api\/(student|schooling|timetable|dataCentre|leave|weather|excel|app\/centre|msg\/list)/.test(pathname))
      asked.push(pathname)
  })
  await page.goto(homePath)
  // Before the answer there are only the frames of the cards.
  await expect(card(page, '学校概况').getByRole('link', { name: /^在校生/ })).toBeVisible()
  await expect(page.locator('main [aria-label=正在加载]')).toHaveCount(0)
  expect(asked.filter((path) => path !== '/api/dataCentre/board')).toEqual([])
  expect(asked).toHaveLength(1)

  const titles = () => page.locator('main section[aria-label]').evaluateAll((all) => all.map((one) => one.ariaLabel))
  const before = await titles()
  await page.getByRole('button', { name: '编辑看板' }).click()
  const dialog = page.getByRole('dialog', { name: '编辑看板' })
  await dialog.getByRole('button', { name: '学校概况上移' }).press('Enter')
  await dialog.getByRole('checkbox', { name: '显示资料完整度' }).press('Space')
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(card(page, '资料完整度')).toHaveCount(0)
  await page.reload()
  await expect(card(page, '学校概况')).toBeVisible()
  await expect(card(page, '资料完整度')).toHaveCount(0)
  // The same order below each other on a phone.
  const arranged = await titles()
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await titles()).toEqual(arranged)

  await page.setViewportSize({ width: 1366, height: 900 })
  await page.getByRole('button', { name: '编辑看板' }).click()
  await dialog.getByRole('button', { name: '恢复默认' }).click()
  await expect(card(page, '资料完整度')).toBeVisible()
  expect(await titles()).toEqual(before)
})
