import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { createLetter, createPhotograph } from '#entry/e2e/sample-files.ts'
import { filesUrl } from '#entry/e2e/e2e-settings.ts'
import { expect, expectNote, recordNotes, getRow, requestCutOff, signIn, test } from '#entry/e2e/journey.ts'

test.use({ tolerated: requestCutOff })

/** The second part of an upload is cut off twice. Returns the parts that were begun, in order. */
async function breakLine(page: Page) {
  const begun: string[] = []
  await page.route(
    (url) => url.searchParams.get('partNumber') !== null,
    async (route) => {
      const part = new URL(route.request().url()).searchParams.get('partNumber')!
      begun.push(part)
      if (part === '2' && begun.filter((one) => one === '2').length <= 2) await route.abort('failed')
      else await route.continue()
    },
  )
  return begun
}

/** On a phone: a photograph from the camera, sent over a bad line, and a letter from the album. */
async function createTicket(page: Page, title: string, [photograph, letter]: readonly [string, string]) {
  await page.getByRole('button', { name: '提交反馈' }).click()
  await page.getByLabel('标题').fill(title)
  await page.getByLabel('问题').fill('打开时没有反应，请看附件。')
  const begun = await breakLine(page)
  const camera = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '拍照' }).click()
  expect(await (await camera).element().getAttribute('capture')).toBe('environment')
  await (await camera).setFiles(photograph)
  await expect(page.getByText('网络不稳定，正在重试')).toBeVisible()
  const album = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: '从手机选择' }).click()
  await (await album).setFiles(letter)
  // During an upload the form cannot be sent, and shows why.
  await page.getByRole('button', { name: '提交', exact: true }).click()
  await expect(page.getByRole('alert').getByText('附件正在上传')).toBeVisible()
  const submit = page.getByRole('button', { name: '提交', exact: true })
  await expect(async () => {
    await submit.click()
    await expect(submit).toBeHidden({ timeout: 1000 })
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('status').getByText('已提交，等待答复')).toBeVisible()
  // What has arrived is not sent again.
  const ofPhotograph = begun.slice(0, begun.lastIndexOf('2') + 1)
  expect(begun.filter((part) => part === '2')).toHaveLength(3)
  expect(ofPhotograph.filter((part) => part === '1').length).toBeLessThanOrEqual(2)
}

test(
  'a question is sent with a photo and a letter, and answered by the person who viewed them',
  {
    tag: '@phone',
  },
  async ({ page, cast, browser }, { outputDir, retry }) => {
    const title = retry === 0 ? '花名册打不开' : '花名册又打不开'
    const files = [
      await createPhotograph(outputDir, '现场照片'),
      await createLetter(outputDir, '关于花名册的说明'),
    ] as const
    await signIn(page, cast.teacher, '/support')
    await createTicket(page, title, files)

    // The teacher asks on a phone; the administrator answers on a desktop.
    const context = await browser.newContext({
      viewport: { width: 1366, height: 768 },
      hasTouch: false,
      isMobile: false,
      locale: 'zh-CN',
      timezoneId: 'Asia/Shanghai',
    })
    const desktop = await context.newPage()
    await recordNotes(desktop)
    const strange: string[] = []
    desktop.on('request', (request) => {
      if (!request.url().startsWith(filesUrl)) return
      const { cookie, authorization } = request.headers()
      if (cookie || authorization) strange.push(request.url())
    })

    await test.step('the administrator finds it among the to-dos and opens it', async () => {
      await signIn(desktop, cast.schoolAdmin, '/message')
      await getRow(desktop, false, `待答复：${title}`).click()
      await desktop
        .getByRole('link', { name: '去处理' })
        .or(desktop.getByRole('button', { name: '去处理' }))
        .click()
      await expect(desktop).toHaveURL(/\/support\?.*open=/)
      await expect(desktop.getByText('打开时没有反应，请看附件。')).toBeVisible()
    })

    await test.step('she views the photo, rotates and enlarges it, and goes on to the letter', async () => {
      await desktop.getByRole('button', { name: '预览 现场照片.jpg' }).first().click()
      const viewer = desktop.getByRole('dialog').last()
      await expect(viewer.getByRole('img', { name: '现场照片.jpg' })).toBeVisible()
      const percent = viewer.getByLabel('缩放比例')
      const before = await percent.textContent()
      await viewer.getByRole('button', { name: /旋转/ }).click()
      await viewer.getByRole('button', { name: /放大/ }).click()
      await expect(percent).not.toHaveText(before!)
      await desktop.keyboard.press('ArrowRight')
      await expect(viewer.getByText('1 / 2', { exact: true }).last()).toBeVisible({ timeout: 60_000 })
      await expect(viewer.locator('canvas').first()).toBeVisible()
      await desktop.keyboard.press('PageDown')
      await expect(viewer.getByText('2 / 2', { exact: true }).last()).toBeVisible()
      const download = desktop.waitForEvent('download')
      await viewer.getByRole('link', { name: '下载' }).click()
      expect((await download).suggestedFilename()).toBe('关于花名册的说明.docx')
      expect(await readFile(await (await download).path())).toEqual(await readFile(files[1]))
      await desktop.keyboard.press('Escape')
    })

    await test.step('she packs all files, leaves, and finds the result in the task list', async () => {
      await desktop.getByRole('button', { name: '全部下载' }).click()
      await expectNote(desktop, '已加入任务，完成后通知您')
      await desktop.goto('/task')
      const task = desktop.getByRole('listitem').filter({ hasText: title })
      await expect(task.getByText('已完成')).toBeVisible({ timeout: 60_000 })
      const download = desktop.waitForEvent('download')
      await task.getByRole('button', { name: /下载/ }).click()
      expect((await readFile(await (await download).path())).subarray(0, 2).toString()).toBe('PK')
    })

    await test.step('she answers, and the teacher is notified without a reload', async () => {
      await desktop.goto('/support')
      await getRow(desktop, false, title).click()
      const dialog = desktop.getByRole('dialog', { name: '答复' })
      // A click while the details are rendered again is lost.
      await expect(async () => {
        if (!(await dialog.isVisible())) await desktop.getByRole('button', { name: '答复', exact: true }).click()
        await expect(dialog).toBeVisible({ timeout: 5_000 })
      }).toPass({ timeout: 60_000 })
      await dialog.getByRole('textbox').fill('已恢复，请再试。')
      await dialog.getByRole('button', { name: '发送' }).click()
      await expect(desktop.getByText('已恢复，请再试。')).toBeVisible()
      await page.goto('/message')
      await expect(getRow(page, true, `已答复：${title}`)).toBeVisible()
    })
    expect(strange).toEqual([])
    await context.close()
  },
)
