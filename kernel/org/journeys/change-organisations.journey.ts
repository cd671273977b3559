import type { Locator, Page } from '@playwright/test'
import { expect, expectNote, getTreeNode, openOrganisations, openTree, getRow, test } from '#entry/e2e/journey.ts'

// Offices that no other journey opens, and organisations that this journey creates.
const office = '计划财务科'
const otherOffice = '教育督导室'
const ending = '云帆研修中心'
const staying = '云帆实践中心'

const goTo = async (page: Page, name: string) =>
  getTreeNode(await openTree(page, false), name)
    .first()
    .click()

/** Fills in a form with few fields; the option begins with the given type. */
async function make(page: Page, name: string, type?: string) {
  await page.getByRole('button', { name: '新建机构' }).last().click()
  const dialog = page.getByRole('dialog', { name: '新建机构' })
  if (type) await choose(dialog, '类型', type)
  await dialog.getByLabel('名称').fill(name)
  await dialog.getByRole('button', { name: '保存' }).click()
  await expect(dialog).toBeHidden()
  // The details of a new institution open for the invitation of its administrator.
  if (type) {
    const panel = page.getByRole('complementary', { name: '详情' })
    await panel.getByRole('button', { name: '关闭', exact: true }).click()
    await expect(panel).toBeHidden()
  }
  await expect(getRow(page, false, name)).toBeVisible()
}

async function choose(dialog: Locator, label: string, option: string) {
  await dialog.getByLabel(label).click()
  await dialog.getByTitle(option, { exact: true }).click()
}

async function openAction(page: Page, name: string, item: string) {
  const button = page.getByRole('button', { name: `更多操作 ${name}`, exact: true })
  // A menu is positioned at its button, so it closes as soon as the rows move.
  await button.scrollIntoViewIfNeeded()
  await expect(async () => {
    if ((await button.getAttribute('aria-expanded')) !== 'true') await button.click()
    await page.getByRole('menuitem', { name: item, exact: true }).click({ timeout: 2_000 })
  }).toPass()
}

/** Finds an organisation in the dialog by a part of its pinyin, and selects it. */
async function pick(dialog: Locator, letters: string, name: string) {
  await dialog.getByLabel('搜索可选机构').fill(letters)
  await dialog.getByRole('button', { name: new RegExp(`^${name}`) }).click()
  await expect(dialog.getByRole('button', { name: new RegExp(name) }).first()).toBeVisible()
}

const names = (page: Page) => page.locator('tbody [data-name]').allTextContents()

test('the district administrator sorts, moves and deletes departments', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  await goTo(page, office)
  await expect(page.getByText(`${office}没有下级机构`)).toBeVisible()
  await make(page, '预算组')
  await make(page, '核算组')

  await test.step('the second becomes the first', async () => {
    expect(await names(page)).toEqual(['预算组', '核算组'])
    await openAction(page, '核算组', '上移')
    await expectNote(page, '已上移')
    await expect.poll(() => names(page)).toEqual(['核算组', '预算组'])
  })

  await test.step('it moves to another office, found by pinyin, and its history shows that', async () => {
    await openAction(page, '核算组', '移动到…')
    const dialog = page.getByRole('dialog', { name: '移动：核算组' })
    await pick(dialog, 'dudao', otherOffice)
    await dialog.getByRole('button', { name: '移动', exact: true }).click()
    await expectNote(page, '已调整上级')
    await expect(getRow(page, false, '核算组')).toBeHidden()
    await goTo(page, otherOffice)
    await getRow(page, false, '核算组').click()
    await page.getByRole('tab', { name: '沿革' }).click()
    await expect(page.getByText(`${office} → ${otherOffice}`)).toBeVisible()
    await page.getByRole('button', { name: '关闭', exact: true }).first().click()
  })

  await test.step('an empty department can be deleted', async () => {
    await openAction(page, '核算组', '删除')
    const dialog = page.getByRole('dialog', { name: '删除：核算组' })
    await dialog.getByRole('button', { name: '删除', exact: true }).click()
    await expectNote(page, '已删除机构')
    await expect(getRow(page, false, '核算组')).toBeHidden()
  })

  await test.step('a department with members cannot, and the menu shows why', async () => {
    await goTo(page, cast.district)
    const button = page.getByRole('button', { name: '更多操作 基础教育科', exact: true })
    await button.scrollIntoViewIfNeeded()
    await button.click()
    const item = page.getByRole('menuitem', { name: /^删除/ })
    await expect(item).toHaveText(/还有 \d+ 个下级、\d+ 人/)
    await expect(item).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await expect(getRow(page, false, '基础教育科')).toBeVisible()
  })
})

test('the district administrator merges two institutions and issues a join code', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  // Other journeys have schools of their own in this district.
  await page.getByLabel('每页条数').click()
  await page.getByTitle('50 条/页', { exact: true }).click()
  await make(page, ending, '直属事业单位')
  await make(page, staying, '直属事业单位')
  await goTo(page, staying)
  await make(page, '综合部')
  await goTo(page, ending)
  await make(page, '综合部')
  await make(page, '培训部')
  await goTo(page, cast.district)

  await test.step('everything that would move is shown before', async () => {
    await openAction(page, ending, '合并…')
    const dialog = page.getByRole('dialog', { name: `合并：${ending}` })
    await pick(dialog, 'yunfanshijian', staying)
    await dialog.getByRole('button', { name: '下一步' }).click()
    await expect(dialog.getByRole('listitem').filter({ hasText: '综合部' })).toContainText('并入同名部门')
    await expect(dialog.getByRole('listitem').filter({ hasText: '培训部' })).toContainText('整体转入')
  })

  await test.step('the merge requires typing the name, and its result is shown clearly', async () => {
    const dialog = page.getByRole('dialog', { name: `合并：${ending}` })
    await expect(dialog.getByRole('button', { name: '合并', exact: true })).toBeDisabled()
    await dialog.getByLabel(/请输入/).fill(ending)
    await dialog.getByRole('button', { name: '合并', exact: true }).click()
    await expect(dialog.getByText(`${ending}已并入${staying}`)).toBeVisible()
    await dialog.getByRole('button', { name: '完成' }).click()
    await expect(getRow(page, false, ending)).toBeHidden()
    await goTo(page, staying)
    await expect.poll(() => names(page)).toEqual(['综合部', '培训部'])
    await goTo(page, cast.district)
  })

  await test.step('the code is shown once', async () => {
    await getRow(page, false, staying).click()
    await page.getByRole('tab', { name: '管理' }).click()
    await page.getByRole('button', { name: '生成加入码' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '生成', exact: true }).click()
    const shown = page.getByRole('dialog', { name: `加入码：${staying}` })
    await expect(shown.getByRole('status')).toHaveText(/^[A-Z2-9]{4} [A-Z2-9]{4}$/)
    await shown.getByRole('button', { name: '完成' }).click()
    await expect(shown).toBeHidden()
  })
})
