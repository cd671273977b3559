import { children, getIdCard } from '#entry/e2e/test-schools.ts'
import { expect, signIn, test } from '#entry/e2e/journey.ts'

const child = children.foreign.name

test('a class teacher prints a slip, and the child opens the account with the name on it', async ({
  page,
  browser,
  cast,
}) => {
  await signIn(page, cast.teacher, `/baseData/Student?keyword=${encodeURIComponent(child)}`)
  await page.getByRole('button', { name: `更多操作 ${child}` }).click()
  await page.getByRole('menuitem', { name: '学生账号单' }).click()
  const dialog = page.getByRole('dialog', { name: `学生账号单：${child}` })
  await dialog.getByRole('radio', { name: '其他' }).check()
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('请填写发放原因').first()).toBeVisible()
  await dialog.getByLabel('其他原因').fill('开学第一课统一激活')
  await dialog.getByRole('button', { name: '下一步' }).click()
  await expect(dialog.getByText('以前的账号单作废')).toBeVisible()
  await dialog.getByRole('button', { name: '学生账号单（1 人）' }).click()

  const slip = page.getByRole('listitem').filter({ hasText: child })
  await expect(slip.getByRole('definition')).toHaveCount(2)
  const [name, code] = (await slip.getByRole('definition').allTextContents()) as [string, string]
  expect(name).toMatch(/^yhqsyx[2-9b-z]{8}$/)
  await expect(slip).not.toContainText(getIdCard('desktop', 'foreign').slice(-5))

  // The print has the slips, and nothing of the list behind them.
  await page.emulateMedia({ media: 'print' })
  await expect(slip).toBeVisible()
  await expect(page.getByRole('table')).toHaveCount(0)
  await page.emulateMedia({ media: null })

  const pupils = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  await pupils.goto('/userLogin?view=activate')
  await pupils.getByLabel('用户名').fill(name)
  await pupils.getByLabel('激活码').fill(code)
  await pupils.getByLabel('新密码', { exact: true }).fill('Xingye-4821!')
  await pupils.getByLabel('重复密码', { exact: true }).fill('Xingye-4821!')
  await pupils.getByRole('button', { name: '激活并登录' }).click()
  // Below fourteen a guardian has to consent first; the account exists.
  await expect(pupils.getByText('请家长先完成授权')).toBeVisible()
  await pupils.close()
})
