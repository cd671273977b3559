import { getLoginName } from '#entry/e2e/sign-in-people.ts'
import {
  expect,
  homePath,
  openOrganisations,
  openOrganisationSwitch,
  openUserMenu,
  phoneHomePath,
  signIn,
  test,
  getUserMenuItems,
} from '#entry/e2e/journey.ts'

test(
  'the district administrator visits a school, sees that on every page, and returns',
  {
    tag: '@both',
  },
  async ({ page, cast, isPhone }) => {
    await openOrganisations(page, cast.districtAdmin, { isFresh: true })
    const dialog = await openOrganisationSwitch(page, isPhone)
    const search = dialog.getByRole('combobox', { name: '搜索学校' })
    const away = page.getByText(`您是${cast.district}人员，正在查看${cast.school}的数据`)

    await test.step('only a school can be selected', async () => {
      await expect(search).toBeFocused()
      await expect(dialog.getByText('请选到具体学校；学区和教育局不能直接切换')).toBeVisible()
      await dialog.getByRole('button', { name: '切换', exact: true }).click()
      await expect(dialog.getByText('未选择要切换的学校')).toBeVisible()
      await dialog.getByRole('treeitem', { name: new RegExp(cast.district) }).click()
      await dialog.getByRole('button', { name: '切换', exact: true }).click()
      await expect(dialog.getByText('请选择具体学校')).toBeVisible()
    })

    await test.step('initials find it, and the keys select it', async () => {
      await search.fill('zzz')
      await expect(dialog.getByText('没有找到“zzz”')).toBeVisible()
      await search.fill('sy')
      const option = dialog.getByRole('option', { name: new RegExp(cast.school) })
      await expect(option.locator('mark')).toHaveText('实验')
      await search.press('ArrowDown')
      await expect(option).toHaveAttribute('aria-selected', 'true')
      await expect(dialog.getByRole('button', { name: `切换到${cast.school}` })).toBeVisible()
    })

    await test.step('a refusal changes nothing', async () => {
      const token = await page.evaluate<string>('localStorage.getItem("token")')
      const json = { ret: 0, msg: '该学校已停用', data: null, executeTime: 1, success: false }
      await page.route('**/users/switchoverOrg', (route) => route.fulfill({ json }))
      await search.press('Enter')
      await expect(dialog.getByText('该学校已停用')).toBeVisible()
      expect(await page.evaluate<string>('localStorage.getItem("token")')).toBe(token)
      await page.unroute('**/users/switchoverOrg')
    })

    await test.step('nothing closes the dialog during the switch', async () => {
      let answer = () => {}
      const answered = new Promise<void>((done) => (answer = done))
      const json = { ret: 0, msg: '该学校已停用', data: null, executeTime: 1, success: false }
      await page.route('**/users/switchoverOrg', async (route) => {
        await answered
        await route.fulfill({ json })
      })
      await search.press('Enter')
      await expect(dialog.getByRole('button', { name: '取消' })).toBeDisabled()
      await expect(dialog.getByRole('button', { name: '关闭', exact: true })).toBeDisabled()
      await page.keyboard.press('Escape')
      await page.keyboard.press('Escape')
      await expect(dialog).toBeVisible()
      answer()
      await expect(dialog.getByRole('button', { name: '取消' })).toBeEnabled()
      await page.unroute('**/users/switchoverOrg')
    })

    await test.step('the visit is shown clearly', async () => {
      await dialog.getByRole('button', { name: `切换到${cast.school}` }).click()
      await expect(away).toBeVisible()
      await expect(page).toHaveURL(isPhone ? phoneHomePath : homePath)
      await page.goto('/personal/devices')
      await expect(away).toBeVisible()
    })

    await test.step('when a code is missing on the way back, the banner asks for it', async () => {
      const data = { msgId: '1.word', phone: '139****0000' }
      const json = { ret: -7, msg: '请先完成短信验证', data, executeTime: 1, success: false }
      const wait = {
        ret: -4,
        msg: '操作过于频繁，请稍后再试',
        data: { retryAfter: 50 },
        executeTime: 1,
        success: false,
      }
      await page.route('**/users/switchoverOrg', (route) => route.fulfill({ json }))
      await page.route('**/users/sendMsgCode', (route) => route.fulfill({ json: wait }))
      await page.getByRole('button', { name: '返回本单位' }).click()
      const proof = page.getByRole('dialog', { name: `切换到${cast.district}需要验证是您本人` })
      await expect(proof.getByText('操作过于频繁，请稍后再试')).toBeVisible()
      await expect(proof.getByRole('button', { name: /^\d+ 秒后重新发送$/ })).toBeDisabled()
      await proof.getByRole('button', { name: '返回' }).click()
      await expect(page.getByRole('dialog')).toBeHidden()
      await page.unroute('**/users/switchoverOrg')
      await page.unroute('**/users/sendMsgCode')
    })

    await test.step('she returns by the banner, and another time by the dialog', async () => {
      await page.getByRole('button', { name: '返回本单位' }).click()
      await expect(page).toHaveURL(isPhone ? phoneHomePath : homePath)
      await expect(away).toBeHidden()
      await openOrganisationSwitch(page, isPhone)
      await dialog.getByRole('group', { name: '最近去过' }).getByRole('button', { name: cast.school }).click()
      await dialog.getByRole('button', { name: `切换到${cast.school}` }).click()
      await expect(away).toBeVisible()
      await openOrganisationSwitch(page, isPhone)
      await dialog.getByRole('button', { name: `返回本单位（${cast.district}）` }).click()
      await expect(away).toBeHidden()
    })
  },
)

test('a user with two posts switches between them, and visits nothing', async ({ page, cast }) => {
  await signIn(page, getLoginName('desktop', 'twoPosts'), '/', { isFresh: true })
  const dialog = await openOrganisationSwitch(page, false)
  await expect(dialog.getByRole('option')).toHaveCount(2)
  await expect(dialog.getByRole('tree')).toBeHidden()
  const other = dialog.locator('[role=option]:not([aria-disabled=true])')
  const isHere = (await other.innerText()).includes(cast.district)
  await dialog.getByRole('combobox').press('ArrowDown')
  await dialog.getByRole('combobox').press('Enter')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('banner')).toContainText(isHere ? cast.district : cast.school)
  await expect(page.getByRole('button', { name: '返回本单位' })).toBeHidden()
})

test('where a password is not enough, a code is required for the switch', async ({ page, cast }) => {
  const answers = [
    { ret: -7, msg: '请先完成短信验证', data: { msgId: '1.word', phone: '139****0000' } },
    { ret: 0, msg: '验证码错误，还可以输入4次', data: null },
  ]
  const sent: unknown[] = []
  await page.route('**/users/switchoverOrg', (route) => {
    sent.push(route.request().postDataJSON())
    return route.fulfill({ json: { ...answers[sent.length - 1], executeTime: 1, success: false } })
  })
  await page.route('**/users/sendMsgCode', (route) =>
    route.fulfill({
      json: { ret: 1, msg: '', data: { msgCode: 'sent', retryAfter: 60 }, executeTime: 1, success: true },
    }),
  )
  await openOrganisations(page, cast.districtAdmin, { isFresh: true })
  const dialog = await openOrganisationSwitch(page, false)
  await dialog.getByRole('treeitem', { name: new RegExp(cast.school) }).click()
  await dialog.getByRole('button', { name: `切换到${cast.school}` }).click()
  const proof = page.getByRole('dialog', { name: `切换到${cast.school}需要验证是您本人` })
  await expect(proof.getByText('短信验证码已发送至 139****0000')).toBeVisible()
  await expect(proof.getByLabel('短信验证码')).toBeFocused()
  await proof.getByRole('button', { name: '验证并切换' }).click()
  await expect(proof.getByText('请输入6位验证码')).toBeVisible()
  await proof.getByLabel('短信验证码').fill('123456')
  await page.keyboard.press('Enter')
  await expect(proof.getByRole('alert')).toHaveText('验证码错误，还可以输入4次')
  await expect(proof.getByLabel('短信验证码')).toHaveValue('')
  await expect(proof.getByLabel('短信验证码')).toBeFocused()
  expect(sent[1]).toMatchObject({ msgId: '1.word', code: '123456' })
  await proof.getByRole('button', { name: '返回' }).click()
  await expect(dialog).toBeVisible()
})

test('a user with one organisation sees only its name', { tag: '@both' }, async ({ page, cast, isPhone }) => {
  await signIn(page, cast.teacher)
  await expect(page.getByRole('banner')).toContainText(cast.school)
  await expect(page.getByRole('banner').getByRole('button', { name: /切换/ })).toBeHidden()
  await openUserMenu(page)
  const commonItems = ['个人信息', '修改密码', '登录设备', '审批设置', '问题反馈', '异常记录']
  await expect(getUserMenuItems(page)).toHaveText(
    isPhone ? ['后台任务', '通讯录', ...commonItems, '大字', '帮助', '退出登录'] : [...commonItems, '退出登录'],
  )
})
