import type { Page } from '@playwright/test'
import { expect, openOrganisations, getRow, signOut, test } from '#entry/e2e/journey.ts'

const organisationOf = (page: Page) => page.getByRole('banner')

test('a tab keeps its user until it is reloaded, and then has the user who signed in last', async ({
  page,
  context,
  cast,
}) => {
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  const other = await context.newPage()
  await openOrganisations(other, cast.districtAdmin, { isFresh: true })
  await page.getByRole('button', { name: '刷新' }).click()
  await expect(getRow(page, false, '校办公室')).toBeVisible()
  await expect(organisationOf(page)).toContainText(cast.school)
  await page.reload()
  await expect(getRow(page, false, cast.school)).toBeVisible()
  await expect(organisationOf(page)).toContainText(cast.district)
})

test('signing out in one tab does not sign out the user of the other', async ({ page, context, cast }) => {
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  const other = await context.newPage()
  await openOrganisations(other, cast.districtAdmin, { isFresh: true })
  await signOut(page)
  await other.reload()
  await expect(getRow(other, false, cast.school)).toBeVisible()
})

test('a tab whose session ended while another began shows a notice, and continues with the new one', async ({
  page,
  context,
  cast,
  request,
  baseURL,
}) => {
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  const token = await page.evaluate<string>('localStorage.getItem("token")')
  const other = await context.newPage()
  await openOrganisations(other, cast.districtAdmin, { isFresh: true })
  await request.post(`${baseURL}/api/users/logout`, { headers: { authorization: `Bearer ${token}` } })
  await page.bringToFront()
  const notice = page.getByRole('dialog', { name: '当前组织已切换' })
  // The notice appears by itself, or with the next request.
  await expect(async () => {
    if (!(await notice.isVisible()))
      await page.getByRole('button', { name: '刷新', exact: true }).click({ timeout: 1_000 })
    await expect(notice).toBeVisible({ timeout: 1_500 })
  }).toPass()
  await notice.getByRole('button', { name: '刷新页面' }).click()
  await expect(organisationOf(page)).toContainText(cast.district)
})

test('a tab in another organisation than its session shows a notice, once', async ({ page, cast }) => {
  await openOrganisations(page, cast.schoolAdmin, { isFresh: true })
  await page.evaluate(`
    const { userId } = JSON.parse(localStorage.getItem('user'))
    sessionStorage.setItem('orgId', JSON.stringify({ userId, orgId: '01a05a43-fc00-7000-8001-0000ffff0000' }))
  `)
  await page.reload()
  await page.getByRole('dialog', { name: '当前组织已切换' }).getByRole('button', { name: '刷新页面' }).click()
  await expect(getRow(page, false, '校办公室')).toBeVisible()
  await expect(page.getByRole('dialog')).toBeHidden()
})
