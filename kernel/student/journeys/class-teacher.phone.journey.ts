import type { Page } from '@playwright/test'
import { casts } from '#entry/e2e/cast.ts'
import { waitForIdle } from '#entry/e2e/page-idle.ts'
import { children } from '#entry/e2e/test-schools.ts'
import { getLayoutShift, watchLayoutShift } from '#entry/e2e/layout-shift.ts'
import { expect, phoneHomePath, getRow, signIn, test } from '#entry/e2e/journey.ts'

const child = children.mine.name

// The test browser cannot open tel: links.
test.use({ tolerated: /^Failed to launch 'tel:/ })

/** The test browser cannot call, so the number is checked in the answer that the page received. */
const waitForReveal = (page: Page) => page.waitForResponse((answer) => answer.url().endsWith('/api/student/reveal'))

test('a class teacher opens her class, and calls a parent in two taps', async ({ page }) => {
  await signIn(page, casts.desktop.teacher)
  await expect(page).toHaveURL(phoneHomePath)
  await expect(page.getByRole('heading', { level: 1, name: /^(夜深了|.+好)，/ })).toBeVisible()
  await expect(page.getByRole('heading', { name: /^我的班级/ })).toBeVisible()
  const listed = page.waitForResponse((answer) => answer.url().includes('/api/student/classFamilies'))

  await test.step('one tap opens the families of the class, without a number', async () => {
    await page.getByRole('button', { name: '联系家长' }).click()
    await expect(page.getByRole('dialog', { name: '拨打家长电话，将记入日志' })).toBeVisible()
    expect(await (await listed).text()).not.toMatch(/phone|\*\*/i)
  })

  await test.step('another tap calls', async () => {
    const number = waitForReveal(page)
    await page.getByRole('button', { name: new RegExp(`^拨打${child}的家长`) }).click()
    const { ret, data } = (await (await number).json()) as { ret: number; data: { value: string } }
    expect(ret).toBe(1)
    expect(data.value).toMatch(/^1\d{10}$/)
  })
})

test('the layout of her home does not shift while it loads, in either text size', async ({
  page,
  context,
  baseURL,
}) => {
  await watchLayoutShift(page)
  await signIn(page, casts.desktop.teacher)
  // A slow phone: its parts load one by one.
  const device = await page.context().newCDPSession(page)
  await device.send('Emulation.setCPUThrottlingRate', { rate: 4 })
  for (const isBig of ['0', '1']) {
    await context.addCookies([{ name: 'bigText', value: isBig, url: baseURL! }])
    await page.goto(phoneHomePath)
    await expect(page.getByRole('heading', { name: /^我的班级/ })).toBeVisible()
    await expect(page.getByRole('heading', { name: '常用' })).toBeVisible()
    await waitForIdle(page)
    expect(await getLayoutShift(page)).toBeLessThanOrEqual(0.02)
  }
})

test('the contacts are two taps away, and the desktop pages lead back', async ({ page }) => {
  await signIn(page, casts.desktop.teacher)
  await page.getByRole('link', { name: '通讯录' }).click()
  await expect(page.getByRole('link', { name: /^拨打/ }).first()).toHaveAttribute('href', /^tel:\d+$/)
  await page.getByRole('link', { name: '返回' }).click()
  await expect(page).toHaveURL(phoneHomePath)

  await test.step('all her applications are under 应用, and her own settings under 我的', async () => {
    await page.getByRole('link', { name: '应用', exact: true }).click()
    await expect(page.getByRole('link', { name: '学生管理' })).toBeVisible()
    await page.getByRole('link', { name: /^消息/ }).click()
    await expect(page).toHaveURL(`${phoneHomePath}?tab=messages`)
    await page.getByRole('link', { name: '我的', exact: true }).click()
    await expect(page.getByRole('link', { name: '个人信息' })).toBeVisible()
    await expect(page.getByRole('button', { name: '退出' })).toBeVisible()
  })

  await test.step('from the list of a class a pupil is two taps from a call', async () => {
    await page.goto(phoneHomePath)
    await page.getByRole('link', { name: '进入' }).first().click()
    await page.getByRole('button', { name: `联系${child}的家长` }).click()
    await expect(page.getByRole('dialog', { name: /^拨打.+将记入日志$/ })).toBeVisible()
  })
})

test('a class teacher finds a pupil of her class on her phone, and calls the mother', async ({ page }) => {
  // The families of both projects are in the first district.
  await signIn(page, casts.desktop.teacher, '/baseData/Student')
  await expect(page.getByText(/\d+ 名学生/).first()).toBeVisible()

  await test.step('a card opens the pupil', async () => {
    const search = page.getByPlaceholder('姓名、学籍号、电话')
    await search.fill(child)
    await search.press('Enter')
    await expect(page.getByText('1 名学生')).toBeVisible()
    await getRow(page, true, child).click()
    await expect(page.getByRole('heading', { level: 2, name: child })).toBeVisible()
  })

  await test.step('the number is masked until she gives a reason, and can be called then', async () => {
    await page.getByRole('tab', { name: '监护人' }).click()
    await page.getByRole('button', { name: '查看完整监护人电话' }).first().click()
    await page.getByRole('button', { name: '查看 30 秒' }).click()
    await expect(page.getByRole('link', { name: '拨打监护人电话' }).first()).toHaveAttribute('href', /^tel:1\d{10}$/)
  })

  await test.step('actions without permission are not offered', async () => {
    await page.goto('/baseData/Student')
    await expect(page.getByRole('button', { name: '班级邀请码' })).toBeVisible()
    await expect(page.getByRole('button', { name: '新建学生' })).toBeHidden()
    await page.goto('/baseData/YearChange')
    await expect(page).toHaveURL(/\/401/)
  })
})
