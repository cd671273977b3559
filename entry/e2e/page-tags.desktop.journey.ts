import { expect, getRow, signIn, test } from './journey.ts'

test('a page keeps its state behind another tag', async ({ page, cast }) => {
  await signIn(page, cast.districtAdmin)
  await page.goto('/baseData/Orgs')
  await getRow(page, false, cast.school).waitFor()
  await page.getByPlaceholder('名称、拼音或首字母').last().fill('还没有查询')
  await page.getByRole('tab', { name: '数据看板' }).click()
  await expect(page).toHaveURL('/dataCentre/dataBoard')
  await page.getByRole('tab', { name: /组织机构/ }).click()
  await expect(page.getByPlaceholder('名称、拼音或首字母').last()).toHaveValue('还没有查询')
})
