import type { Locator, Page } from '@playwright/test'
import { callServer } from '#entry/e2e/call-server.ts'
import { password } from '#entry/e2e/cast.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { countActions } from '#entry/e2e/import-steps.ts'
import { blankPath, expect, expectNote, signIn, test } from '#entry/e2e/journey.ts'
import { getLoginName, signInPeople } from '#entry/e2e/sign-in-people.ts'

const auditor = getLoginName('desktop', 'auditor')
const victim = { name: signInPeople.victim.name, userName: getLoginName('desktop', 'victim') }
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

/** A pupil with an unusual name, in a grade of several classes that no other journey changes. */
async function findPupil(school: string) {
  const [pupil] = await queryCell<{ id: string; name: string; gradeId: string; classId: string; on: string }>(
    `select s.id, p.name, e.grade_id as "gradeId", e.class_id as "classId",
       greatest(e.begins_on, (now() at time zone 'Asia/Shanghai')::date)::text as on
     from tenant.student s
     join tenant.person p on (p.district_id, p.id) = (s.district_id, s.person_id)
     join tenant.enrolment e on (e.district_id, e.student_id) = (s.district_id, s.id) and e.over_on is null
     join tenant.organisation o on (o.district_id, o.id) = (s.district_id, s.org_id)
     join tenant.grade g on (g.district_id, g.id) = (e.district_id, e.grade_id)
     where o.name = $1 and s.status = 'studying'
       and (select count(*) from tenant.school_class c where c.district_id = 1 and c.grade_id = g.id) > 1
       and (select count(*) from tenant.person q where q.district_id = 1 and q.name = p.name) = 1
     order by g.start_year, s.id limit 1`,
    [school],
  )
  return pupil!
}

const search = async (page: Page, text: string) => {
  const field = page.getByRole('search').getByLabel('搜索')
  await field.fill(text)
  await field.press('Enter')
}

test('who changed the class of a pupil is answered with two clicks, with the classes before and after', async ({
  page,
  cast,
}) => {
  const pupil = await findPupil(cast.school)
  const pupilPath = `/baseData/Student?open=${pupil.id}`
  const readChange = async (within: Locator) => {
    const change = within.getByLabel('变更内容').first().locator('div').filter({ hasText: '班级' })
    return { before: await change.locator('del').innerText(), after: await change.locator('ins').innerText() }
  }
  await signIn(page, cast.schoolAdmin, pupilPath)
  await test.step('the school office moves the pupil to another class', async () => {
    await page.getByRole('button', { name: '学籍异动' }).click()
    await page.getByRole('menuitem', { name: '调班' }).click()
    const form = page.getByRole('dialog')
    await form.getByLabel('班级', { exact: true }).selectOption({ index: 1 })
    await form.getByRole('button', { name: '下一步' }).click()
    await page.getByRole('dialog').getByRole('button', { name: /^调班/ }).click()
    await expectNote(page, '已将 1 名学生调入')
  })
  const { perform, count } = countActions()
  const change = await test.step('the office sees it on the page of the pupil', async () => {
    await perform(page.getByRole('tab', { name: '操作日志' }).click())
    const newest = page.getByRole('list', { name: '对象历史' }).getByRole('listitem').first()
    await expect(newest).toContainText('办理学籍异动')
    return readChange(newest)
  })
  expect(change.before).not.toBe(change.after)
  await test.step('the auditor finds it in the log, and everything else that happened to the pupil', async () => {
    await signIn(page, auditor, '/logMmanagement/operationLogs')
    await search(page, pupil.name)
    const row = page.getByRole('row').filter({ hasText: '办理学籍异动' }).first()
    await expect(row).toContainText(`学生 ${pupil.name}`)
    await perform(row.getByRole('link').click())
    const panel = page.getByRole('complementary', { name: '详情' })
    expect(await readChange(panel)).toEqual(change)
    await perform(panel.getByRole('button', { name: '对象历史' }).first().click())
    const history = page.getByRole('dialog', { name: `学生 ${pupil.name}：对象历史` })
    await expect(history.getByRole('listitem').first()).toContainText('办理学籍异动')
  })
  expect(count()).toBeLessThanOrEqual(4)
  await test.step('the pupil goes back', async () => {
    await signIn(page, cast.schoolAdmin, blankPath)
    const { gradeId, classId, on } = pupil
    const event = { type: 'move', gradeId, classId, on, targets: { ids: [pupil.id] } }
    await callServer(page, '/api/student/event', event)
  })
})

test('what happened to an account, and what else its administrator did, is answered in three logs', async ({
  page,
  cast,
  request,
}) => {
  const [user] = await queryCell<{ id: string }>(
    `select m.id from tenant.membership m join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
     where p.district_id = 1 and p.name = $1`,
    [victim.name],
  )
  await signIn(page, cast.schoolAdmin, blankPath)
  await callServer(page, '/api/users/resetPwd', { id: user!.id })
  const operator = await page.evaluate<string>(`JSON.parse(localStorage.getItem('user')).realName`)
  const attempt = { userName: victim.userName, userPwd: password }
  await request.post('/api/users/login', { data: attempt, headers: { 'user-agent': firefox } })

  await test.step('from where was the account tried', async () => {
    await signIn(page, auditor, '/logMmanagement/loginLog')
    await search(page, victim.name)
    const refused = page.getByRole('row').filter({ hasText: '密码错误' }).first()
    await expect(refused).toContainText('127.0.0.1')
    await expect(refused).toContainText('Firefox')
  })
  const panel = page.getByRole('complementary', { name: '详情' })
  await test.step('who changed how its owner signs in', async () => {
    await page.goto('/logMmanagement/IdentityAuthenticationLog?kind=password-reset')
    await search(page, victim.name)
    await page.getByRole('link', { name: victim.name }).first().click()
    await expect(panel.getByRole('list', { name: '身份认证时间线' })).toContainText(operator)
  })
  await test.step('what did this administrator do in the last 30 days', async () => {
    await page.goto('/logMmanagement/operationLogs?days=30')
    await search(page, operator)
    const row = page.getByRole('row').filter({ hasText: '重置密码' }).filter({ hasText: victim.name }).first()
    await expect(row).toContainText(operator)
    await row.getByRole('link').click()
    const others = panel.locator('section', { has: page.getByRole('heading', { name: '同一请求的其他日志' }) })
    await expect(others).toContainText('重置密码')
  })
})
