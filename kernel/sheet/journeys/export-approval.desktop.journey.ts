import { execFileSync } from 'node:child_process'
import { getLoginName, getPhone } from '#entry/e2e/sign-in-people.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { expect, expectNote, getRow, signIn, test } from '#entry/e2e/journey.ts'

test('unmasked numbers are exported with a reason, an SMS code and a second person', async ({
  page,
  browser,
  baseURL,
  cast,
}) => {
  test.slow()
  await signIn(page, getLoginName('desktop', 'exporter'), '/baseData/User')
  await page.getByRole('button', { name: '导出', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('checkbox', { name: '敏感列导出完整内容' }).click()
  await dialog.getByLabel('导出原因').fill('核对全校教职工的联系电话')
  const since = new Date()
  await dialog.getByRole('button', { name: /^提交审批/ }).click()
  await dialog.getByRole('button', { name: '改用短信验证码' }).click()
  await dialog.getByLabel('短信验证码').fill(await waitForSmsCode(getPhone('desktop', 'exporter'), since))
  await dialog.getByRole('button', { name: '验证并提交审批' }).click()
  await expectNote(page, '已提交审批，通过后将通知您')

  await test.step('another person approves', async () => {
    const context = await browser.newContext({ ...(baseURL ? { baseURL } : {}), locale: 'zh-CN' })
    const head = await context.newPage()
    await signIn(head, cast.schoolAdmin, '/baseData/Exports?as=decide')
    await getRow(head, false, '教职工').first().click()
    await expect(head.getByText('核对全校教职工的联系电话')).toBeVisible()
    await head.getByRole('button', { name: '同意', exact: true }).first().click()
    await head.getByRole('dialog').getByRole('button', { name: '同意', exact: true }).click()
    // The note may be gone again: then the export is running, or has ended.
    await expect(head.getByText(/已同意|导出中|已完成/).first()).toBeVisible()
    await context.close()
  })

  await test.step('the requester gets the file', async () => {
    await page.goto('/baseData/Exports')
    await expect(async () => {
      await page.reload()
      await expect(page.getByText('已完成').first()).toBeVisible({ timeout: 2_000 })
    }).toPass()
    await getRow(page, false, '教职工').first().click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '下载', exact: true }).first().click()
    const path = await (await download).path()
    expect(execFileSync('unzip', ['-p', path, 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' })).toMatch(/1[3-9]\d{9}/)
  })
})
