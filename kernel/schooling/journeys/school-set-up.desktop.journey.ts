import type { Page } from '@playwright/test'
import { dayOf } from '#packages/core'
import { getSchoolYear } from '../contract.ts'
import { createStaffFile } from '#entry/testing/staff-import-file.ts'
import { createStudentFile } from '#entry/testing/student-import-file.ts'
import { createWorkbook } from '#entry/testing/workbook.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { newSchoolNames, newSchoolPhones } from '#entry/e2e/test-schools.ts'
import { expect, homePath, test } from '#entry/e2e/journey.ts'

const maxActions = 60
const staff = 36
const grades = ['一年级', '二年级', '三年级', '四年级', '五年级', '六年级']
const schoolYear = getSchoolYear(dayOf(new Date()))
const classes = grades.flatMap((grade, at) =>
  ['1班', '2班'].map((name) => ({ grade, name, startYear: schoolYear - at })),
)

test('a new school is set up in one sitting that is interrupted after every step', async ({
  page,
  context,
  newSchoolInvitation,
}) => {
  test.setTimeout(300_000)
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  const teachers = createStaffFile({ rows: staff, departments: [''], series: 7 })
  const { perform, count } = countActions()
  const press = (name: string | RegExp) => perform(page.getByRole('button', { name }).click())
  /** Closes the window in the middle, and opens the wizard again from the address. */
  const breakOff = async () => {
    await page.goto('about:blank')
    await page.goto('/baseData/SetUp')
    await expect(page.getByRole('heading', { level: 1, name: '学校初始化' })).toBeVisible()
  }
  const began = performance.now()

  await test.step('the invitation becomes an account', async () => {
    await page.goto(`/login#invite=${newSchoolInvitation}`)
    await page.getByLabel('用户名', { exact: true }).fill('fu.xiaolan')
    await page.getByLabel('新密码').fill('Morgenstern-7')
    await page.getByLabel('重复密码').fill('Morgenstern-7')
    const requestedAt = new Date()
    await press('开通并登录')
    const code = waitForSmsCode(newSchoolPhones.desktop, requestedAt)
    await perform(page.getByLabel('短信验证码', { exact: true }).fill(await code))
    await expect(page).toHaveURL(homePath)
  })

  await test.step('the first page leads to the wizard', async () => {
    await perform(
      page
        .getByRole('link', { name: /学校初始化|继续设置/ })
        .first()
        .click(),
    )
    await expect(page.getByText(newSchoolNames.desktop).first()).toBeVisible()
    await breakOff()
  })

  await test.step('the data is confirmed, the terms exist, the usual hours are accepted', async () => {
    // The terms come from the district; the school data is complete.
    if (await page.getByRole('button', { name: '信息无误' }).isVisible()) await press('信息无误')
    await expect(page.getByRole('button', { name: '采用常用作息' })).toBeVisible()
    await breakOff()
    await press('采用常用作息')
    await expect(page.getByRole('button', { name: /^生成/ })).toBeVisible()
    await breakOff()
  })

  await test.step('twelve classes from one number', async () => {
    await perform(page.getByLabel('每个年级').fill('2'))
    await press('生成 12 个班级')
    await expect(page.getByRole('button', { name: '导入教师' })).toBeVisible()
    await breakOff()
  })

  await test.step('the staff comes from a spreadsheet', async () => {
    await press('导入教师')
    await bring(page, perform, '花名册.xlsx', Buffer.from(await createWorkbook(teachers)))
    await breakOff()
  })

  await test.step('the class teachers are pasted', async () => {
    const names = teachers.rows.slice(0, classes.length).map((row) => row[1])
    const pasted = classes.map(({ grade, name }, at) => `${grade}${name}\t${names[at]}`).join('\n')
    await perform(page.getByRole('button', { name: /粘贴/ }).click())
    await perform(page.getByRole('textbox', { name: /粘贴/ }).fill(pasted))
    const fill = page.getByRole('button', { name: /^(填入|对应|采用)/ })
    if (await fill.isVisible()) await perform(fill.click())
    await press(/^保存 12 个班级$/)
    await expect(page.getByRole('button', { name: '导入学生' })).toBeVisible()
    await breakOff()
  })

  await test.step('the pupils come from an export of the national system', async () => {
    const file = createStudentFile({ rows: 120, classes, series: 7 })
    await press('导入学生')
    await bring(page, perform, '学籍导出.xlsx', Buffer.from(await createWorkbook(file)))
    await breakOff()
  })

  await test.step('the school is open', async () => {
    await press('完成设置')
    await expect(page.getByText('已完成 8 / 8 步，设置完成')).toBeVisible()
    await page.goto('/baseData/Student')
    await expect(page.getByText(/共 120 人/)).toBeVisible()
  })
  const seconds = (performance.now() - began) / 1000
  console.log(`set-up: ${count()} acts and ${seconds.toFixed(1)} s until a new school was open`)
  expect(count()).toBeLessThanOrEqual(maxActions)
})

async function bring(page: Page, perform: <T>(work: Promise<T>) => Promise<T>, name: string, buffer: Buffer) {
  await perform(page.getByLabel('选择要导入的文件').setInputFiles({ name, mimeType: '', buffer }))
  await perform(page.getByRole('button', { name: '下一步：检查' }).click())
  await perform(page.getByRole('button', { name: /^导入 \d+ 行$/ }).click({ timeout: 60_000 }))
  await expect(page.getByRole('region', { name: '导入结果' })).toBeVisible({ timeout: 60_000 })
}
