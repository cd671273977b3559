import type { Page } from '@playwright/test'
import { addDays } from '#packages/core'
import { formatDate } from '#packages/web/core/format/time.ts'
import { callServer, getOwnUserId } from '#entry/e2e/call-server.ts'
import { expect, expectNote, getRow, signIn, test } from '#entry/e2e/journey.ts'
import { getLoginName, signInPeople, type SignInPerson } from '#entry/e2e/sign-in-people.ts'

const { departmentHead, ill: heir } = signInPeople
const loginOf = (who: SignInPerson) => getLoginName('desktop', who)
const today = formatDate(new Date())

/** A request that the head of the department has to decide. */
async function askForLeave(page: Page, retry: number) {
  await signIn(page, loginOf('standIn'))
  const { types } = await callServer<{ types: { id: string; name: string }[] }>(page, '/api/teacherLeave/choices')
  // Vacations count for this type, so any day will do; a second try must not overlap with the first one.
  const day = addDays(today, 60 + retry)
  const span = { startsOn: day, startHalf: 'am', endsOn: day, endHalf: 'pm' }
  const typeId = types.find(({ name }) => name === '探亲假')!.id
  await callServer(page, '/api/teacherLeave/submit', { typeId, ...span, reason: '回乡探亲' })
}

async function giveClass(page: Page, userId: string) {
  const query = 'pageNumber=1&pageSize=1'
  const { items } = await callServer<{ items: { fClassId: string }[] }>(page, `/api/jiaowu/classList?${query}`)
  const body = { items: [{ classId: items[0]!.fClassId, userId }], role: 'vice', from: today }
  await callServer(page, '/api/jiaowu/setClassTeacher', body)
}

async function beginDeparture(page: Page) {
  await page.goto(`/baseData/User?keyword=${encodeURIComponent(departmentHead.name)}`)
  await getRow(page, false, departmentHead.name).first().click()
  await page.getByRole('complementary', { name: '详情' }).getByRole('button', { name: '更多操作' }).click()
  await page.getByRole('menuitem', { name: '办理离岗', exact: true }).click()
  const dialog = page.getByRole('dialog', { name: `离岗：${departmentHead.name}` })
  await dialog.getByRole('button', { name: '下一步' }).click()
  return dialog
}

async function beginHandover(page: Page) {
  await page.getByRole('button', { name: '开始交接' }).click()
  const dialog = page.getByRole('dialog', { name: /^开始交接/ })
  await dialog.getByRole('radio', { name: '离职' }).check()
  await dialog.getByRole('button', { name: '开始交接' }).click()
}

test('nobody leaves before the class and the approvals are handed over; what is left can be forced', async ({
  page,
  cast,
}, { retry }) => {
  await signIn(page, loginOf('departmentHead'))
  const leaverId = await getOwnUserId(page)
  await signIn(page, loginOf('ill'))
  const heirId = await getOwnUserId(page)
  await askForLeave(page, retry)
  await signIn(page, cast.schoolAdmin)
  await giveClass(page, leaverId)

  await test.step('the office learns what is still with him', async () => {
    const dialog = await beginDeparture(page)
    await expect(dialog).toContainText(/还有\d项工作未交接/)
    await dialog.getByRole('link', { name: '去交接' }).click()
    await expect(page.getByText('还没有开始交接')).toBeVisible()
    await expect(page.getByText('班主任等班级职务')).toBeVisible()
    await expect(page.getByText('待办审批')).toBeVisible()
  })

  await test.step('a colleague takes over all of it', async () => {
    await beginHandover(page)
    await page.getByRole('button', { name: '全部交给…' }).click()
    const dialog = page.getByRole('dialog', { name: /^交接/ })
    const field = dialog.getByRole('combobox', { name: '接手人' })
    await field.fill(heir.name)
    // The first hit is marked; the visible list has no roles.
    await expect(page.getByRole('option', { name: new RegExp(heir.name) }).first()).toBeAttached()
    await field.press('Enter')
    await dialog.getByRole('button', { name: '交接', exact: true }).click()
    await expectNote(page, '已交接')
    await expect(page.getByText(`交给 ${heir.name}`).first()).toBeVisible()
    await page.getByRole('button', { name: '完成交接' }).click()
    await page.getByRole('dialog').getByRole('button', { name: '完成交接' }).click()
    await expectNote(page, '交接已完成')
  })

  await test.step('now he can leave', async () => {
    const dialog = await beginDeparture(page)
    await dialog.getByRole('button', { name: '离岗（1 人）' }).click()
    await expectNote(page, '已办理 1 人离岗')
  })

  await test.step('the colleague is gone without a word: her hand-over is forced, with a reason', async () => {
    await page.goto(`/baseData/Handover?userId=${heirId}`)
    await beginHandover(page)
    await page.getByRole('button', { name: '强制完成' }).click()
    const dialog = page.getByRole('dialog', { name: /^强制完成/ })
    await dialog.getByLabel('原因').fill('失联')
    await dialog.getByRole('button', { name: '强制完成' }).click()
    await expect(dialog).toContainText('请写明原因，至少5个字')
    await dialog.getByLabel('原因').fill('本人失联，无法交接')
    await dialog.getByRole('button', { name: '强制完成' }).click()
    await expectNote(page, '已强制完成')
    await expect(page.getByText('强制完成：本人失联，无法交接')).toBeVisible()
  })
})
