import { expect, homePath, signIn, test } from './journey.ts'

test('a teacher without permission for organisations sees what is missing and whom to ask', async ({ page, cast }) => {
  await signIn(page, cast.teacher, '/baseData/Orgs')
  await expect(page).toHaveURL('/401?redirect=%2FbaseData%2FOrgs')
  await expect(page.getByRole('heading', { name: '您没有“组织机构”的使用权限' })).toBeVisible()
  await expect(page.getByText('查看组织机构')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(`，${cast.school}`)
  await expect(page.getByRole('button', { name: '申请权限' })).toBeVisible()
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(homePath)
})

test('an address that does not exist leads to /404', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin, '/no/such/page')
  await expect(page).toHaveURL('/404')
  await expect(page).toHaveTitle('页面不存在 - 区域教育数据应用管理中心')
  await page.getByRole('button', { name: '返回首页' }).click()
  await expect(page).toHaveURL(homePath)
})
