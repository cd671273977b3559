import { expect, signIn, test } from './journey.ts'

test('reading and answering on the phone updates the desktop', async ({ page, cast, browser }) => {
  test.setTimeout(90_000)
  const title = '两块屏幕'
  const common = { locale: 'zh-CN', timezoneId: 'Asia/Shanghai' }
  await signIn(page, cast.schoolAdmin)
  const todo = page.getByRole('main').getByRole('link', { name: new RegExp(`待答复：${title}`) })
  await expect(todo).toBeHidden()

  const requester = await (await browser.newContext(common)).newPage()
  await signIn(requester, cast.teacher, '/support')
  await requester.getByRole('button', { name: '提交反馈' }).last().click()
  const form = requester.getByRole('dialog', { name: '提交反馈' })
  await form.getByLabel('标题').fill(title)
  await form.getByLabel('问题').fill('同一条待办，在两处看。')
  await form.getByRole('button', { name: '提交', exact: true }).click()
  await expect(form).toBeHidden()

  await test.step('the desktop shows the message without a reload', async () => {
    await expect(todo).toBeVisible()
    await expect(page.getByRole('button', { name: /消息.*条未读/ })).toBeVisible()
  })

  const phone = await (
    await browser.newContext({ ...common, viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  ).newPage()
  // A separate session, as a second device has.
  await signIn(phone, cast.schoolAdmin, '/message', { isFresh: true })
  await page.getByRole('button', { name: /消息.*条未读/ }).click()
  const news = page.getByRole('dialog', { name: '消息' }).getByRole('link', { name: new RegExp(title) })
  await expect(news).toHaveAccessibleName(/未读/)

  await test.step('read on the phone, it is read on the desktop', async () => {
    await phone
      .getByRole('listitem')
      .getByRole('button', { name: new RegExp(`^待答复：${title}`) })
      .click()
    await expect(news).not.toHaveAccessibleName(/未读/)
    await expect(todo).toBeVisible()
  })

  await test.step('answered on the phone, the to-do disappears from the desktop', async () => {
    await phone
      .getByRole('link', { name: '去处理' })
      .or(phone.getByRole('button', { name: '去处理' }))
      .click()
    await phone.getByRole('button', { name: '答复', exact: true }).click()
    await phone.getByRole('textbox', { name: '答复' }).fill('看到了。')
    await phone.getByRole('button', { name: '发送' }).click()
    await expect(phone.getByText('看到了。')).toBeVisible()
    await expect(todo).toBeHidden()
  })
  await requester.context().close()
  await phone.context().close()
})
