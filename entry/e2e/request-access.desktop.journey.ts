import type { Page } from '@playwright/test'
import { expect, expectNote, homePath, signIn, test } from './journey.ts'

const centre = '/dataCentre/appSupermarket'
/** The teacher of the other journeys has every application that is granted per person. */
const teacher = 'wenlan.teacher'
const admin = 'wenlan.admin'

async function requestAccess(page: Page, name: string, reason: string) {
  const dialog = page.getByRole('dialog', { name: `申请使用“${name}”` })
  await expect(dialog.getByText('由谁处理')).toBeVisible()
  await dialog.getByLabel('申请用途').fill(reason)
  await dialog.getByRole('button', { name: '申请', exact: true }).click()
  await expectNote(page, '已提交申请，结果将通知您')
}

test('a teacher requests an application and a page; the school decides, and the application opens', async ({
  page,
}) => {
  test.setTimeout(180_000)
  await test.step('an application that is not open for her shows whom it is for', async () => {
    await signIn(page, teacher, centre, { isFresh: true })
    await page
      .getByRole('main')
      .getByRole('button', { name: /^名师工作室/ })
      .click()
    await requestAccess(page, '名师工作室', '参加语文工作室')
    await expect(page.getByRole('listitem').filter({ hasText: '名师工作室' })).toContainText('申请中')
  })

  await test.step('a page without permission is requested', async () => {
    await page.goto('/baseData/Orgs')
    await page.getByRole('button', { name: '申请权限' }).click()
    await requestAccess(page, '组织机构', '核对本校部门')
    await expect(page.getByText('已申请，等待处理')).toBeVisible()
    await expect(page.getByRole('button', { name: '申请权限' })).toBeHidden()
  })

  await test.step('both wait for the school administrator: one is approved, the other refused', async () => {
    await signIn(page, admin, homePath, { isFresh: true })
    await page.goto('/systemSet/Requests')
    const rowOf = (name: string) => page.getByRole('row').filter({ hasText: name })
    await rowOf('名师工作室').getByRole('button', { name: /^同意/ }).click()
    const agree = page.getByRole('dialog', { name: /使用“名师工作室”$/ })
    await expect(agree.getByText('参加语文工作室')).toBeVisible()
    await expect(agree.getByText('可用人数')).toBeVisible()
    await agree.getByRole('button', { name: '同意' }).click()
    await expectNote(page, '已同意，权限已生效')
    await rowOf('组织机构')
      .getByRole('button', { name: /^更多操作/ })
      .click()
    await page.getByRole('menuitem', { name: '驳回' }).click()
    await page.getByRole('dialog').getByLabel('理由').fill('请通过教务处查询')
    await page.getByRole('dialog').getByRole('button', { name: '驳回' }).click()
    await expectNote(page, '已驳回申请')
  })

  await test.step('she is notified, and the application opens', async () => {
    await signIn(page, teacher, centre, { isFresh: true })
    const tile = page.getByRole('main').getByRole('button', { name: /^名师工作室.*新窗口打开）$/ })
    const [opened] = await Promise.all([page.context().waitForEvent('page'), tile.click()])
    await expect(opened.getByRole('heading', { level: 1, name: '名师工作室' })).toBeVisible()
    await opened.close()
    await page.goto('/message')
    await expect(page.getByText(/^已通过：.*“名师工作室”$/).first()).toBeVisible()
    await expect(page.getByText(/^未通过：.*“组织机构”$/).first()).toBeVisible()
  })
})
