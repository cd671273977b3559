import { children } from '#entry/e2e/test-schools.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

const logs = '/logMmanagement'

test('an auditor answers three questions from the logs', async ({ page, cast }) => {
  test.setTimeout(120_000)
  const pupil = children.mine.name

  await test.step('the school changes the number of a pupil', async () => {
    await signIn(page, cast.schoolAdmin, `/baseData/Student?keyword=${encodeURIComponent(pupil)}`)
    await page
      .getByRole('row', { name: new RegExp(pupil) })
      .getByRole('button', { name: pupil })
      .first()
      .click()
    await page.getByRole('button', { name: '编辑' }).click()
    await page.getByLabel('学号').fill('A20260917')
    await page.getByRole('button', { name: '保存', exact: true }).click()
    await expect(page.getByText('已保存').first()).toBeVisible()
  })

  await test.step('who changed this pupil, and what was there before: at most four actions', async () => {
    await signIn(page, cast.districtAdmin, `${logs}/operationLogs`)
    const { perform, count } = countActions()
    await page.getByRole('searchbox').fill(pupil)
    await perform(page.getByRole('searchbox').press('Enter'))
    const row = page.getByRole('row', { name: new RegExp(`编辑学生.*${pupil}`) }).first()
    await perform(row.getByRole('button').first().click())
    const changes = page.getByLabel('变更内容')
    await expect(changes).toContainText('学号')
    await expect(changes).toContainText('A20260917')
    await perform(page.getByRole('button', { name: '对象历史' }).first().click())
    await expect(page.getByRole('dialog')).toContainText('编辑学生')
    expect(count()).toBeLessThanOrEqual(4)
    await page.getByRole('dialog').getByRole('button', { name: '关闭' }).last().click()
  })

  await test.step('how the sign-in of a person changed', async () => {
    await page.goto(`${logs}/IdentityAuthenticationLog?days=30`)
    await expect(page.getByRole('heading', { name: '身份认证调整日志' }).first()).toBeVisible()
    await page.getByRole('row').nth(1).getByRole('button').first().click()
    await expect(page.getByText('该人员的时间线')).toBeVisible()
  })

  await test.step('whether the logs of today are what was sealed', async () => {
    await page.goto(`${logs}/logSeals`)
    await expect(page.getByRole('row', { name: /用户操作日志/ })).toContainText(/校验通过|没有封存/)
  })
})
