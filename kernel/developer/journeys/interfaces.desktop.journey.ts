import type { Page } from '@playwright/test'
import { callServer } from '#entry/e2e/call-server.ts'
import { createCompanyApplication, uniqueDigits } from '#entry/e2e/company-application.ts'
import { blankPath, expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { openAsCompany } from '#entry/e2e/sign-in-outside.ts'
import { getIdCard } from '#entry/e2e/test-schools.ts'

const interfaces = '/developer/dataCollectManagement'
const detailsOf = (page: Page) => page.getByRole('complementary', { name: '详情' })

test('a company applies for fields of an interface, and the data officer approves some of them', async ({
  page,
  cast,
}) => {
  const { name } = await createCompanyApplication(page, cast.districtAdmin)
  await signIn(page, cast.districtAdmin, blankPath)
  await callServer(page, '/api/openManage/saveApi', { code: 'classes', isOpen: true, dayQuota: 10_000, qps: 20 })
  const ownInterface = () => detailsOf(page).getByRole('listitem').filter({ hasText: '/api/open/v1/classes' })
  const openInterfaces = async () => {
    await openAsCompany(page, `/useApply?keyword=${encodeURIComponent(name)}`)
    await page.getByRole('link', { name, exact: true }).click()
    await detailsOf(page).getByRole('tab', { name: '接口' }).click()
  }
  await test.step('the company applies for two fields', async () => {
    await openInterfaces()
    await ownInterface()
      .getByRole('button', { name: /^申请接口/ })
      .click()
    const form = page.getByRole('dialog')
    for (const field of ['班级名称', '班主任']) await form.getByRole('checkbox', { name: field, exact: true }).check()
    await form.getByLabel('数据用途').fill('教师在应用里按班级布置阅读任务，学年结束后删除。')
    await form.getByRole('button', { name: '提交申请' }).click()
    await expect(ownInterface()).toContainText('申请中')
  })
  await test.step('the data officer sees what a record will look like, and takes one field away', async () => {
    await signIn(page, cast.districtAdmin, `${interfaces}?tab=grants`)
    await page.getByRole('row').filter({ hasText: name }).getByRole('button', { name: '审批' }).click()
    const dialog = page.getByRole('dialog', { name: `审批“${name}”的接口授权` })
    const sample = dialog.getByRole('region', { name: '一条记录的样子' })
    await expect(sample).toContainText('fHeadTeacher')
    await dialog.getByRole('checkbox', { name: /^班主任/ }).uncheck()
    await expect(sample).not.toContainText('fHeadTeacher')
    await dialog.getByRole('button', { name: '通过 1 个字段' }).click()
    await expectNote(page, '已通过')
    await expect(page.getByRole('row').filter({ hasText: name })).toContainText('已通过')
  })
  await test.step('the company has the one field that was given', async () => {
    await openInterfaces()
    await expect(ownInterface()).toContainText('已通过')
    await expect(ownInterface()).toContainText('班级名称；全区')
    await expect(ownInterface()).not.toContainText('班主任')
  })
})

test('rows about unknown pupils wait in the quarantine until they are mended', async ({ page, cast }) => {
  // Two pupils of the school, whose numbers the set-up knows.
  const [known, other] = [`G${getIdCard('phone', 'mine')}`, `G${getIdCard('phone', 'brother')}`]
  const place = `东门${uniqueDigits(6)}`
  const task = `闸机${uniqueDigits(6)}`
  await signIn(page, cast.schoolAdmin, `${interfaces}?tab=collect`)
  await page.getByRole('button', { name: '新建采集任务' }).click()
  const form = page.getByRole('dialog')
  await form.getByLabel('任务名称').fill(task)
  await form.getByLabel('数据来自').fill('校门闸机')
  await form.getByRole('button', { name: '保存', exact: true }).click()
  await test.step('of four rows two are about nobody', async () => {
    const row = page.getByRole('row').filter({ hasText: task })
    await row.getByRole('button', { name: /^更多操作/ }).click()
    await page.getByRole('menuitem', { name: '上传数据' }).click()
    const rows = [known, other, 'G000000000000000001', 'G000000000000000002'].map((studentNo, at) =>
      JSON.stringify({ studentNo, passedAt: `2026-09-02 07:3${at}:00`, direction: '进', place }),
    )
    const dialog = page.getByRole('dialog', { name: `上传“${task}”的数据` })
    await dialog.locator('input[type=file]').setInputFiles({
      name: 'passages.jsonl',
      mimeType: 'application/x-ndjson',
      buffer: Buffer.from(rows.join('\n')),
    })
    await expect(dialog).toContainText('收取 2 行，未变 0 行，隔离 2 行')
    await dialog.getByRole('button', { name: '完成' }).click()
  })
  const waiting = page.getByRole('row').filter({ hasText: task }).filter({ hasText: '待处理' })
  await test.step('a wrong number is mended, and its row is taken', async () => {
    await page.getByRole('tab', { name: '隔离数据' }).click()
    const search = page.getByRole('search').getByLabel('搜索')
    await search.fill(task)
    await search.press('Enter')
    await expect(waiting).toHaveCount(2)
    await waiting.first().getByRole('button', { name: '修改' }).click()
    const asking = page.getByRole('dialog', { name: '查看完整内容' })
    await asking.getByLabel('原因').fill('核对学籍号')
    await asking.getByRole('button', { name: '查看' }).click()
    const mending = page.getByRole('dialog', { name: '修改后重放' })
    await expect(mending).toContainText('没有这个学籍号的在校学生')
    await mending.getByLabel('学籍号').fill(known)
    await mending.getByRole('button', { name: '重放' }).click()
    await expect(waiting).toHaveCount(1)
  })
})
