import { expect, getTreeNode, openOrganisations, openTree, getRow, test } from '#entry/e2e/journey.ts'

test('the tree works without a mouse', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  const tree = await openTree(page, false)
  await getTreeNode(tree, cast.school).waitFor()
  await page.keyboard.press('F6')
  await expect(tree).toBeFocused()
  // Other journeys create and move organisations meanwhile: the order is not known beforehand.
  const school = getTreeNode(tree, cast.school)
  const isReached = async () => (await tree.getAttribute('aria-activedescendant')) === (await school.getAttribute('id'))
  await page.keyboard.press('Home')
  for (let down = 0; down < 60 && !(await isReached()); down++) await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  await expect(getTreeNode(tree, cast.school)).toHaveAttribute('aria-expanded', 'true')
  await expect(getTreeNode(tree, '教务处')).toHaveAttribute('aria-level', '3')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { level: 2, name: '校办公室', exact: true })).toBeVisible()
  await expect(page.getByText('校办公室没有下级机构')).toBeVisible()
})

test('closing a branch of the tree keeps the selection in it', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  const tree = await openTree(page, false)
  await getTreeNode(tree, '办公室').click()
  await expect(page.getByText('办公室没有下级机构')).toBeVisible()
  await page.keyboard.press('Home')
  await page.keyboard.press('ArrowLeft')
  await expect(getTreeNode(tree, cast.district)).toHaveAttribute('aria-expanded', 'false')
  await expect(getTreeNode(tree, '办公室')).toBeHidden()
  await expect(page.getByRole('heading', { level: 2, name: '办公室', exact: true })).toBeVisible()
})

test('a table hides columns before it scrolls sideways', async ({ page, cast }) => {
  await openOrganisations(page, cast.districtAdmin)
  for (const width of [1366, 1200, 1024, 993]) {
    await page.setViewportSize({ width, height: 768 })
    await getRow(page, false, cast.school).waitFor()
    const overhang =
      "(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('[data-density]'))"
    await expect.poll(() => page.evaluate<number>(overhang)).toBe(0)
  }
  await expect(page.getByRole('columnheader', { name: '电话' })).toBeHidden()
  await expect(page.getByRole('columnheader', { name: '状态' })).toBeVisible()
})
