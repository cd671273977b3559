import type { Page } from '@playwright/test'
import { requestCutOff, expect, getTreeNode, openOrganisations, openTree, getRow, test } from './journey.ts'

test.use({ tolerated: requestCutOff })

const tree = '**/orgs/getTree*'
const list = '**/orgs/search*'
const cut = (page: Page, calls: string) => page.route(calls, (route) => route.abort())

test('a failed request shows an error, and a retry loads the data', async ({ page, cast }) => {
  const retry = page.getByRole('button', { name: '重试' })
  const noAnswer = page.getByRole('heading', { name: '服务器没有响应' })
  await openOrganisations(page, cast.districtAdmin)

  await test.step('the tree does not load', async () => {
    await cut(page, tree)
    await page.reload()
    await expect(noAnswer).toBeVisible()
    await page.unroute(tree)
    await retry.click()
    await expect(getRow(page, false, cast.school)).toBeVisible()
  })

  await test.step('the rows of a school do not load; the page claims nothing about them', async () => {
    await cut(page, list)
    await getTreeNode(await openTree(page, false), cast.school).click()
    await expect(noAnswer).toBeVisible()
    await expect(page.getByText('个下级机构')).toBeHidden()
    await page.unroute(list)
    await retry.click()
    await expect(getRow(page, false, '校办公室')).toBeVisible()
  })

  await test.step('a page that does not load leaves the way back', async () => {
    await cut(page, list)
    await page.getByRole('button', { name: '下一页' }).click()
    await expect(noAnswer).toBeVisible()
    await page.unroute(list)
    await page.getByRole('button', { name: '上一页' }).click()
    await expect(getRow(page, false, '校办公室')).toBeVisible()
  })

  await test.step('new rows do not load; the old ones stay, with their age', async () => {
    await cut(page, list)
    await page.getByRole('button', { name: '刷新' }).click()
    await expect(page.getByText('没有读到新数据')).toBeVisible()
    await expect(getRow(page, false, '校办公室')).toBeVisible()
    await page.unroute(list)
    await retry.click()
    await expect(page.getByText('没有读到新数据')).toBeHidden()
  })
})

for (const [what, callsFor] of [
  ['the way there', () => '**/orgs/getDetail*'],
  ['a level of the tree', (school: string) => `**/orgs/getTree*${school}`],
] as const) {
  test(`a link survives that ${what} could not be read`, async ({ page, cast }) => {
    await openOrganisations(page, cast.districtAdmin)
    await getTreeNode(await openTree(page, false), cast.school).click()
    await getRow(page, false, '校办公室').click()
    await expect(page).toHaveURL(/open=/)
    const { searchParams } = new URL(page.url())
    const address = `/baseData/Orgs?node=${searchParams.get('open')}`
    const calls = callsFor(searchParams.get('node')!)
    await cut(page, calls)
    await page.goto(address)
    await expect(page.getByRole('heading', { name: '服务器没有响应' })).toBeVisible()
    await page.unroute(calls)
    await page.getByRole('button', { name: '重试' }).click()
    await expect(page.getByText('校办公室没有下级机构')).toBeVisible()
    await expect(page).toHaveURL(address)
  })
}
