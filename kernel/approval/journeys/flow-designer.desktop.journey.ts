import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

test('a flow is designed, tried, published and given up again', async ({ page, cast }) => {
  test.setTimeout(90_000)
  await signIn(page, cast.schoolAdmin, '/systemSet/flows')
  await page.getByRole('button', { name: /^学生转学/ }).click()
  const steps = page.getByRole('navigation', { name: '流程步骤' })

  await test.step('a second step is added and saved', async () => {
    await steps.getByRole('button', { name: '在此添加步骤' }).last().click()
    await page.getByRole('menuitem', { name: '审批', exact: true }).click()
    await page.getByRole('textbox', { name: '步骤名称' }).fill('校长同意')
    await page.getByRole('button', { name: '保存草稿' }).click()
    // It has no approver yet.
    await expect(steps.getByText('请选择人员')).toBeVisible()
    await page.getByRole('combobox', { name: '审批人', exact: true }).selectOption({ label: '单位负责人' })
    await page.getByRole('button', { name: '保存草稿' }).click()
    await expectNote(page, '草稿已保存')
  })

  await test.step('the trial shows both steps, and sends nothing', async () => {
    await page.getByRole('button', { name: '试运行' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: '试运行' }).click()
    await expect(dialog.getByText('请选择申请人')).toBeVisible()
    await dialog.getByRole('combobox', { name: '申请人' }).fill(cast.teacherName)
    await dialog.getByText(`${cast.teacherName}　`).first().click()
    await dialog.getByRole('button', { name: '试运行' }).click()
    const path = dialog.getByRole('region', { name: '审批路径' })
    await expect(path.getByRole('listitem')).toHaveCount(2)
    await expect(path).toContainText('校长同意')
    await dialog.getByRole('button', { name: '关闭' }).last().click()
  })

  await test.step('published, it is the own flow of the school; given up, the shipped one applies again', async () => {
    await page.getByRole('button', { name: '发布', exact: true }).click()
    const dialog = page.getByRole('dialog')
    await expect(dialog).toContainText('进行中的申请')
    await dialog.getByRole('button', { name: '发布', exact: true }).click()
    await expect(page.getByText('正在使用本单位的流程')).toBeVisible()
    await page.getByRole('button', { name: '停用', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '停用', exact: true }).click()
    await expect(page.getByText('正在使用系统默认的流程')).toBeVisible()
  })
})
