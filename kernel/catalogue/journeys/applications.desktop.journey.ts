import type { Locator, Page } from '@playwright/test'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

const centre = '/dataCentre/appSupermarket'
const openCentre = (page: Page) =>
  page.getByRole('navigation', { name: '数据中心' }).getByRole('link', { name: '应用中心' }).click()
const open = async (page: Page, tile: Locator) => {
  const [opened] = await Promise.all([page.context().waitForEvent('page'), tile.click()])
  return opened
}
const tileOf = (page: Page, name: string) =>
  page.getByRole('main').getByRole('button', { name: new RegExp(`^${name}.*新窗口打开）$`) })
const starOf = (page: Page, name: string) => page.getByRole('button', { name: `快捷访问：${name}` })

test('a teacher finds an application by pinyin, opens it, and requests a closed one', async ({ page, cast }) => {
  test.setTimeout(120_000)
  await signIn(page, cast.teacher, centre)
  await expect(page.getByText(/^共 \d+ 个，已开通 \d+ 个$/)).toBeVisible()

  await test.step('by initials or by whole pinyin; the hits are marked', async () => {
    await page.keyboard.press('/')
    const field = page.getByRole('textbox', { name: '搜索应用' })
    await expect(field).toBeFocused()
    await field.fill('jyys')
    await expect(page.getByRole('heading', { name: /^找到 1 个应用/ })).toBeVisible()
    await field.fill('jiaoyan')
    await expect(page.locator('mark')).toHaveText('教研')
  })

  await test.step('it opens in a new window without access to the opener', async () => {
    const opened = await open(page, tileOf(page, '教研云社'))
    await expect(opened).toHaveURL(/\/apps\/research-club$/)
    expect(await opened.evaluate('window.opener')).toBeNull()
    await opened.close()
  })

  await test.step('it is the most recently used one now', async () => {
    await page.getByRole('button', { name: '清空' }).click()
    await expect(page.getByRole('region', { name: '最近使用' }).getByRole('button').first()).toHaveText('教研云社')
  })

  await test.step('the categories are one click away, and their bar stays visible', async () => {
    const pills = page.getByRole('navigation', { name: '应用分类' })
    await pills.getByRole('button', { name: /^平安校园/ }).click()
    await expect(pills.getByRole('button', { name: /^平安校园/ })).toHaveAttribute('aria-current', 'true')
    await expect(tileOf(page, '校园巡查')).toBeInViewport()
  })

  await test.step('a closed application is requested', async () => {
    await page.getByRole('navigation', { name: '应用分类' }).getByRole('button', { name: /^全部/ }).click()
    await page
      .getByRole('main')
      .getByRole('button', { name: /^班级相册/ })
      .click()
    const dialog = page.getByRole('dialog', { name: '申请使用“班级相册”' })
    await dialog.getByRole('button', { name: '申请', exact: true }).click()
    await expect(dialog.getByText('请填写用途').first()).toBeVisible()
    await dialog.getByLabel('申请用途').fill('整理秋季运动会照片')
    await dialog.getByRole('button', { name: '申请', exact: true }).click()
    await expectNote(page, '已提交申请，结果将通知您')
    await expect(dialog).toBeHidden()
    await expect(page.getByRole('listitem').filter({ hasText: '班级相册' })).toContainText('申请中')
  })

  await test.step('the command palette opens applications too', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: '搜索' }).fill('jyys')
    await expect(page.getByRole('option', { name: /教研云社/ })).toBeVisible()
    const [opened] = await Promise.all([page.context().waitForEvent('page'), page.keyboard.press('Enter')])
    await expect(opened).toHaveURL(/\/apps\/research-club$/)
    await opened.close()
  })

  await test.step('the district approves, and the school has it', async () => {
    await signIn(page, cast.districtAdmin, '/systemSet/AppAuthorize?tab=requests')
    await page.getByRole('button', { name: '同意 班级相册', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '同意' }).click()
    await expectNote(page, '已同意，应用已开通')
    await signIn(page, cast.teacher, centre, { isFresh: true })
    await expect(tileOf(page, '班级相册')).toBeVisible()
  })
})

test('a teacher sets up her shortcuts: every button, every message', async ({ page, cast }) => {
  await signIn(page, cast.teacher)
  const handle = page.getByRole('button', { name: '快捷访问', exact: true })
  await handle.click()
  const drawer = page.getByRole('dialog', { name: '快捷访问' })

  await test.step('nothing is saved yet: the defaults are shown, and her own list is empty', async () => {
    await expect(drawer.getByText('尚未配置，以下为默认应用')).toBeVisible()
    await expect(drawer.getByRole('listitem').first()).toBeVisible()
    await drawer.getByRole('button', { name: '配置快捷方式' }).click()
  })
  const dialog = page.getByRole('dialog', { name: '配置快捷方式' })
  const all = dialog.getByRole('region', { name: '全部应用' })
  const own = dialog.getByRole('region', { name: '快捷方式' })
  const rows = own.locator('li[data-key]')
  await expect(own.getByText('选择应用后点“添加”')).toBeVisible()

  await test.step('adding and deleting require a selection', async () => {
    await dialog.getByRole('button', { name: '添加' }).click()
    await expectNote(page, '至少需要选择一个要添加的应用')
    await dialog.getByRole('button', { name: '删除' }).click()
    await expectNote(page, '至少需要选择一个要删除的快捷方式')
  })

  await test.step('she filters by name and adds three; added ones cannot be selected again', async () => {
    for (const name of ['教研云社', '校园巡查', '智慧用印']) {
      await all.getByRole('searchbox', { name: '按名称筛选' }).fill(name)
      await all.getByRole('checkbox', { name }).check()
    }
    await dialog.getByRole('button', { name: '添加' }).click()
    // In the order of the categories, whatever the order of selection.
    await expect(rows).toHaveText(['智慧用印', '教研云社', '校园巡查'])
    await expect(all.getByRole('checkbox', { name: '智慧用印 已添加' })).toBeDisabled()
  })

  await test.step('a click outside the dialog does not close it', async () => {
    await page.mouse.click(40, 400)
    await expect(dialog).toBeVisible()
  })

  await test.step('she sorts them with the mouse and with keys', async () => {
    await rows.nth(2).dragTo(rows.nth(0), { targetPosition: { x: 60, y: 3 } })
    await expect(rows).toHaveText(['校园巡查', '智慧用印', '教研云社'])
    await rows.nth(0).getByRole('checkbox').focus()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(rows).toHaveText(['智慧用印', '校园巡查', '教研云社'])
    await expect(rows.nth(1).getByRole('checkbox')).toBeFocused()
  })

  await test.step('one is removed, and the rest is saved', async () => {
    await rows.nth(0).getByRole('checkbox').check()
    await dialog.getByRole('button', { name: '删除' }).click()
    await expect(rows).toHaveText(['校园巡查', '教研云社'])
    await dialog.getByRole('button', { name: '确定' }).click()
    await expectNote(page, '快捷方式已保存')
    await expect(dialog).toBeHidden()
    await expect(drawer.getByText('已配置 2 个')).toBeVisible()
    await expect(drawer.getByRole('listitem')).toHaveText([/^校园巡查/, /^教研云社/])
  })

  await test.step('leaving with 取消 saves nothing, not even a cleared list', async () => {
    await drawer.getByRole('button', { name: '配置快捷方式' }).click()
    await own.getByRole('button', { name: '清空' }).click()
    await expect(rows).toHaveCount(0)
    await dialog.getByRole('button', { name: '取消' }).click()
    await expect(drawer.getByRole('listitem')).toHaveCount(2)
  })

  await test.step('a refusal of the server is shown, and the dialog stays open', async () => {
    const refused = { ret: 0, msg: '应用不存在', data: null, executeTime: 1, success: false }
    await page.route('**/api/app/setShortcut', (route) => route.fulfill({ json: refused }))
    await drawer.getByRole('button', { name: '配置快捷方式' }).click()
    await dialog.getByRole('button', { name: '确定' }).click()
    await expect(page.getByText('应用不存在')).toBeVisible()
    await expect(dialog).toBeVisible()
    await page.unroute('**/api/app/setShortcut')
    await dialog.getByRole('button', { name: '取消' }).click()
  })

  await test.step('on close the focus returns to its button; a star adds one more shortcut', async () => {
    await page.keyboard.press('Escape')
    await expect(handle).toBeFocused()
    await openCentre(page)
    await expect(starOf(page, '校园巡查')).toHaveAttribute('aria-pressed', 'true')
    await tileOf(page, '智慧用印').hover()
    await starOf(page, '智慧用印').click()
    await expectNote(page, '已加入快捷访问')
    await handle.click()
    await expect(drawer.getByRole('listitem')).toHaveText([/^校园巡查/, /^教研云社/, /^智慧用印/])
  })
})
