import { readFileSync } from 'node:fs'
import type { Page } from '@playwright/test'
import { addDays, getMonday } from '#packages/core'
import type { WeekView } from '#engines/timetable/contract.ts'
import { callServer } from '#entry/e2e/call-server.ts'
import { queryCell } from '#entry/e2e/databases.ts'
import { expect, phoneHomePath, signIn, test } from '#entry/e2e/journey.ts'

interface Lesson {
  day: string
  /** HH:MM */
  begins: string
  classId: string
}

/** The first lesson of a teacher that comes, whatever today is: in the holidays it is in the next term. */
async function findFirstLesson(teacher: string): Promise<Lesson> {
  const [lesson] = await queryCell<Lesson>(
    `select to_char(l.day_on, 'YYYY-MM-DD') as day, to_char(l.begins, 'HH24:MI') as begins, g.class_id as "classId"
     from tenant.lesson l
     join tenant.teaching_group g on (g.district_id, g.id) = (l.district_id, l.group_id)
     join tenant.membership m on m.district_id = l.district_id and m.id = any(l.teacher_ids)
     join tenant.person p on (p.district_id, p.id) = (m.district_id, m.person_id)
     where p.name = $1 and l.status <> 'cancelled' order by l.day_on, l.begins limit 1`,
    [teacher],
  )
  return lesson!
}

const toMoment = ({ day, begins }: Lesson) => new Date(`${day}T${begins}:00+08:00`)
/** The phone shows the day of its clock; the server keeps its own. */
const setTime = (page: Page, lesson: Lesson) => page.clock.setFixedTime(toMoment(lesson))

test('a teacher sees her day and her week, and takes them into the calendar of her phone', async ({ page, cast }) => {
  const first = await findFirstLesson(cast.teacherName)
  await setTime(page, first)
  await signIn(page, cast.teacher, phoneHomePath)
  const today = page.getByRole('list', { name: '今日课程' })

  await test.step('her home shows the lessons of the day, and the one that has begun', async () => {
    await expect(today.getByRole('listitem').first()).toContainText('语文')
    await expect(today.locator('[aria-current=time]')).toContainText(first.begins)
  })

  await test.step('the week has the same day, and the week after it', async () => {
    const lessons = await today.getByRole('listitem').count()
    await page.getByRole('link', { name: '一周课表' }).click()
    const week = page.getByRole('region', { name: '我的课表' })
    await expect(week.getByRole('button', { pressed: true })).toContainText('今天')
    await expect(week.getByRole('listitem')).toHaveCount(lessons)
    await page.getByRole('button', { name: '下一周' }).click()
    const monday = addDays(getMonday(first.day), 7)
    await expect(page.getByText(`${monday} 至 ${addDays(monday, 6)}`)).toBeVisible()
    await page.getByRole('button', { name: '本周' }).click()
    await expect(week).toBeVisible()
  })

  await test.step('the calendar file has her lessons', async () => {
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: '导入手机日历' }).click()
    const file = await download
    expect(file.suggestedFilename()).toMatch(/^课表-.*\.ics$/)
    const lines = readFileSync(await file.path(), 'utf8').split('\r\n')
    expect(lines[0]).toBe('BEGIN:VCALENDAR')
    const starts = toMoment(first)
      .toISOString()
      .replaceAll(/[-:]|\.000/g, '')
    expect(lines.filter((line) => line === `DTSTART:${starts}`)).toHaveLength(1)
  })
})

test('a mother sees the lessons of her child, and of no other class', async ({ page, cast }) => {
  const first = await findFirstLesson(cast.teacherName)
  await setTime(page, first)
  const weeks: WeekView[] = []
  page.on('response', (response) => {
    if (response.url().includes('/api/timetable/childWeek'))
      void response.json().then(
        ({ data }: { data: WeekView }) => weeks.push(data),
        () => {},
      )
  })
  await signIn(page, cast.guardian, '/studentMain/index')

  await test.step('the day is on her home', async () => {
    const today = page.getByRole('list', { name: '今日课程' })
    await expect(today.getByText('语文').first()).toBeVisible()
    await expect(today.getByText(cast.teacherName).first()).toBeVisible()
  })

  await test.step('the week has the lessons of this class and of no other', async () => {
    await page.getByRole('link', { name: '一周课表' }).click()
    await expect(page.getByRole('region', { name: /的课表$/ })).toContainText('语文')
    await expect.poll(() => weeks.length).toBeGreaterThanOrEqual(2)
    const classes = new Set(weeks.flatMap(({ lessons }) => lessons.map(({ classId }) => classId)))
    expect([...classes]).toEqual([first.classId])
  })

  await test.step('the lessons of staff, and those of other children, are refused', async () => {
    await expect(callServer(page, `/api/timetable/week?classId=${first.classId}`)).rejects.toThrow()
    const [foreign] = await queryCell<{ id: string }>(
      `select e.student_id as id from tenant.enrolment e where e.class_id <> $1 limit 1`,
      [first.classId],
    )
    await expect(callServer(page, `/api/timetable/childWeek?studentId=${foreign!.id}`)).rejects.toThrow()
  })
})
