import { casts } from '#entry/e2e/cast.ts'
import { newSchoolNames } from '#entry/e2e/test-schools.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

// The new school of the other project: nobody sets it up.
const { district, districtAdmin } = casts.phone
const school = newSchoolNames.phone

test('the district sees which school is not ready, reminds it once, and opens it at the step', async ({ page }) => {
  await signIn(page, districtAdmin, '/baseData/SetUp', { isFresh: true })
  const matrix = page.getByRole('table', { name: '各校设置进度' })
  const row = matrix.getByRole('row').filter({ hasText: school })
  const dialog = page.getByRole('dialog', { name: '一键催办' })
  const schoolItem = dialog.getByRole('listitem').filter({ hasText: school })

  await test.step('the row of the school shows what is missing', async () => {
    await expect(page.getByRole('heading', { name: /所学校还没准备好/ })).toBeVisible()
    await expect(row).toContainText('未设置')
    // The address stores the filter: the box is checked once the address has changed.
    await page.getByLabel('只看未完成').click()
    await expect(page.getByLabel('只看未完成')).toBeChecked()
    await expect(row).toBeVisible()
  })

  await test.step('the recipients are shown before sending', async () => {
    await page.getByRole('button', { name: '一键催办' }).click()
    await expect(schoolItem).toContainText('通知 傅晓岚')
    await expect(schoolItem).toContainText('年级班级')
    await dialog.getByRole('button', { name: /^催办 \d+ 所学校$/ }).click()
    await expectNote(page, '已催办')
    await expect(dialog).toBeHidden()
  })

  await test.step('a person gets at most one reminder a day', async () => {
    await page.getByRole('button', { name: '一键催办' }).click()
    await expect(schoolItem).toContainText('今天已催办')
    await expect(dialog.getByRole('button', { name: '没有可催办的学校' })).toBeDisabled()
    await dialog.getByRole('button', { name: '取消' }).click()
  })

  await test.step('a click opens the school at that step', async () => {
    await row.getByRole('button', { name: `${school}，班级，还没有班级` }).click()
    await expect(page.getByText(`您是${district}人员，正在查看${school}的数据`)).toBeVisible()
    await expect(page).toHaveURL('/baseData/SetUp?step=classes')
    await expect(page.getByRole('button', { name: /年级班级/, expanded: true })).toBeVisible()
  })
})
