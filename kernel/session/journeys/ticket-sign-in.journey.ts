import type { Page } from '@playwright/test'
import { expect, expectSignedIn, fillSignIn, openOrganisations, test } from '#entry/e2e/journey.ts'

const wanted = '/application/GrowthTree?tab=2'

/** An address with a ticket of the user who is signed in on this page. */
async function issueTicket(page: Page, redirectUrl = `${wanted}&u_t={u_t}`): Promise<string> {
  return page.evaluate<string>(`
    fetch('/api/users/issueTicket', {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: 'Bearer ' + localStorage.getItem('token') },
      body: JSON.stringify({ redirectUrl: '${redirectUrl}' }),
    }).then((answer) => answer.json()).then(({ data }) => data.url)
  `)
}

test('a ticket opens a page in the browser that requested it, once', async ({ page, cast, browser, baseURL }) => {
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  const [address, stolen] = [await issueTicket(page), await issueTicket(page)]
  await page.goto(address)
  await expect(page).toHaveURL(wanted)
  await expect(page.getByRole('heading', { name: '该应用尚未开通' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: '提示' })
  await page.goto(address)
  await expect(dialog).toContainText('登录信息错误，请重新登录')
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await fillSignIn(page, cast.schoolAdmin)
  await expect(page).toHaveURL(wanted)

  const context = await browser.newContext({ ...(baseURL && { baseURL }) })
  const other = await context.newPage()
  await other.goto(stolen)
  await expect(other.getByRole('dialog', { name: '提示' })).toContainText('登录信息错误，请重新登录')
  await expect(other).toHaveURL(wanted)
  await other.getByRole('button', { name: '重新登录' }).click()
  await expect(other).toHaveURL(/\/login\?redirect_url=/)
  await fillSignIn(other, cast.schoolAdmin)
  await expect(other).toHaveURL(wanted)
  await expect(other.getByRole('heading', { name: '该应用尚未开通' })).toBeVisible()
  await context.close()
})

test("somebody else's ticket needs a confirmation first", async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin, { isFresh: true })
  const address = await issueTicket(page)
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  const dialog = page.getByRole('dialog', { name: '提示' })
  const readOrgName = () => page.evaluate<string>('JSON.parse(localStorage.getItem("user")).orgName')

  await page.goto(address)
  await expect(dialog).toContainText(` · ${cast.district}」身份打开`)
  await dialog.getByRole('button', { name: '取消' }).click()
  await expect(page.getByRole('heading', { name: '该应用尚未开通' })).toBeVisible()
  expect(await readOrgName()).toBe(cast.school)

  await page.goto(address)
  await dialog.getByRole('button', { name: '确定' }).click()
  await expect.poll(readOrgName).toBe(cast.district)
})

test('an application without a session asks for a sign-in', async ({ page, cast }) => {
  await page.goto('/application/OAMessage?tab=2')
  const dialog = page.getByRole('dialog', { name: '提示' })
  await expect(dialog).toContainText('登录信息错误，请重新登录')
  await dialog.getByRole('button', { name: '重新登录' }).click()
  await expect(page).toHaveURL(`/login?redirect_url=${encodeURIComponent('/application/OAMessage?tab=2&u_t={u_t}')}`)
  await fillSignIn(page, cast.teacher)
  // There is no such application yet; the test only needs that it was requested with a session.
  await expect(page).toHaveURL('/application/OAMessage?tab=2')
  await expect(page.getByRole('heading', { name: '该应用尚未开通' })).toBeVisible()
  await expectSignedIn(page, cast.teacherName)
})
