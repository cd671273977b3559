import type { ReactNode } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { useFamily } from '#packages/web/core/family.ts'
import { useSession, type SessionUser } from '#packages/web/core/session.ts'
import { CurrentCardContext } from '#packages/web/desk/board/current-card.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import { click, getButton, getPageText } from '#packages/web/desk/test-root.fixture.tsx'
import { timetableApi, type StaffWeek } from '../contract.ts'
import { getTodayLessonsShape } from './board-queries.ts'
import ClassWeek from './components/class-week.tsx'
import TodayLessonsCard from './components/today-lessons-card.tsx'
import ChildLessonsCard from './phone/child-lessons-card.tsx'
import LessonsCard from './phone/lessons-card.tsx'
import MyWeek from './phone/my-week.tsx'
import { id, lessonOf, second, week } from './week.fixture.ts'

let served: ReturnType<typeof createTestPage>
const serve = (answer: StaffWeek) => {
  const give = () => answer
  served = createTestPage({
    [timetableApi.week.path]: give,
    [timetableApi.childWeek.path]: give,
    [timetableApi.calendarFile.path]: () => ({ name: '课表.ics', text: 'BEGIN:VCALENDAR' }),
  })
}
const show = async (part: ReactNode) => {
  await served.show(part)
  await settle(100)
}
const onBoard = (
  <CurrentCardContext value={{ id: 'today-lessons', title: '今日课程' }}>
    <TodayLessonsCard />
  </CurrentCardContext>
)
const empty = { ...week, lessons: [] }

beforeEach(() => {
  vi.useFakeTimers()
  vi.setSystemTime('2026-11-19T08:45:00+08:00')
  useSession.setState({ user: { userType: 0 } as SessionUser })
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('emphasises the next lesson on the board', async () => {
  serve(week)
  await show(onBoard)
  expect(document.querySelector('[aria-current=time]')!.textContent).toContain('第2节')
  expect(getPageText()).toContain('第 12 周')
})

it('has no card for who does not teach, and a line on a day without lessons', async () => {
  serve(empty)
  expect(await getTodayLessonsShape(served.client)).toBe('none')
  await served.close()
  serve({ ...week, lessons: [lessonOf({ day: '2026-11-18' })] })
  expect(await getTodayLessonsShape(served.client)).toBe('line')
  await show(onBoard)
  expect(getPageText()).toContain('今天没有课')
})

it('shows the plan of the next school day on a day off', async () => {
  vi.setSystemTime('2026-11-21T08:45:00+08:00')
  const monday = [lessonOf({ day: '2026-11-23' })]
  serve({ ...week, lessons: [], nextDay: { day: '2026-11-23', lessons: monday } })
  expect(await getTodayLessonsShape(served.client)).toBe('card')
  await show(onBoard)
  expect(getPageText()).toContain('下一个上课日 11月23日 周一')
  expect(document.querySelectorAll('li')).toHaveLength(1)
  // It is not today's: none of them is going on.
  expect(document.querySelector('[aria-current=time]')).toBeNull()
  await served.close()
  serve({ ...week, nextDay: { day: '2026-11-23', lessons: [] } })
  expect(await getTodayLessonsShape(served.client)).toBe('line')
  await show(onBoard)
  expect(getPageText()).toContain('下一个上课日 11月23日 周一 没有课')
})

it('shows a teacher the day on the home of the phone, with the way to the week', async () => {
  serve(week)
  await show(<LessonsCard />)
  expect(getPageText()).toContain('七(3)班')
  expect(document.querySelector('a')!.getAttribute('href')).toBe('/staffMain/timetable')
})

it('shows families the lessons of the chosen child, and nothing before a timetable is published', async () => {
  useFamily.setState({ status: 'ready', children: [], childId: id(90) })
  serve(week)
  await show(<ChildLessonsCard />)
  expect(getPageText()).toContain('陈国栋')
  expect(served.callsTo(timetableApi.childWeek.path)[0]!.query).toEqual({ studentId: id(90), day: '2026-11-19' })
  await served.close()
  serve(empty)
  await show(<ChildLessonsCard />)
  expect(getPageText()).toBe('')
})

it('shows families who gives a lesson now, and what is dropped', async () => {
  useFamily.setState({ status: 'ready', children: [], childId: id(90) })
  const covered = lessonOf({ teachers: [{ id: id(8), name: '王芳' }], status: 'changed', remark: '由王芳代课' })
  serve({ ...week, lessons: [covered, { ...second, status: 'cancelled', remark: '停课' }] })
  await show(<ChildLessonsCard />)
  const [first, dropped] = document.querySelectorAll('li')
  expect(first!.textContent).toBe('第1节08:00–08:40数学代课王芳301由王芳代课')
  expect(dropped!.textContent).toContain('停课')
})

it('leads from this week to the next one, and says that it has no lessons', async () => {
  serve(week)
  await show(<MyWeek />)
  expect(getPageText()).toContain('第 12 周，2026-11-16 至 2026-11-22')
  await click(getButton('下一周'))
  await settle(100)
  expect(served.callsTo(timetableApi.week.path).at(-1)!.query).toMatchObject({ day: '2026-11-23' })
  await served.close()
  serve(empty)
  await show(<MyWeek />)
  expect(getPageText()).toContain('这一周没有课')
})

it('draws the week in the details of a class', async () => {
  serve(week)
  await show(<ClassWeek id={id(5)} />)
  expect(document.querySelector('[role=table]')!.getAttribute('aria-label')).toBe('本周课表')
  expect(served.callsTo(timetableApi.week.path)[0]!.query).toMatchObject({ classId: id(5) })
  await served.close()
  serve(empty)
  await show(<ClassWeek id={id(5)} />)
  expect(getPageText()).toContain('本周没有课')
})
