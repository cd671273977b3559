import { expect, openOrganisations, getRow, test } from './journey.ts'

test('a view of the organisations is saved under a name and opened again', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  await page.getByRole('combobox', { name: '类型' }).click()
  await page.getByText('中小学', { exact: true }).last().click()
  await expect(page).toHaveURL(/type=school/)
  await page.getByRole('button', { name: '存为视图' }).click()
  await page.getByRole('dialog').getByLabel('视图名称').fill('学校')
  await page.getByRole('dialog').getByRole('button', { name: '保存' }).click()
  const view = page.getByRole('list', { name: '视图' }).getByRole('button', { name: /^学校/ }).first()
  await expect(view).toHaveAttribute('aria-current', 'true')

  await page.getByRole('button', { name: /^人数/ }).click()
  await expect(page.getByText('视图已改动')).toBeVisible()
  await page.getByRole('button', { name: '还原' }).click()
  await expect(page.getByText('视图已改动')).toBeHidden()

  await page.goto('/baseData/Orgs')
  await view.click()
  await expect(page).toHaveURL(/type=school&view=/)
  await expect(getRow(page, false, cast.school)).toBeVisible()
  await page.getByRole('button', { name: '视图“学校”的操作' }).click()
  await page.getByRole('menuitem', { name: '删除' }).click()
  await page.getByRole('button', { name: '删除 1 个视图' }).click()
  await expect(view).toBeHidden()
  await expect(page).toHaveURL('/baseData/Orgs')
})
