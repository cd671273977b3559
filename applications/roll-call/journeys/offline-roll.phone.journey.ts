import type { Browser, Page } from '@playwright/test'
import { callServer } from '#entry/e2e/call-server.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, expectNote, recordNotes, signIn, test } from '#entry/e2e/journey.ts'
import { getRollLogin, rollPupils } from '#entry/e2e/test-schools.ts'
import type { Roll } from '#engines/attendance/contract.ts'
import { createRunningLesson } from './running-lesson.ts'

// The network is cut off, which the browser reports.
test.use({ tolerated: /ERR_INTERNET_DISCONNECTED/ })

const minute = 60_000
const [first, second, third] = rollPupils

/** The lesson never begins on the day before, so shortly after midnight the time without a network is shorter. */
const getOfflineMinutes = () => {
  const shanghai = new Date(Date.now() + 8 * 60 * minute)
  return Math.max(4, Math.min(60, shanghai.getUTCHours() * 60 + shanghai.getUTCMinutes() - 2))
}

async function openDevice(browser: Browser) {
  const context = await browser.newContext({
    locale: 'zh-CN',
    timezoneId: 'Asia/Shanghai',
    viewport: { width: 390, height: 844 },
    hasTouch: true,
    isMobile: true,
  })
  const page = await context.newPage()
  await recordNotes(page)
  return page
}

const pupil = (page: Page, name: string | undefined) =>
  page.getByRole('group', { name: /名单$/ }).getByRole('button', { name: new RegExp(`^${name}\\s*，`) })

async function tap(page: Page, name: string | undefined, status: string, taps: number) {
  for (let at = 0; at < taps; at++) await pupil(page, name).click()
  await expect(pupil(page, name)).toHaveAccessibleName(new RegExp(`^${name}\\s*，${status}`))
}

const submit = (page: Page) => page.getByRole('button', { name: /^提交/ }).click()

test('two devices call one roll for an hour without a network, and the latest tap of each pupil holds', async ({
  page,
  browser,
}) => {
  const offlineMinutes = getOfflineMinutes()
  const lessonId = await createRunningLesson('traveller', { since: offlineMinutes + 5, until: 30 })
  const address = `/application/CallTheRoll?lesson=${lessonId}`
  const other = await openDevice(browser)
  const devices = [page, other]
  const part = Math.floor((offlineMinutes * minute) / 4)

  await test.step('both open the roll, and both lose the network', async () => {
    for (const device of devices) {
      // Each by the clock of now: the second is not behind by the time that the first took to sign in.
      await device.clock.install({ time: Date.now() - offlineMinutes * minute })
      await signIn(device, getRollLogin('traveller'), address)
      await expect(pupil(device, first)).toBeVisible()
      await device.context().setOffline(true)
    }
  })

  const times: Record<string, number> = {}
  const now = (device: Page) => device.evaluate<number>('Date.now()')
  await test.step('each marks on its own, at its own time', async () => {
    await tap(page, first, '未到', 1)
    await tap(page, second, '未到', 1)
    times['second'] = await now(page)
    await submit(page)
    await expect(page.getByText('已存在本机，联网后自动上传（1）')).toBeVisible()
    for (const device of devices) await device.clock.fastForward(part)
    await tap(other, first, '迟到', 2)
    times['first'] = await now(other)
    await tap(other, third, '未到', 1)
    await submit(other)
    for (const device of devices) await device.clock.fastForward(part)
    await tap(page, third, '迟到', 2)
    times['third'] = await now(page)
    await submit(page)
    for (const device of devices) await device.clock.fastForward(2 * part)
    await expect(page.getByText('已存在本机，联网后自动上传（1）')).toBeVisible()
    await expect(other.getByText('已存在本机，联网后自动上传（1）')).toBeVisible()
  })

  await test.step('the network is back, and everything is sent by itself, also when it comes back twice', async () => {
    for (const device of [other, page]) {
      await device.context().setOffline(false)
      await device.evaluate(`window.dispatchEvent(new Event('online'))`)
      await expectNote(device, '已提交')
      await expect(device.getByText('已存在本机')).toHaveCount(0)
    }
  })

  await test.step('the latest tap of each pupil holds, with its own time, and nothing is doubled', async () => {
    const roll = await callServer<Roll>(page, `/api/rollCall/session?lessonId=${lessonId}`)
    const found = (name: string | undefined) => roll.pupils.find((one) => one.name === name)!
    expect([first, second, third].map((name) => [found(name).status, found(name).conflict?.status ?? 'none'])).toEqual([
      ['late', 'missing'],
      ['missing', 'none'],
      ['late', 'missing'],
    ])
    for (const [at, key] of ['first', 'second', 'third'].entries()) {
      const markedAt = Date.parse(found([first, second, third][at]).markedAt!)
      expect(Math.abs(markedAt - times[key]!), key).toBeLessThan(minute)
    }
    const [counts] = await queryCell<{ sessions: number; marks: number }>(
      `select count(distinct s.id)::int as sessions, count(m.student_id)::int as marks
       from tenant.attendance_session s
       left join tenant.attendance_mark m on (m.district_id, m.session_id) = (s.district_id, s.id)
       where s.ref = $1`,
      [lessonId],
    )
    expect(counts).toEqual({ sessions: 1, marks: 3 })
    console.log(`offline roll: ${offlineMinutes} minutes without a network, 2 devices, 3 marks, 2 conflicts`)
  })

  await test.step('both devices are shown what was different, pupil by pupil', async () => {
    for (const device of devices) {
      await device.reload()
      await expect(device.getByText('2名学生两次点名不同，以后点的为准')).toBeVisible()
      await expect(device.getByText(new RegExp(`^${first}：现为迟到（.+），.+ 记为未到$`))).toBeVisible()
    }
  })
  await other.context().close()
})
