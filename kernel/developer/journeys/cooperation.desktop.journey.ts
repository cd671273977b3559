import type { Page } from '@playwright/test'
import { createCompanyApplication } from '#entry/e2e/company-application.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { companies } from '#entry/e2e/outside-people.ts'

const { name: company } = companies.partner
const detailsOf = (page: Page) => page.getByRole('complementary', { name: '详情' })

test('a district opens a company, stops the cooperation with it and resumes it', async ({ page, cast }) => {
  const { name } = await createCompanyApplication(page, cast.districtAdmin, 'partner')
  await signIn(page, cast.districtAdmin, '/developer/developerManagement')
  const details = detailsOf(page)
  const application = details.getByRole('listitem').filter({ hasText: name })
  await test.step('its page has the masked phone number and the application in use', async () => {
    await page.getByRole('link', { name: company, exact: true }).click()
    await expect(details).toContainText('合作中')
    await expect(details).toContainText('139****8802')
    await expect(application).toContainText('已上架')
  })
  await test.step('to stop needs a reason; the application is out of use then', async () => {
    await details.getByRole('button', { name: '停止合作' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button').last().click()
    await expect(dialog.getByText('请填写理由').first()).toBeVisible()
    await dialog.getByLabel('理由').fill('合同到期，未续签')
    await dialog.getByRole('button').last().click()
    await expectNote(page, '已停止合作')
    await expect(details).toContainText('合同到期，未续签')
    await expect(application).toContainText('已停用')
  })
  await test.step('to resume brings exactly this application back', async () => {
    await details.getByRole('button', { name: '恢复合作' }).click()
    await expectNote(page, '已恢复合作')
    await expect(application).toContainText('已上架')
  })
})
