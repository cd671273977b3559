import { execFileSync } from 'node:child_process'
import { callServer, getOwnUserId } from '#entry/e2e/call-server.ts'
import { blankPath, expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { getLoginName, signInPeople, type SignInPerson } from '#entry/e2e/sign-in-people.ts'

const base = '/application/TeacherAskForLeave'
const { ill } = signInPeople
const loginOf = (who: SignInPerson) => getLoginName('desktop', who)

interface Choices {
  types: { id: string; name: string }[]
  workDays: string[]
  today: string
}

/** A day of the month that is so many months before a day. */
const monthBefore = (day: string, months: number) =>
  new Date(Date.UTC(Number(day.slice(0, 4)), Number(day.slice(5, 7)) - 1 - months, 1)).toISOString().slice(0, 10)

test('the office enters a sick leave, exports the month and closes the last one; colleagues see no type', async ({
  page,
  cast,
}, { retry }) => {
  await signIn(page, loginOf('ill'))
  const userId = await getOwnUserId(page)
  const { types, workDays, today } = await callServer<Choices>(page, '/api/teacherLeave/choices')
  const day = workDays.at(-1)!
  const half = retry === 0 ? 'am' : 'pm'

  await test.step('it is in the records', async () => {
    await signIn(page, cast.schoolAdmin, `${base}/records`)
    await callServer(page, '/api/teacherLeave/proxyApply', {
      userId,
      typeId: types.find(({ name }) => name === '病假')!.id,
      startsOn: day,
      startHalf: half,
      endsOn: day,
      endHalf: half,
      reason: '家属电话请假',
    })
    await page.reload()
    await expect(page.getByRole('row', { name: new RegExp(`${ill.name}.*病假`) }).first()).toBeVisible()
  })

  await test.step('the summary of the month has it, and is exported', async () => {
    await page.goto(`${base}/summary?day=${day}`)
    const search = page.getByPlaceholder('姓名、工号')
    await search.fill(ill.name)
    await search.press('Enter')
    // A second attempt enters the other half of the day.
    const sum = retry === 0 ? '0.5' : '1'
    const row = page.getByRole('row', { name: new RegExp(ill.name) })
    await expect(row.getByRole('cell', { name: sum, exact: true }).first()).toBeVisible()
    await page.getByRole('button', { name: '导出', exact: true }).click()
    const dialog = page.getByRole('dialog')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: /^导出/ }).click()
    const file = await download
    const sheet = execFileSync('unzip', ['-p', await file.path(), 'xl/worksheets/sheet1.xml'], { encoding: 'utf8' })
    expect(sheet).toContain(ill.name)
  })

  await test.step('the month before is closed', async () => {
    await page.goto(`${base}/summary?day=${monthBefore(today, 1 + retry)}`)
    await page.getByRole('button', { name: '结账', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '结账', exact: true }).click()
    await expectNote(page, '已结账')
    await expect(page.getByRole('button', { name: '反结账' })).toBeVisible()
    await page.getByRole('button', { name: '结账记录' }).click()
    await expect(page.getByRole('dialog').getByRole('listitem').first()).toContainText('结账')
    await page.keyboard.press('Escape')
  })

  const calendar = `${base}/calendar?month=${day.slice(0, 7)}`
  await test.step('the head of the school sees who is away', async () => {
    await signIn(page, 'shiyan.head', calendar)
    await expect(page.getByRole('row', { name: new RegExp(`^${ill.name}`) })).toBeVisible()
  })

  await test.step('a colleague sees that she is away; the type is not even in the answer', async () => {
    await signIn(page, loginOf('standIn'), blankPath)
    const answered = page.waitForResponse((answer) => answer.url().includes('/api/teacherLeave/calendar'))
    await page.goto(calendar)
    const row = page.getByRole('row', { name: new RegExp(`^${ill.name}`) })
    await expect(row).toContainText('请假')
    const text = await (await answered).text()
    expect(text).toContain(ill.name)
    expect(text).not.toMatch(/病假|sick|家属电话/)
  })
})
