import { expect, openOrganisations, rowOf, test, widthOf } from './story.ts'

test('nothing scrolls sideways on the narrowest phone', async ({ page, cast, isPhone }) => {
  await page.setViewportSize({ width: 360, height: 740 })
  await page.goto('/login')
  await page.getByRole('button', { name: '登录', exact: true }).waitFor()
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
  for (const address of ['/login?view=sms', '/login?view=forgot', '/userLogin']) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
  }
  await openOrganisations(page, cast.districtAdmin)
  await rowOf(page, isPhone, cast.school).waitFor()
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
  await rowOf(page, isPhone, cast.school).click()
  await page.getByText('联系方式').waitFor()
  expect(await widthOf(page)).toBeLessThanOrEqual(360)
  for (const address of ['/personal/info', '/personal/password', '/personal/devices']) {
    await page.goto(address)
    await page.getByRole('heading', { level: 1 }).waitFor()
    await page.getByRole('main').getByRole('button').or(page.getByText('当前设备')).first().waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
  }
  for (const address of ['/401?redirect=/baseData/Orgs', '/404']) {
    await page.goto(address)
    await page.getByRole('button', { name: '返回首页' }).waitFor()
    expect(await widthOf(page)).toBeLessThanOrEqual(360)
  }
})
