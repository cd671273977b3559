import { expect, getTreeNode, openOrganisations, openTree, signIn, test } from '#entry/e2e/journey.ts'

test('a school administrator sees her own school and nothing above it', async ({ page, cast }) => {
  await openOrganisations(page, cast.schoolAdmin)
  const tree = await openTree(page, false)
  await expect(getTreeNode(tree, cast.school)).toHaveAttribute('aria-level', '1')
  await expect(tree.locator('[aria-level="1"]')).toHaveCount(1)
  await expect(getTreeNode(tree, '校办公室')).toBeVisible()
  await expect(tree.getByText(cast.district)).toHaveCount(0)
})

test('an address with an organisation outside her scope leads back to her school', async ({ page, cast }) => {
  await signIn(page, cast.schoolAdmin, '/baseData/Orgs?node=01a05a43-fc00-7000-8001-0000ffff0000')
  await expect(page.getByText('要找的内容不存在或不可见')).toBeVisible()
  await expect(page).toHaveURL('/baseData/Orgs')
  const tree = await openTree(page, false)
  await expect(getTreeNode(tree, cast.school)).toHaveAttribute('aria-selected', 'true')
})
