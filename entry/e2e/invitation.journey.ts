import { expect, test } from './story.ts'

test('an invited administrator chooses a name and a password, and is in', async ({ page, cast, invitation }, {
  project,
}) => {
  await page.goto(`/login#invite=${invitation}`)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('邹知夏，您好')).toBeVisible()

  const open = page.getByRole('button', { name: '开通并登录' })
  await open.click()
  await expect(page.getByText('用户名为4-30位字母、数字、点或横线，以字母开头')).toBeVisible()
  await expect(page.getByText('请输入新密码')).toBeVisible()
  await expect(page.getByText('请输入重复密码')).toBeVisible()

  await page.getByLabel('用户名', { exact: true }).fill(cast.districtAdmin)
  await page.getByLabel('新密码').fill('Morgenstern-7')
  await page.getByLabel('重复密码').fill('Morgenstern-8')
  await open.click()
  await expect(page.getByText('重复密码与密码不一致')).toBeVisible()
  await page.getByLabel('重复密码').fill('Morgenstern-7')
  await open.click()
  await expect(page.getByText('用户名已被使用，请换一个')).toBeVisible()

  await page.getByLabel('用户名', { exact: true }).fill(`zou.zhixia.${project.name}`)
  await open.click()
  await expect(page).toHaveURL('/baseData/Orgs')
  await expect(page.getByRole('button', { name: '邹知夏 用户菜单' })).toBeVisible()

  await page.goto(`/login#invite=${invitation}`)
  await expect(page.getByText('邀请链接无效或已过期，请联系管理员重新发送')).toBeVisible()
  await page.getByRole('button', { name: '去登录' }).click()
  await expect(page.getByRole('heading', { name: '教职工登录' })).toBeVisible()
})
