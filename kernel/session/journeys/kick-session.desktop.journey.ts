import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

test('an administrator kicks a session out, and the log says who did it', async ({ page, browser, cast, baseURL }) => {
  const context = await browser.newContext({ userAgent: firefox, baseURL: baseURL! })
  const teacher = await context.newPage()
  await signIn(teacher, cast.teacher, '/personal/info', { isFresh: true })
  await expect(teacher.getByRole('heading', { name: '个人信息' })).toBeVisible()

  await signIn(page, cast.schoolAdmin, '/logMmanagement/onlineSessions')
  // The harness opens a second session by a QR code; the one that scanned it stays.
  const session = page.getByRole('row').filter({ hasText: 'Firefox' }).filter({ hasText: '二维码' })
  await session.getByRole('button', { name: `更多操作 ${cast.teacherName}` }).click()
  await page.getByRole('menuitem', { name: '踢出' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('疑似他人使用').click()
  await dialog.getByRole('button', { name: '踢出', exact: true }).click()
  await expectNote(page, '已踢出')
  await expect(session).toHaveCount(0)

  await teacher.goto('/personal/devices')
  await expect(teacher.getByLabel('用户名或手机号', { exact: true })).toBeVisible()
  await context.close()

  await page.goto('/logMmanagement/loginLog?endCause=kicked')
  const ended = page.getByRole('row').filter({ hasText: cast.teacherName })
  await expect(ended.first()).toContainText('踢出')
})
