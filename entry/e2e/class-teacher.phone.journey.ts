import { casts } from './people.ts'
import { children } from './school-people.ts'
import { expect, rowOf, signIn, test } from './story.ts'

const child = children.mine.name

test('a class teacher with her phone finds a pupil of her class, and calls the mother', async ({ page }) => {
  // The families of both sizes are in the first district.
  await signIn(page, casts.desktop.teacher, '/baseData/Student')
  await expect(page.getByText(/\d+ 名学生/).first()).toBeVisible()

  await test.step('a card leads to the pupil', async () => {
    const search = page.getByPlaceholder('姓名、学籍号、电话')
    await search.fill(child)
    await search.press('Enter')
    await expect(page.getByText('1 名学生')).toBeVisible()
    await rowOf(page, true, child).click()
    await expect(page.getByRole('heading', { level: 2, name: child })).toBeVisible()
  })

  await test.step('the number is hidden until she says why, and can be called then', async () => {
    await page.getByRole('tab', { name: '监护人' }).click()
    await page.getByRole('button', { name: '查看完整监护人电话' }).first().click()
    await page.getByRole('button', { name: '查看 30 秒' }).click()
    await expect(page.getByRole('link', { name: '拨打监护人电话' }).first()).toHaveAttribute('href', /^tel:1\d{10}$/)
  })

  await test.step('what she may not do is not offered', async () => {
    await page.goto('/baseData/Student')
    await expect(page.getByRole('button', { name: '班级邀请码' })).toBeVisible()
    await expect(page.getByRole('button', { name: '新建学生' })).toBeHidden()
    await page.goto('/baseData/YearChange')
    await expect(page).toHaveURL(/\/401/)
  })
})
