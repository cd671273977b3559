import { getVendorUrl } from '#entry/e2e/databases.ts'
import { expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'

const vendor = getVendorUrl()

test('a supplier’s database is registered, found writable, corrected, and browsed', async ({ page, cast }) => {
  test.setTimeout(90_000)
  await signIn(page, cast.districtAdmin, '/systemSet/dataSource')
  await expect(page.getByRole('heading', { level: 1, name: '数据源管理' })).toBeVisible()

  const more = page.getByRole('button', { name: '更多操作 食堂供应商', exact: true })
  const rowMenu = async (act: string) => {
    // A menu is positioned at its button, so it closes as soon as the rows move.
    await expect(async () => {
      if ((await more.getAttribute('aria-expanded')) !== 'true') await more.click()
      await page.getByRole('menuitem', { name: act, exact: true }).click({ timeout: 2_000 })
    }).toPass()
  }
  const edit = () => page.getByRole('button', { name: '编辑 食堂供应商', exact: true }).click()
  const outcome = async (text: string | RegExp) => {
    const dialog = page.getByRole('dialog', { name: '测试“食堂供应商”' })
    await expect(dialog.getByRole('status')).toContainText(text, { timeout: 60_000 })
    await dialog.getByRole('button', { name: '知道了' }).click()
  }

  await test.step('with the account that the supplier gave', async () => {
    await page.getByRole('button', { name: '新建数据源' }).first().click()
    const form = page.getByRole('dialog', { name: '新建数据源' })
    await form.getByLabel('名称').fill('食堂供应商')
    await form.getByLabel('主机').fill('169.254.169.254')
    await form.getByLabel('端口').fill('70000')
    await form.getByLabel('数据库').fill(vendor.pathname.slice(1))
    await form.getByLabel('用户名').fill('vendor_writer')
    await form.locator('input[type=password]').fill(vendor.password)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('端口号应为0-65535').first()).toBeVisible()
    await form.getByLabel('端口').fill(vendor.port)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expectNote(page, '已保存，请测试连接')
    await rowMenu('测试连接')
    await outcome('无法连接')
  })

  await test.step('the stored password is not sent to another address', async () => {
    await edit()
    const form = page.getByRole('dialog', { name: /编辑/ })
    await expect(form.locator('input[type=password]')).toHaveValue('')
    await form.getByLabel('主机').fill(vendor.hostname)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form.getByText('更换地址或账号后请重新填写密码').first()).toBeVisible()
    await form.locator('input[type=password]').fill(vendor.password)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form).toBeHidden()
    await rowMenu('测试连接')
    await outcome('该账号具有写权限，请更换只读账号')
  })

  await test.step('a read-only account is accepted, and shows the tables', async () => {
    await edit()
    const form = page.getByRole('dialog', { name: /编辑/ })
    await form.getByLabel('用户名').fill('vendor_reader')
    await form.locator('input[type=password]').fill(vendor.password)
    await form.getByRole('button', { name: '保存', exact: true }).click()
    await expect(form).toBeHidden()
    await rowMenu('测试连接')
    await outcome(/连接正常，账号只读/)
    await rowMenu('预览数据')
    const dialog = page.getByRole('dialog', { name: '预览“食堂供应商”' })
    await dialog.getByLabel('查询语句').fill('select 1; drop table meal_delivery')
    await dialog.getByRole('button', { name: '查询' }).click()
    await expect(dialog.getByRole('alert')).toContainText('只能执行一条查询')
    await dialog.getByLabel('查询语句').fill('select school, meal, portions from meal_delivery order by id')
    await dialog.getByRole('button', { name: '查询' }).click()
    await expect(dialog.getByRole('cell', { name: '云禾区文澜中学' }).first()).toBeVisible()
    await expect(dialog.getByRole('status')).toContainText('前 20 行，还有更多')
  })
})
