import { callServer } from '#entry/e2e/call-server.ts'
import { expectAccessible } from '#entry/e2e/accessibility.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { blankPath, expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import type { CandidatesOfLesson } from '#engines/cover/contract.ts'
import { coverPeople, getCoverLogin, type CoverPerson } from '#entry/e2e/test-schools.ts'
import { findDayOfLessons, listTeachersNow } from './days-of-lessons.ts'

const { absent } = coverPeople
const base = '/application/classAdjustQuery'
const teaching: readonly CoverPerson[] = ['fever', 'english', 'sport', 'chinese', 'maths']

/** The address to which the last message about a lesson of the absent teacher leads. */
async function findLinkOfMessage(reader: string): Promise<string> {
  const [message] = await queryCell<{ url: string }>(
    `select b.url from tenant.message m join tenant.message_batch b on (b.district_id, b.id) = (m.district_id, m.batch_id)
     join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
     where p.name = $1 and b.title like $2 order by b.id desc limit 1`,
    [reader, `${absent}请您代课%`],
  )
  return message!.url
}

test('the academic director arranges the lessons of an absent teacher with two clicks, undoes it, and asks everybody', async ({
  page,
}, { retry }) => {
  const lessons = await findDayOfLessons(absent, { journey: 1, retry })
  const { day } = lessons[0]!
  const listNames = async () => (await listTeachersNow(lessons)).map(({ names }) => names.join())
  const all = (name: string) => lessons.map(() => name)

  await test.step('her leave is approved, and nobody was asked for her lessons', async () => {
    await signIn(page, getCoverLogin('absent'), blankPath)
    const { types } = await callServer<{ types: { id: string; name: string }[] }>(page, '/api/teacherLeave/choices')
    const typeId = types.find(({ name }) => name === '病假')!.id
    const span = { startsOn: day, startHalf: 'am', endsOn: day, endHalf: 'pm' }
    await callServer(page, '/api/teacherLeave/submit', { typeId, ...span, reason: '突然发烧' })
    await signIn(page, getCoverLogin('head'), blankPath)
    const { items } = await callServer<{ items: { taskId: string; applicant: string }[] }>(
      page,
      '/api/flow/todoList?subject=teacher-leave',
    )
    const { taskId } = items.find(({ applicant }) => applicant === absent)!
    await callServer(page, '/api/flow/approve', { taskId, opinion: '' })
    expect(await listNames()).toEqual(all(absent))
  })

  const board = page.getByRole('grid', { name: /缺课教师$/ })
  const head = board.getByRole('columnheader').filter({ hasText: absent })
  const undo = page.getByRole('button', { name: '撤销', exact: true })
  const openCount = `${lessons.length} 节待安排`

  await test.step('two clicks: all her lessons have a colleague', async () => {
    await signIn(page, getCoverLogin('director'), `${base}/today?date=${day}`)
    await expect(head).toContainText(openCount)
    await expectAccessible(page)
    const { perform, count } = countActions()
    await perform(page.getByRole('button', { name: '一键推荐' }).click())
    await perform(page.getByRole('button', { name: `全部安排（${lessons.length}）` }).click())
    // The pointer on the note stops its eight seconds, also on a slow machine.
    await undo.hover()
    await expectNote(page, `已安排 ${lessons.length} 节课`)
    expect(count()).toBe(2)
    await expect(head).not.toContainText('待安排')
    expect(await listNames()).not.toContain(absent)
  })

  await test.step('she takes it back: the lessons are as they were', async () => {
    await undo.click()
    await expectNote(page, '已撤销')
    await expect(head).toContainText(openCount)
    expect(await listNames()).toEqual(all(absent))
  })

  const [lesson] = lessons
  await test.step('she asks everybody for one of them', async () => {
    await board.locator(`[data-lesson="${lesson!.id}"]`).click()
    await page.getByRole('complementary', { name: '安排' }).getByRole('button', { name: '群发', exact: true }).click()
    await page.getByRole('dialog').getByRole('button', { name: '群发 1 节' }).click()
    await expectNote(page, '已群发')
    await expect(head).toContainText(`${lessons.length - 1} 节待安排`)
  })

  await test.step('a message leads a colleague to it, and the first who claims it gives it', async () => {
    const [found] = await callServer<CandidatesOfLesson[]>(page, `/api/tiaoke/officeCandidates?lessonIds=${lesson!.id}`)
    const free = found!.candidates.filter(({ obstacle }) => obstacle === '').map(({ name }) => name)
    const who = teaching.find((one) => free.includes(coverPeople[one]))!
    await signIn(page, getCoverLogin(who), await findLinkOfMessage(coverPeople[who]))
    await page.getByRole('button', { name: '认领', exact: true }).click()
    await expectNote(page, '已认领')
    await expect.poll(listNames).toEqual([coverPeople[who], ...all(absent).slice(1)])
    await signIn(page, getCoverLogin('director'), `${base}/today?date=${day}`)
    await expect(board.locator(`[data-lesson="${lesson!.id}"]`)).toContainText(coverPeople[who])
  })
})
