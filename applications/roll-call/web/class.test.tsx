import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  click,
  getButton,
  getPageText,
  pressKey,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { schoolingApi } from '#kernel/schooling/contract.ts'
import { attendanceRecordApi, rollCallApi, type ClassDay } from '../contract.ts'
import { classDay, day, ids, Shell, signInAtSchool, studentTerm } from './absences.fixture.tsx'
import ClassPage from './pages/class.tsx'

let served: ReturnType<typeof createTestPage>
let shown: ClassDay
const classes = [
  { id: ids.otherClass, name: '七(1)班', gradeName: '七年级', isOwn: false },
  { id: ids.ownClass, name: '七(3)班', gradeName: '七年级', isOwn: true },
]
const api = attendanceRecordApi

const open = async (address = '', permissions?: readonly string[]) => {
  served = createTestPage({
    [api.classes.path]: () => classes,
    [api.classDay.path]: () => shown,
    [api.studentTerm.path]: () => studentTerm,
    [schoolingApi.terms.path]: () => [],
    [rollCallApi.amend.path]: () => ({ changed: 1 }),
  })
  await served.show(
    <Shell title="班级今日" address={address} {...(permissions && { permissions })}>
      <ClassPage />
    </Shell>,
  )
  await settle(100)
}
const names = () => [...document.querySelectorAll('tbody th a')].map(({ textContent }) => textContent)
const cell = (name: string) =>
  [...document.querySelectorAll<HTMLElement>('[data-stop]')].find(({ textContent }) => textContent.startsWith(name))!
const letterOf = (name: string) => cell(name).querySelector('[aria-hidden]')!.textContent

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T09:40:00+08:00`) })
  Object.assign(window, { innerWidth: 1366 })
  HTMLElement.prototype.scrollIntoView = () => {}
  signInAtSchool()
  shown = classDay
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('opens the own class, with the pupils who are missing on top and letters for every mark', async () => {
  await open()
  expect(served.callsTo(api.classDay.path)[0]?.query).toEqual({ classId: ids.ownClass, date: day })
  expect(names()).toEqual(['陆星辰', '程诺', '宋词'])
  expect(letterOf('陆星辰 第1节')).toBe('缺')
  expect(letterOf('程诺 第1节')).toBe('迟5')
  expect(letterOf('宋词 第1节')).toBe('病')
  // Without a roll nobody was there, and nobody was away.
  expect(cell('程诺 第2节').textContent).toContain('未点')
  expect(cell('宋词 第2节').textContent).toContain('不上这节课')
  expect(getPageText()).toContain('漏点')
  expect(getPageText()).toContain('出勤率75%')
})

it('the day and the class are chosen; the arrow keys turn the day outside the grid, and move inside it', async () => {
  await open()
  await pressKey('ArrowLeft', {}, document.body)
  await settle()
  expect(served.callsTo(api.classDay.path).at(-1)?.query['date']).toBe('2026-11-18')
  await chooseOption('班级', ids.otherClass)
  await settle()
  expect(served.callsTo(api.classDay.path).at(-1)?.query['classId']).toBe(ids.otherClass)
  cell('陆星辰 第1节').focus()
  await pressKey('ArrowDown')
  expect(document.activeElement).toBe(cell('程诺 第1节'))
  await pressKey('ArrowRight')
  expect(document.activeElement).toBe(cell('程诺 第2节'))
  expect(served.callsTo(api.classDay.path).at(-1)?.query['date']).toBe('2026-11-18')
})

it('a mark is amended with a reason; a lesson without a roll is not', async () => {
  await open()
  await click(cell('程诺 第2节'))
  expect(document.querySelector('dialog')).toBeNull()
  await click(cell('陆星辰 第1节'))
  const dialog = document.querySelector('dialog')!
  expect(dialog.textContent).toContain('现在：未到')
  await click(dialog.querySelector<HTMLElement>('input[value=late]')!)
  await typeInto(dialog.querySelector<HTMLInputElement>('[data-field=minutes] input')!, '12')
  await click(getButton('修改'))
  expect(getPageText()).toContain('请填写修改原因')
  await typeInto(dialog.querySelector<HTMLInputElement>('[data-field=reason] input')!, '堵车')
  await click(getButton('修改'))
  await settle(100)
  expect(served.callsTo(rollCallApi.amend.path)[0]?.body).toEqual({
    lessonId: ids.first,
    sessionId: ids.case,
    reason: '堵车',
    changes: [{ studentId: ids.lu, status: 'late', minutes: 12 }],
  })
  expect(getPageText()).toContain('已修改')
})

it('readers change nothing', async () => {
  await open('', ['roll.read'])
  await click(cell('陆星辰 第1节'))
  expect(document.querySelector('dialog')).toBeNull()
})

it('on a phone each pupil has the lessons below the name', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(document.querySelector('[role=grid]')).toBeNull()
  await click(
    [...document.querySelectorAll('button')].find(({ textContent }) => textContent.startsWith('陆星辰 第1节'))!,
  )
  expect(document.querySelector('dialog')?.textContent).toContain('修改考勤：陆星辰')
})

it('says when the class has no lessons that day, and when there is no class to read', async () => {
  shown = { ...classDay, lessons: [] }
  await open()
  expect(getPageText()).toContain('这一天没有课')
  await served.close()
  classes.splice(0)
  await open()
  expect(getPageText()).toContain('没有可以查看的班级')
})

it('the name of a pupil opens the term: its days, what is not plain, and what was amended', async () => {
  await open(`pupil=${ids.lu}`)
  expect(getPageText()).toContain('陆星辰的考勤')
  expect(getPageText()).toContain('缺课、请假、迟到、早退 1 节')
  expect(getPageText()).toContain('2026-11-19 周四')
  expect(getPageText()).toContain('11-18 第1节 语文　未到 → 出勤')
  expect(getPageText()).toContain('学生在校医室')
  await click(getButton('返回'))
  expect(getPageText()).not.toContain('陆星辰的考勤')
})
