import type { Page } from '@playwright/test'
import type { CoverRequest } from '#engines/cover/contract.ts'
import type { DayCourse, WeekView } from '#engines/timetable/contract.ts'
import { expectAccessible } from '#entry/e2e/accessibility.ts'
import { callServer } from '#entry/e2e/call-server.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { expect, expectNote, phoneHomePath, signIn, test } from '#entry/e2e/journey.ts'
import { coverPeople, getCoverLogin, type CoverPerson } from '#entry/e2e/test-schools.ts'
import { findDayOfLessons, listTeachersNow } from './days-of-lessons.ts'

const { fever } = coverPeople
/** As long as somebody takes to look and to tap. */
const secondsPerAct = 3
const reason = '发烧到三十九度'
/** What only the applicant and those who decide may read. */
const secrets = new RegExp(`病假|${reason}|"sick"`)

const whoIs = (name: string) => (Object.keys(coverPeople) as CoverPerson[]).find((who) => coverPeople[who] === name)!

/** Keeps what the server answers to whoever is signed in. */
function recordAnswers(page: Page, to: RegExp) {
  const answers: Promise<string>[] = []
  page.on('response', (response) => {
    if (to.test(response.url())) answers.push(response.text().catch(() => ''))
  })
  return async () => (await Promise.all(answers.splice(0))).join('\n')
}

test('fever: colleagues take over the lessons of a day on their phones, and everybody reads the new teacher', async ({
  page,
}, { retry }) => {
  const lessons = await findDayOfLessons(fever, { journey: 0, retry })
  const { day } = lessons[0]!
  const { perform, count } = countActions()
  const readAnswers = recordAnswers(page, /\/api\//)
  let requests: CoverRequest[] = []

  await test.step('she asks for leave, and all her lessons are proposed with one tap', async () => {
    await signIn(page, getCoverLogin('fever'), phoneHomePath)
    await perform(page.getByRole('link', { name: '请假', exact: true }).click())
    await perform(page.getByRole('radio', { name: '病假' }).check())
    await perform(page.getByRole('radio', { name: '自选' }).check())
    await perform(page.getByLabel('开始日期').fill(day))
    const choose = (group: string, half: string) =>
      perform(page.getByRole('radiogroup', { name: group }).getByRole('radio', { name: half }).check())
    await choose('开始时段', '上午')
    await choose('结束时段', '下午')
    await perform(page.getByRole('radio', { name: '自填' }).check())
    await perform(page.getByRole('textbox', { name: '具体事由' }).fill(reason))
    await expect(page.getByText(`还有${lessons.length}节课未安排`, { exact: true })).toBeVisible()
    await perform(page.getByRole('button', { name: '一键推荐' }).click())
    await expect(page.getByText('都已安排')).toBeVisible()
    await expectAccessible(page)
    await perform(page.getByRole('button', { name: '提交请假' }).click())
    await expectNote(page, '已提交，等待审批')
    const own = await callServer<CoverRequest[]>(page, '/api/tiaoke/requests?box=own')
    requests = own.filter(({ legs }) => legs[0]!.day === day)
    expect(requests.map(({ status }) => status)).toEqual(lessons.map(() => 'asking'))
  })

  const substituteOf = ({ asked }: CoverRequest) => asked[0]!.name
  await test.step('each colleague says yes with one tap on the home, and does not learn why', async () => {
    await readAnswers()
    for (const request of requests) {
      await signIn(page, getCoverLogin(whoIs(substituteOf(request))), phoneHomePath)
      const [leg] = request.legs
      const asked = page
        .getByRole('article', { name: `代课 ${fever}请您代课` })
        .filter({ hasText: `${leg!.periodName} ${leg!.groupName}` })
      await perform(asked.getByRole('button', { name: '同意' }).click())
      await expect(page.getByText('已同意，请假批准后生效')).toBeVisible()
      await expect(asked).toHaveCount(0)
    }
    const read = await readAnswers()
    expect(read).toContain(fever)
    expect(read).not.toContain(reason)
    expect(read).not.toContain('"source":"sick"')
    // Nothing is changed before the leave is approved.
    for (const { status, names } of await listTeachersNow(lessons))
      expect({ status, names }).toEqual({ status: 'planned', names: [fever] })
  })

  const isCovered = async () => (await listTeachersNow(lessons)).every(({ names }) => !names.includes(fever))
  await test.step('the head approves the leave, and at once the lessons have other teachers', async () => {
    await signIn(page, getCoverLogin('head'), '/approval')
    const card = page.getByRole('button', { name: new RegExp(fever) }).first()
    await perform(card.click())
    const agree = page.getByRole('button', { name: '同意', exact: true }).last()
    await expect(agree).toBeVisible()
    const begin = performance.now()
    await perform(agree.click())
    await expect.poll(isCovered, { intervals: [100], timeout: 15_000 }).toBe(true)
    const seconds = (performance.now() - begin) / 1000
    await expectNote(page, '已同意')
    const people = new Set(requests.map(substituteOf)).size + 2
    console.log(`cover: ${count()} acts of ${people} people, ${seconds.toFixed(1)} s from the last yes to the lesson`)
    expect(count() * secondsPerAct).toBeLessThanOrEqual(120)
  })

  const [first] = requests
  const [leg] = first!.legs
  const substitute = substituteOf(first!)
  const lesson = lessons.find(({ id }) => id === leg!.lessonId)!
  const isSame = ({ id }: { id: string }) => id === lesson.id
  await page.clock.setFixedTime(new Date(`${day}T07:10:00+08:00`))

  await test.step('the colleague has it among the lessons of the day and in the week', async () => {
    await signIn(page, getCoverLogin(whoIs(substitute)), phoneHomePath)
    const given = (list: string) =>
      page.getByRole('list', { name: list }).getByRole('listitem').filter({ hasText: leg!.begins })
    await expect(given('今日课程')).toContainText(leg!.groupName)
    await expect(given('今日课程')).toContainText('代课')
    await expect(given('我要代的课').first()).toContainText(`代${fever}`)
    const courses = await callServer<DayCourse[]>(page, `/api/users/myDayCourse?day=${day}`)
    expect(courses.find(({ start }) => start.includes(leg!.begins))).toMatchObject({ teacherNames: substitute })
    const { lessons: week } = await callServer<WeekView>(page, `/api/timetable/week?day=${day}`)
    expect(week.some(isSame)).toBe(true)
  })

  await test.step('she herself is free', async () => {
    await signIn(page, getCoverLogin('fever'), phoneHomePath)
    await expect(page.getByRole('link', { name: '一周课表' })).toBeVisible()
    const { lessons: week } = await callServer<WeekView>(page, `/api/timetable/week?day=${day}`)
    expect(week.filter((one) => one.day === day)).toEqual([])
  })

  await test.step('a pupil reads the new teacher, and nowhere why', async () => {
    await readAnswers()
    await signIn(page, getCoverLogin('pupil'), '/studentMain/index')
    await expect(page.getByRole('list', { name: '今日课程' })).toContainText('代课')
    await page.getByRole('link', { name: '一周课表' }).click()
    const shown = page.getByRole('region', { name: /的课表$/ })
    await expect(shown).toBeVisible()
    const read = await readAnswers()
    expect(read).not.toMatch(secrets)
    const { lessons: week } = JSON.parse(read.split('\n').find((text) => text.includes('"weekNo"'))!).data as WeekView
    const own = requests.filter(({ legs }) => week.some(({ id }) => id === legs[0]!.lessonId))
    expect(own.length).toBeGreaterThan(0)
    for (const request of own) {
      const seen = week.find(({ id }) => id === request.legs[0]!.lessonId)!
      expect(seen.teachers.map(({ name }) => name)).toEqual([substituteOf(request)])
      await expect(shown.getByRole('listitem').filter({ hasText: seen.begins })).toContainText(substituteOf(request))
    }
  })

  await test.step('the academic director has nothing to arrange, and finds it in the records', async () => {
    await page.setViewportSize({ width: 1366, height: 768 })
    await signIn(page, getCoverLogin('director'), `/application/classAdjustQuery/today?date=${day}`)
    const board = page.getByRole('grid', { name: /缺课教师$/ })
    const head = board.getByRole('columnheader').filter({ hasText: fever })
    await expect(head).toContainText(`${lessons.length} 节`)
    await expect(head).not.toContainText('待安排')
    await expect(page.getByText('待安排 0')).toBeVisible()
    await expectAccessible(page)
    const { lessons: week } = await callServer<WeekView>(
      page,
      `/api/timetable/week?day=${day}&classId=${lesson.classId}`,
    )
    expect(week.find(isSame)!.teachers.map(({ name }) => name)).toEqual([substitute])
    await page.goto('/application/classAdjustQuery')
    const row = page
      .getByRole('row')
      .filter({ hasText: day })
      .filter({ hasText: fever })
      .filter({ hasText: substitute })
    await expect(row.first()).toContainText('已生效')
  })
})
