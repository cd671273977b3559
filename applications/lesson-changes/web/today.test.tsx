import { act } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { coverOfficeApi, type DayBoard } from '../contract.ts'
import { createTestPage, settle } from '#packages/web/desk/test-page.fixture.tsx'
import {
  chooseOption,
  click,
  getAnnouncements,
  getButton,
  getPageText,
  hasButton,
  pressKey,
  typeInto,
} from '#packages/web/desk/test-root.fixture.tsx'
import { boardOf, candidates, day, ids, lessonOf, onWire, openLessons, proposal } from './covers.fixture.ts'
import TodayPage from './pages/today.tsx'
import { Shell, signInAtSchool } from './shell.fixture.tsx'

type Answers = Parameters<typeof createTestPage>[0]
type Call = Parameters<Answers[string]>[0]

let served: ReturnType<typeof createTestPage>
let board: DayBoard

const api = coverOfficeApi
const answers: Answers = {
  [api.today.path]: () => onWire(api.today.data, board),
  [api.officeCandidates.path]: ({ query }: Call) =>
    onWire(
      api.officeCandidates.data,
      query['lessonIds']!.split(',').map((lessonId) => ({ lessonId, candidates })),
    ),
  [api.officeRecommend.path]: () => onWire(api.officeRecommend.data, proposal),
  [api.assign.path]: ({ body }: Call) =>
    (body as { lessons: unknown[] }).lessons.map(() => ({ id: ids.other, status: 'effective' })),
  [api.ask.path]: () => [{ id: ids.other, status: 'asking' }],
  [api.cancel.path]: () => ({ cancelled: 1 }),
  [api.keep.path]: () => ({ kept: 1 }),
}

const open = async (address = '', more: Answers = {}) => {
  served = createTestPage({ ...answers, ...more })
  await served.show(
    <Shell title="今日课务" address={address}>
      <TodayPage />
    </Shell>,
  )
  await settle(100)
}
const cell = (lessonId: string) => document.querySelector<HTMLElement>(`[role=grid] [data-lesson="${lessonId}"]`)!
const sentTo = (path: string) => served.callsTo(path).at(-1)?.body as { lessons: Record<string, unknown>[] }
const candidate = (name: string) =>
  [...document.querySelectorAll<HTMLButtonElement>('[aria-label=候选人] button')].find(({ textContent }) =>
    textContent.startsWith(name),
  )!

beforeEach(() => {
  vi.useFakeTimers({ now: new Date(`${day}T07:20:00+08:00`) })
  Object.assign(window, { innerWidth: 1366 })
  signInAtSchool()
  board = boardOf()
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

it('shows who is missing with the holes of the day, and the best candidate of the first hole', async () => {
  await open()
  expect(served.callsTo(api.today.path)[0]?.query).toMatchObject({ orgId: ids.school, date: day })
  expect(getPageText()).toContain('待安排 3')
  expect(cell(ids.first).dataset['state']).toBe('open')
  expect(cell(ids.first).getAttribute('aria-pressed')).toBe('true')
  expect(cell(ids.covered).textContent).toContain('赵敏代课')
  expect(candidate('赵敏').textContent).toContain('任教本班')
  expect(candidate('吴越').textContent).toContain('当日将达6节')
  expect(candidate('钱坤').disabled).toBe(true)
  expect(candidate('钱坤').textContent).toContain('该时段已有八(2)班数学课')
})

it('arranges all lessons of a sick teacher with two clicks, and can undo it', async () => {
  await open()
  await click(getButton('一键推荐'))
  await settle(50)
  expect(cell(ids.first).textContent).toContain('赵敏')
  expect(cell(ids.second).textContent).toContain('吴越')
  expect(served.callsTo(api.assign.path)).toEqual([])
  expect(getPageText()).toContain('还有 1 节没有选')
  expect(getPageText()).toContain('吴越当天将达6节')
  await click(getButton('全部安排（2）'))
  await settle(50)
  expect(sentTo(api.assign.path)).toMatchObject({
    source: 'office',
    isChainConfirmed: false,
    lessons: [
      { lessonId: ids.first, kind: 'substitute', userId: ids.zhao, seenAt: openLessons[0]!.seenAt },
      { lessonId: ids.second, userId: ids.wu },
    ],
  })
  await click(getButton('撤销'))
  await settle(50)
  expect(served.callsTo(api.cancel.path).at(-1)?.body).toMatchObject({ ids: [ids.other, ids.other] })
})

it('a recommendation can be changed before it is sent', async () => {
  await open()
  await click(getButton('一键推荐'))
  await settle(50)
  await click(candidate('吴越'))
  expect(cell(ids.first).textContent).toContain('吴越')
  await click(cell(ids.second))
  await click(getButton('清除'))
  await click(getButton('全部安排（1）'))
  await settle(50)
  expect(sentTo(api.assign.path).lessons).toEqual([expect.objectContaining({ userId: ids.wu })])
})

it('works with the keyboard: arrows between lessons, digits for candidates, Enter confirms', async () => {
  await open()
  await pressKey('ArrowDown', {}, document.body)
  expect(document.activeElement).toBe(cell(ids.first))
  await pressKey('ArrowDown')
  await settle(50)
  expect(document.activeElement).toBe(cell(ids.second))
  await pressKey('3')
  expect(cell(ids.second).textContent).toContain('待安排')
  await pressKey('2')
  expect(cell(ids.second).textContent).toContain('吴越')
  await pressKey('Enter')
  await settle(50)
  expect(sentTo(api.assign.path).lessons).toEqual([expect.objectContaining({ lessonId: ids.second, userId: ids.wu })])
  await pressKey('ArrowRight', {}, cell(ids.second))
  expect(document.activeElement).toBe(cell(ids.covered))
})

it('a candidate is dragged to a lesson', async () => {
  await open()
  const drag = (type: string, on: Element, x: number) =>
    act(async () => on.dispatchEvent(new PointerEvent(type, { bubbles: true, clientX: x, clientY: 0, button: 0 })))
  await drag('pointerdown', candidate('赵敏'), 0)
  await drag('pointermove', cell(ids.third), 40)
  expect(getPageText()).toContain('放开即选定')
  await drag('pointerup', cell(ids.third), 40)
  expect(cell(ids.third).textContent).toContain('赵敏')
  expect(getPageText()).not.toContain('放开即选定')
})

it('nobody is chosen for two lessons at the same time', async () => {
  const same = lessonOf({ lessonId: ids.english, periodId: ids.one, groupName: '八(2)班', teachers: [] })
  board = boardOf({ others: [same] })
  await open()
  await click(candidate('赵敏'))
  await click(cell(ids.english))
  expect(candidate('赵敏').disabled).toBe(true)
  expect(candidate('赵敏').textContent).toContain('已选代同一时间的另一节课')
  expect(cell(ids.english).textContent).toContain('没有教师')
})

const changedByOthers = () =>
  Response.json({ ret: -9, msg: '数据已被他人修改，请刷新后重试', data: null, executeTime: 1, success: false })

it('says so when somebody else was faster, and shows what they did', async () => {
  await open()
  await click(candidate('赵敏'))
  const faster = lessonOf({ ...openLessons[0]!, state: 'covered', kind: 'substitute', toNames: ['吴越'] })
  const { fetch } = globalThis
  vi.stubGlobal('fetch', (address: string, init?: RequestInit) =>
    address.includes(api.assign.path) ? Promise.resolve(changedByOthers()) : fetch(address, init),
  )
  board = boardOf({
    absent: [{ userId: ids.chen, name: '陈国栋', lessons: [{ ...faster, seenAt: '2026-11-19T00:00:00.000Z' }] }],
  })
  await click(getButton('安排赵敏'))
  await settle(100)
  expect(getAnnouncements('status')).toContain('有课程刚被别人调整，已重新加载')
  expect(cell(ids.first).textContent).toContain('吴越代课')
  expect(hasButton('全部安排（1）')).toBe(false)
})

it('replacing a colleague who covers is confirmed first', async () => {
  await open()
  await click(cell(ids.covered))
  await settle(50)
  await click(candidate('吴越'))
  await click(getButton('安排吴越'))
  expect(getPageText()).toContain('八(1)班 英语现在赵敏代课，改为吴越')
  expect(served.callsTo(api.assign.path)).toEqual([])
  await click(getButton('改由新教师代课'))
  await settle(50)
  expect(served.callsTo(api.assign.path).at(-1)?.body).toMatchObject({ isChainConfirmed: true })
})

it('takes back what was arranged, with a reason', async () => {
  await open()
  await click(cell(ids.covered))
  await click(getButton('取消安排'))
  await settle(50)
  await typeInto(document.querySelector<HTMLInputElement>('dialog input')!, '教师已到校')
  await click(getButton('取消安排'))
  await settle(50)
  expect(served.callsTo(api.cancel.path).at(-1)?.body).toEqual({ ids: [ids.request], reason: '教师已到校' })
})

it('drops a lesson with a reason, without another time for it', async () => {
  await open('', {
    [api.officePlaces.path]: () => [
      { day: '2026-11-20', periodId: ids.three, periodName: '第3节', begins: '10:00', obstacle: '' },
    ],
  })
  await chooseOption('安排方式', 'cancel')
  await settle(50)
  expect(getPageText()).toContain('11-20 周五 第3节补课')
  expect(getPageText()).not.toContain('首选')
  await click(candidate('考试'))
  await click(getButton('安排停课（考试）'))
  await settle(50)
  expect(sentTo(api.assign.path).lessons).toEqual([
    expect.objectContaining({ lessonId: ids.first, kind: 'cancel', cancelReason: 'exam', userId: '' }),
  ])
})

it('offers the lessons of others for a swap, with what prevents it', async () => {
  const other = lessonOf({ lessonId: ids.english, periodId: ids.three, subjectName: '英语' })
  await open('', { [api.officeSwaps.path]: () => onWire(api.officeSwaps.data, [{ ...other, obstacle: '' }]) })
  await chooseOption('安排方式', 'swap')
  await settle(50)
  expect(served.callsTo(api.officeSwaps.path)[0]?.query).toMatchObject({ from: '2026-11-16', to: '2026-11-22' })
  await click(candidate('11-19 周四 第3节'))
  await click(getButton('安排与陈国栋对调'))
  await settle(50)
  expect(sentTo(api.assign.path).lessons[0]).toMatchObject({ kind: 'swap', otherLessonId: ids.english })
})

it('a class joins only that of somebody who gives a lesson then', async () => {
  await open()
  await chooseOption('安排方式', 'merge')
  expect(candidate('赵敏')).toBeUndefined()
  expect(candidate('钱坤').textContent).toContain('同时上八(2)班数学课')
  expect(candidate('钱坤').textContent).toContain('教室容量不足（48座，合班后90人）')
  await click(candidate('钱坤'))
  await click(getButton('安排钱坤合班'))
  await settle(50)
  expect(sentTo(api.assign.path).lessons[0]).toMatchObject({ kind: 'merge', userId: ids.qian })
})

it('asks everybody, after the lessons were named', async () => {
  await open()
  await click(getButton('全部群发'))
  expect(getPageText()).toContain('第2节 陈国栋 七(4)班 数学')
  await click(getButton('群发 3 节'))
  await settle(50)
  expect(sentTo(api.ask.path).lessons).toHaveLength(3)
  expect(sentTo(api.ask.path).lessons[0]).toMatchObject({ askMode: 'everybody', userIds: [] })
})

it('covers whose absence ended early are kept or cancelled together', async () => {
  const row = { day, lesson: '七(3)班 数学 第5节', fromName: '陈国栋', toName: '赵敏' }
  board = boardOf({
    inDoubt: [
      { ...row, requestId: ids.request },
      { ...row, requestId: ids.other, lesson: '七(3)班 数学 第6节' },
    ],
  })
  await open()
  await click(document.querySelector<HTMLElement>('[aria-label=待处理] li input')!)
  await click(getButton('取消 1 节'))
  await click(getButton('取消 1 节'))
  await settle(50)
  expect(served.callsTo(api.cancel.path).at(-1)?.body).toEqual({ ids: [ids.other], reason: '请假提前结束' })
  await click(getButton('保留 2 节'))
  await click(getButton('保留 2 节'))
  await settle(50)
  expect(served.callsTo(api.keep.path).at(-1)?.body).toEqual({ ids: [ids.request, ids.other] })
})

it('reads the day again within five seconds, and drops a choice that was overtaken', async () => {
  await open()
  await click(candidate('赵敏'))
  expect(hasButton('全部安排（1）')).toBe(true)
  board = boardOf({ absent: [], open: 0 })
  await settle(5000)
  expect(served.callsTo(api.today.path).length).toBeGreaterThan(1)
  expect(hasButton('全部安排（1）')).toBe(false)
  expect(getPageText()).toContain('今天没有需要安排的课')
})

it('shows another day, and says that nothing is open there', async () => {
  await open()
  board = boardOf({ day: '2026-11-20', absent: [] })
  await click(getButton('明天'))
  await settle(100)
  expect(served.callsTo(api.today.path).at(-1)?.query).toMatchObject({ date: '2026-11-20' })
  expect(getPageText()).toContain('这一天没有需要安排的课')
})

it('a lesson that has begun can only be looked at', async () => {
  board = boardOf({
    absent: [{ userId: ids.chen, name: '陈国栋', lessons: [{ ...openLessons[0]!, state: 'past' }] }],
  })
  await open()
  expect(getPageText()).toContain('这节课已开始，不能再调整')
  expect(hasButton('安排')).toBe(false)
})

it('on a phone the lessons are a list, and a lesson opens its candidates over it', async () => {
  Object.assign(window, { innerWidth: 390 })
  await open()
  expect(document.querySelector('[role=grid]')).toBeNull()
  expect(getPageText()).not.toContain('首选')
  await click(document.querySelector<HTMLElement>(`[data-lesson="${ids.second}"]`)!)
  expect(document.querySelector('dialog')?.textContent).toContain('七(4)班 数学')
  await click(candidate('赵敏'))
  expect(hasButton('安排赵敏')).toBe(true)
})

it('says whom to ask without the permission', async () => {
  await open()
  await served.close()
  vi.stubGlobal('fetch', async () =>
    Response.json({ ret: -6, msg: '没有权限', data: null, executeTime: 1, success: false }),
  )
  const fetch = globalThis.fetch
  served = createTestPage({})
  vi.stubGlobal('fetch', fetch)
  await served.show(
    <Shell title="今日课务">
      <TodayPage />
    </Shell>,
  )
  await settle(100)
  expect(getPageText()).toContain('请联系本单位管理员开通')
})
