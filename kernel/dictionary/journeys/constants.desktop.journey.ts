import { expect, signIn, test } from '#entry/e2e/journey.ts'

test('the district adds a diploma, hides it from new forms, and values fixed by law stay unchanged', async ({
  page,
  cast,
}) => {
  test.setTimeout(90_000)
  await signIn(page, cast.districtAdmin, '/systemSet/Constant')
  await expect(page.getByRole('heading', { level: 1, name: '常量维护' })).toBeVisible()
  const row = page.getByRole('row', { name: /双学位/ })
  const more = page.getByRole('button', { name: '更多操作 双学位', exact: true })
  const rowMenu = async (act: string) => {
    await more.scrollIntoViewIfNeeded()
    // A menu is positioned at its button, so it closes as soon as the rows move.
    await expect(async () => {
      if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click()
      await page.getByRole('menuitem', { name: act, exact: true }).click({ timeout: 2_000 })
    }).toPass()
  }

  await test.step('56 ethnic groups, which cannot be changed', async () => {
    await expect(page.getByText('共 56 项')).toBeVisible()
    await expect(page.getByRole('row', { name: /汉族/ })).toBeVisible()
    await expect(page.getByRole('button', { name: '新建常量' })).toBeHidden()
  })

  await test.step('a new value is refused until its code is valid and unused', async () => {
    await page.goto('/systemSet/Constant?node=diploma')
    await page.getByRole('button', { name: '新建常量' }).click()
    const form = page.getByRole('dialog', { name: '新建常量' })
    await form.getByLabel('名称').fill('双学位')
    await form.getByLabel('编码').fill('J-22')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('编码只能包含字母、数字和下划线').first()).toBeVisible()
    await form.getByLabel('编码').fill('21')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('编码已存在').first()).toBeVisible()
    await form.getByLabel('编码').fill('J22')
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form).toBeHidden()
    await expect(row).toBeVisible()
  })

  const offered = async () => {
    await page.goto('/baseData/User?fill=new')
    await page.getByLabel('学历').click()
    await page.getByLabel('学历').fill('双学')
    return page.getByTitle('双学位', { exact: true })
  }

  await test.step('it is offered for new colleagues, and no longer once it is switched off', async () => {
    await expect(await offered()).toBeVisible()
    await page.goto('/systemSet/Constant?node=diploma')
    await rowMenu('停用')
    await expect(row.getByText('停用')).toBeVisible()
    await expect(await offered()).toBeHidden()
  })

  await test.step('nobody uses it, so it can be deleted', async () => {
    await page.goto('/systemSet/Constant?node=diploma')
    await rowMenu('删除')
    await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    await expect(row).toBeHidden()
  })
})
