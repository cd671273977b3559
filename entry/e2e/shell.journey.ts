import { expect, signIn, signOut, test } from './journey.ts'

test('the first page is the data board', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin)
  await expect(page).toHaveURL('/dataCentre/dataBoard')
  await page.goto('/dataCentre')
  await expect(page).toHaveURL('/dataCentre/dataBoard')
  await expect(page).toHaveTitle('数据看板 - 区域教育数据应用管理中心')
  await expect(page.getByRole('heading', { level: 1, name: /^(夜深了|.+好)，/ })).toBeVisible()
  await expect(page.getByRole('region', { name: '待办' })).toBeVisible()
})

test('/application opens teaching affairs', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin, '/application')
  await expect(page).toHaveURL('/application/educationalAdministration')
  await expect(page.getByRole('heading', { level: 1, name: '教务管理' })).toBeVisible()
})

test('a missing application shows a note inside the shell', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin, '/application/GrowthTree')
  await expect(page.getByRole('heading', { name: /尚未开通/ })).toBeVisible()
})

test('large text is turned on once, and stays after a new sign-in', { tag: '@phone' }, async ({ page, cast }) => {
  await page.goto('/login')
  await page.getByRole('button', { name: '大字' }).click()
  await signIn(page, cast.teacher, '/', { isFresh: true })
  await expect(page.locator('html')).toHaveAttribute('data-big', '')
  await expect(page.getByRole('button', { name: '大字' })).toHaveAttribute('aria-pressed', 'true')
  await signOut(page)
  await expect(page.locator('html')).toHaveAttribute('data-big', '')
})
