import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

/** The head of a grade, whom no other journey uses. */
const grade = { userName: 'shiyan.grade', name: '卢慧敏' }
const pageOfIt = '/baseData/Exports'

test('a school creates a role, sees who gains what, assigns it, asks why, and deletes it', async ({ page, cast }) => {
  test.setTimeout(150_000)
  // The role of a first try may still exist.
  const role = `校务档案员${test.info().retry || ''}`

  await test.step('before, the page is not hers', async () => {
    await signIn(page, grade.userName, pageOfIt)
    await expect(page).toHaveURL(/\/401/)
  })

  await test.step('a role needs a name, and offers no permission that its creator lacks', async () => {
    await signIn(page, cast.schoolAdmin, '/systemSet/Role')
    await expect(page.getByRole('navigation', { name: '角色' }).locator('[aria-current=page]')).toHaveCount(1)
    await page.getByRole('button', { name: '新建角色' }).click()
    const form = page.getByRole('dialog', { name: '新建角色' })
    await form.getByRole('button', { name: '保存' }).click()
    await expect(form.getByText('请输入角色名称').first()).toBeVisible()
    await form.getByLabel('角色名称').fill(role)
    await form.getByRole('button', { name: '保存' }).click()
    await expectNote(page, '已新建角色')
    await expect(page.getByText('还没有改动')).toBeVisible()
    await expect(page.getByRole('checkbox', { name: /^授予本人没有的权限/ })).toBeDisabled()
  })

  await test.step('it is assigned to the head of a grade', async () => {
    await page.getByRole('tab', { name: /成员/ }).click()
    await page.getByRole('button', { name: '分配给人员' }).click()
    const form = page.getByRole('dialog', { name: `分配给人员：${role}` })
    const field = form.getByRole('combobox', { name: '人员' })
    await field.click()
    await field.fill('lhm')
    await form.getByTitle(new RegExp(`^${grade.name}`)).click()
    // A click beside the list closes it.
    await form.getByRole('heading', { name: `分配给人员：${role}` }).click()
    await form.getByRole('button', { name: '分配', exact: true }).click()
    await expectNote(page, '已分配给 1 人')
    await expect(page.getByRole('row', { name: new RegExp(grade.name) })).toContainText('有效')
  })

  await test.step('the preview shows who gains what before it is saved', async () => {
    await page.getByRole('tab', { name: /功能/ }).click()
    await page.getByRole('checkbox', { name: /^导出数据/ }).check()
    await expect(page.getByText(grade.name)).toBeVisible()
    await expect(page.getByText('新增 1 项')).toBeVisible()
    await page.getByRole('button', { name: '保存并通知 1 人' }).click()
    await expectNote(page, '已保存，已通知 1 人')
  })

  await test.step('the explanation names the role and who assigned it', async () => {
    await page.goto('/systemSet/Access')
    const person = page.getByRole('combobox', { name: '人员' })
    await person.click()
    await person.fill(grade.name)
    await page.getByTitle(new RegExp(`^${grade.name}`)).click()
    await expect(page.getByRole('main')).toContainText('导出数据')
    await expect(page.getByRole('main')).toContainText(role)
  })

  await test.step('the page is hers', async () => {
    // The server may cache a session for two seconds; a new session is not cached.
    await signIn(page, grade.userName, pageOfIt, { isFresh: true })
    await expect(page.getByRole('heading', { level: 1, name: '导出记录' })).toBeVisible()
  })

  await test.step('a role with members cannot be deleted; without members it can', async () => {
    await signIn(page, cast.schoolAdmin, '/systemSet/Role')
    await page.getByRole('button', { name: new RegExp(`^${role}`) }).click()
    const remove = async () => {
      await page.getByRole('button', { name: '更多操作' }).click()
      await page.getByRole('menuitem', { name: '删除' }).click()
      await page.getByRole('dialog').getByRole('button', { name: '删除' }).click()
    }
    await remove()
    await expect(page.getByText('该角色已分配给1人，不能删除')).toBeVisible()
    await page.keyboard.press('Escape')
    await page.getByRole('tab', { name: /成员/ }).click()
    await page.getByRole('button', { name: `移除 ${grade.name}` }).click()
    await page.getByRole('dialog').getByRole('button', { name: '移除' }).click()
    await expectNote(page, `已移除${grade.name}`)
    await remove()
    await expect(page.getByRole('button', { name: new RegExp(`^${role}`) })).toBeHidden()
  })
})
