import type { Page } from '@playwright/test'
import type { Roll } from '#engines/attendance/contract.ts'
import { expectAccessible } from '#entry/e2e/accessibility.ts'
import { callServer } from '#entry/e2e/call-server.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, expectNote, phoneHomePath, recordNotes, signIn, test } from '#entry/e2e/journey.ts'
import { waitForSmsCode } from '#entry/e2e/sms-codes.ts'
import { getRollLogin, rollMothers, rollPupils } from '#entry/e2e/test-schools.ts'
import { createRunningLesson } from './running-lesson.ts'

const [child] = rollPupils as [string]

/** By SMS; at the first time she accepts the agreements and binds her child. */
async function comeAsMother(page: Page) {
  const since = new Date()
  await page.goto('/userLogin')
  await page.getByRole('link', { name: '家长用手机号' }).click()
  await page.getByLabel('手机号', { exact: true }).fill(rollMothers.head.phone)
  await page.getByRole('button', { name: '获取验证码' }).click()
  await page.getByLabel('短信验证码').fill(await waitForSmsCode(rollMothers.head.phone, since))
  await expect(page).toHaveURL(/\/studentMain/)
  const asks = page.getByRole('heading', { name: '使用前请阅读' })
  const isBound = page.getByRole('link', { name: `为${child}请假` })
  const binds = page.getByRole('link', { name: '绑定孩子' })
  await expect(asks.or(isBound).or(binds).first()).toBeVisible()
  if (await asks.isVisible()) {
    await page.getByText(/^我已阅读并同意/).click()
    await page.getByRole('button', { name: '同意并继续' }).click()
  }
  await expect(isBound.or(binds).first()).toBeVisible()
  if (await binds.isVisible()) {
    await binds.click()
    await page.getByRole('button', { name: /^绑定/ }).click()
    await expect(page.getByText('已绑定')).toBeVisible()
    await page.goto('/studentMain/index')
  }
  await expect(isBound).toBeVisible()
}

test('a mother asks for leave in five taps, the class teacher approves it on the phone, and the roll has it', async ({
  page,
  browser,
  baseURL,
}) => {
  test.slow()
  const lessonId = await createRunningLesson('head', { since: 2, until: 38 })
  await comeAsMother(page)

  await test.step('sick, today, sent: four taps from the home', async () => {
    const { perform, count } = countActions()
    await perform(page.getByRole('link', { name: `为${child}请假` }).click())
    await expect(page.getByRole('heading', { name: `为${child}请假` })).toBeVisible()
    await perform(page.getByRole('radio', { name: '病假' }).check())
    await perform(page.getByRole('radio', { name: '今天全天' }).check())
    await expectAccessible(page)
    await perform(page.getByRole('button', { name: '提交请假' }).click())
    await expectNote(page, '已提交，等待班主任审批')
    await expect(page.getByText('待班主任审批', { exact: true })).toBeVisible()
    console.log(`pupil-leave: ${count()} taps from the home of the family`)
    expect(count()).toBeLessThanOrEqual(5)
  })

  const context = await browser.newContext({
    ...(baseURL && { baseURL }),
    viewport: page.viewportSize(),
    locale: 'zh-CN',
    hasTouch: true,
  })
  const staff = await context.newPage()
  await recordNotes(staff)
  const ofChild = async () => {
    const roll = await callServer<Roll>(staff, `/api/rollCall/session?lessonId=${lessonId}`)
    return roll.pupils.find(({ name }) => name === child)
  }

  await test.step('the class teacher approves it in two taps', async () => {
    await signIn(staff, getRollLogin('head'), '/approval')
    await staff
      .getByRole('button', { name: new RegExp(child) })
      .first()
      .click()
    await expect(staff.getByLabel('要点')).toContainText('病假')
    await staff.getByRole('button', { name: '同意', exact: true }).last().click()
    await expectNote(staff, '已同意')
  })

  await test.step('her roll of this lesson has it', async () => {
    expect(await ofChild()).toMatchObject({ status: 'sick', leave: 'sick' })
    await staff.goto(phoneHomePath)
    await staff.getByRole('link', { name: '点名', exact: true }).first().click()
    const list = staff.getByRole('group', { name: /名单$/ })
    await expect(list.getByRole('button', { name: new RegExp(`^${child}\\s*，病假`) })).toBeVisible()
  })

  await test.step('the mother reads the decision, and gives it up: nothing is left of it', async () => {
    await page.goto('/studentMain/leave')
    await expect(page.getByText('已批准', { exact: true }).first()).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: '取消请假' }).click()
    await page.getByRole('button', { name: '确认取消' }).click()
    await expectNote(page, '已取消请假')
    expect(await ofChild()).toMatchObject({ status: 'present', leave: null })
  })

  await test.step('the month of her child opens', async () => {
    await page.goto('/studentMain/attendance')
    await expect(page.getByRole('table', { name: /考勤$/ })).toBeVisible()
    await expectAccessible(page)
  })
  await context.close()
})
