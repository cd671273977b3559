import { addedDepartmentCount, seededDepartmentCount } from '#entry/e2e/cast.ts'
import {
  expect,
  expectNote,
  getTreeNode,
  openOrganisations,
  openTree,
  getRow,
  signOut,
  test,
} from '#entry/e2e/journey.ts'

test(
  'the district administrator looks through a school and has its people recounted',
  {
    tag: '@both',
  },
  async ({ page, cast, isPhone }) => {
    const departments = addedDepartmentCount + seededDepartmentCount
    await openOrganisations(page, cast.districtAdmin, { isFresh: true })
    await expect(page).toHaveTitle('组织机构 - 区域教育数据应用管理中心')

    await test.step('she opens the school in the tree', async () => {
      const tree = await openTree(page, isPhone)
      await expect(getTreeNode(tree, cast.district)).toHaveAttribute('aria-expanded', 'true')
      await getTreeNode(tree, cast.school).click()
      await expect(page).toHaveURL(/node=/)
      await expect(page.getByText(`${departments} 个下级机构`)).toBeVisible()
    })

    await test.step('she goes to the next page, and the address contains it', async () => {
      await expect(getRow(page, isPhone, '校办公室')).toBeVisible()
      await page.getByRole('button', { name: '下一页' }).click()
      await expect(page).toHaveURL(/page=2/)
      await expect(getRow(page, isPhone, `第${addedDepartmentCount}备课组`)).toBeVisible()
      await page.reload()
      await expect(getRow(page, isPhone, `第${addedDepartmentCount}备课组`)).toBeVisible()
      const tree = await openTree(page, isPhone)
      await expect(getTreeNode(tree, cast.school)).toHaveAttribute('aria-selected', 'true')
      await getTreeNode(tree, cast.district).click()
    })

    await test.step('she reads the details of the school and goes to the previous one', async () => {
      await getRow(page, isPhone, cast.school).click()
      const details = isPhone
        ? page.getByRole('dialog', { name: '详情' })
        : page.getByRole('complementary', { name: '详情' })
      await expect(details.getByRole('heading', { name: cast.school })).toBeFocused()
      await expect(details.getByText('九年一贯')).toBeVisible()
      const before = details.getByRole('button', { name: '上一个' })
      await before.click()
      await expect(details.getByRole('heading', { name: cast.school })).toBeHidden()
      await expect(details.getByText(/，第 \d+ 个，共 \d+ 个/)).toBeAttached()
      await expect(before).toBeFocused()
      await page.keyboard.press(']')
      await expect(details.getByRole('heading', { name: cast.school })).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(details).toBeHidden()
      await expect(getRow(page, isPhone, cast.school)).toBeFocused()
    })

    await test.step('she reads the details of the district itself', async () => {
      const open = page.getByRole('button', { name: '查看详情' })
      await open.click()
      await expect(page.getByRole('heading', { name: cast.district, level: 2 }).last()).toBeFocused()
      await page.keyboard.press('Escape')
      await expect(open).toBeFocused()
    })

    await test.step('the new departments are counted already; she has the people recounted', async () => {
      const row = isPhone
        ? getRow(page, isPhone, cast.school)
        : page.getByRole('row', { name: new RegExp(cast.school) })
      const counted = isPhone ? `${departments} 个下级` : String(departments)
      await expect(row).toContainText(counted)
      await page.getByRole('button', { name: '重新统计' }).click()
      await expectNote(page, '已开始统计')
      await expect(row).toContainText(counted)
    })

    await signOut(page)
    await page.goto('/baseData/Orgs')
    await expect(page).toHaveURL('/login?redirect=%2FbaseData%2FOrgs')
  },
)
