import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import type { PhoneCard, PhoneModule } from '#packages/web/core/module.ts'
import { useFamily } from '#packages/web/core/family.ts'
import { startSession } from '#packages/web/core/session.ts'
import { homeRedirect } from '#packages/web/light/home-redirect.ts'
import { PhoneCardsContext } from '#packages/web/light/module-parts.ts'
import { manifest } from '../../../manifest.ts'
import phone from '../../phone.ts'
import StudentMain from './student-main.tsx'

const loaders: NonNullable<PhoneModule['cards']> = phone.cards
/** The cards of this module, and one of another module. */
const cards: PhoneCard[] = [
  ...manifest.web!.phoneCards!.map((card) => ({ ...card, load: loaders[card.id]! })),
  { id: 'profile', audience: 'both', tab: 'me', sort: 1, load: async () => ({ default: () => <p>个人资料</p> }) },
]
const page = (
  <PhoneCardsContext value={cards}>
    <StudentMain />
  </PhoneCardsContext>
)

let root: Root
let children: object[]
let agreements: object[]
let isDown: boolean
beforeEach(() => {
  setWaitingCounts({ unread: 0, todo: 0, tasks: 0 })
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  children = []
  agreements = []
  isDown = false
  more = {}
  useFamily.setState({ status: 'reading', children: [], childId: undefined })
  vi.stubGlobal('fetch', async (address: string) => {
    const { pathname, searchParams } = new URL(address, 'http://localhost')
    const answer = (data: unknown) => Response.json({ ret: isDown ? -500 : 1, msg: '', data })
    // The children are sent only after the agreement.
    if (pathname === '/api/student/children')
      return answer({ children: agreements.length > 0 ? [] : children, agreements })
    if (pathname === '/api/student/accept') agreements = []
    if (pathname === '/api/student/home') return answer(homeOf(searchParams.get('studentId')!))
    return answer(pathname === '/api/student/accept' ? null : [])
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
})

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const childOf = (at: number, name: string, className: string) => ({
  id: id(at),
  name,
  orgId: id(100 + at),
  orgName: `第${at}小学`,
  className,
  relation: 2,
  state: 'active',
})
/** What is different from a day in the holidays. */
let more: object = {}
const homeOf = (studentId: string) => ({
  child: children.find((child) => (child as { id: string }).id === studentId),
  today: { day: '2026-11-12', kind: '放假', name: '秋假', termName: '2026学年第一学期', week: 11, periods: [] },
  classTeacher: null,
  schoolPhone: '',
  needSetLinkman: false,
  consentsOpen: 0,
  face: '待授权',
  cardTail: '',
  attendance: null,
  weather: null,
  missing: [],
  ...more,
})
const open = (userType: number, address = '/studentMain/index') => {
  history.replaceState(null, '', address)
  const who = { userId: 'u', realName: '潘小满', userType, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc' })
  return act(async () => root.render(page))
}
const text = () => document.body.textContent
// Parts of the page load one after the other; each becomes visible when `act` ends.
const see = (expected: string) =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      expect(text()).toContain(expected)
    },
    { timeout: 60_000 },
  )

it('greets a pupil by name and class', async () => {
  children = [childOf(1, '潘小满', '三(2)班')]
  await open(1)
  await see('三(2)班')
  expect(document.querySelector('h1')!.textContent).toMatch(/^(夜深了|.+好)，潘小满$/)
  expect(text()).toContain('第1小学')
  await see('今天没有课，好好休息')
})

it('shows a guardian without a child what to do', async () => {
  await open(2)
  await see('还没有绑定孩子')
  expect(document.querySelector('a[href="/studentMain/bind"]')!.textContent).toBe('绑定孩子')
})

it('shows one child of several, and the other after one press; this phone remembers it', async () => {
  children = [childOf(1, '陈知夏', '三(2)班'), childOf(2, '陈知远', '大班 向日葵班')]
  await open(2)
  await see('第1小学')
  const [, second] = [...document.querySelectorAll<HTMLInputElement>('input[name=child]')]
  await act(async () => second!.click())
  await see('第2小学')
  expect(localStorage.getItem('childId')).toBe(id(2))
})

it('requires the agreement before anything else', async () => {
  children = [childOf(1, '陈知夏', '三(2)班')]
  agreements = [{ kind: 'children', title: '儿童个人信息保护规则', version: 1, page: '/policy/children' }]
  await open(2)
  await see('使用前请阅读')
  expect(text()).not.toContain('今天没有课')
  const button = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '同意并继续')!
  await act(async () => button.click())
  expect(text()).toContain('请先阅读并勾选')
  await act(async () => document.querySelector<HTMLInputElement>('input[type=checkbox]')!.click())
  await act(async () => button.click())
  await see('今天没有课')
})

it('shows that loading failed, and retries', async () => {
  isDown = true
  children = [childOf(1, '陈知夏', '三(2)班')]
  await open(2)
  await see('没有加载成功')
  isDown = false
  const retry = [...document.querySelectorAll('button')].find(({ textContent }) => textContent === '重试')!
  await act(async () => retry.click())
  await see('三(2)班')
  expect(text()).not.toContain('没有加载成功')
})

// Each story has another child: an answer is kept for a few seconds.
const lessonsAllDay = {
  day: '2026-11-16',
  kind: '上课',
  name: '',
  termName: '',
  week: 12,
  periods: [{ name: '第1节', begins: '00:00', ends: '24:00' }],
}
const attendance = { state: 'unknown', text: '以班主任登记为准' }

it('shows whether the child is there, the weather with its warning, and what is to do', async () => {
  children = [childOf(11, '陈知夏', '三(2)班')]
  more = {
    today: lessonsAllDay,
    attendance: { state: 'arrived', text: '已到校 07:31' },
    weather: { text: '晴 36℃', asOf: null, warning: '高温 36℃，建议调整室外活动' },
    needSetLinkman: true,
  }
  await open(2)
  await see('已到校 07:31')
  await see('晴 36℃')
  await see('高温 36℃，建议调整室外活动')
  await see('为陈知夏设置紧急联系人')
  expect(text()).not.toContain('没有待办事项')
})

it('never says that a child is not there because nobody has said anything', async () => {
  children = [childOf(12, '陈知夏', '三(2)班')]
  more = { today: lessonsAllDay, attendance }
  await open(2)
  await see('以班主任登记为准')
  await see('没有待办事项')
  expect(text()).not.toContain('未到校')
})

it('says nothing about attendance on a day without lessons', async () => {
  children = [childOf(13, '陈知夏', '三(2)班')]
  more = { attendance }
  await open(2)
  await see('今天没有课，好好休息')
  expect(text()).not.toContain('考勤')
})

it('says which part could not be loaded, and shows the rest', async () => {
  children = [childOf(14, '陈知夏', '三(2)班')]
  more = { today: lessonsAllDay, missing: ['attendance', 'weather'] }
  await open(2)
  await see('考勤暂时无法获取')
  await see('天气暂时无法获取')
  await see('第1节')
  expect(text()).not.toContain('没有加载成功')
})

it('has three tabs, each with an address and the cards of modules', async () => {
  await open(1)
  const tabs = () => [...document.querySelectorAll('nav a')]
  expect(tabs().map((tab) => tab.textContent)).toEqual(['首页', '消息', '我的'])
  act(() => (tabs()[2] as HTMLElement).click())
  expect(location.search).toBe('?tab=me')
  await see('个人资料')
})

it('shows once why a staff page redirected home', async () => {
  history.replaceState(homeRedirect, '', '/studentMain/index')
  const who = { userId: 'u', realName: '潘小满', userType: 1, orgId: 'o', orgName: '云禾区文澜小学', orgType: 1 }
  startSession({ ...who, token: '1.abc' })
  await act(async () => root.render(page))
  expect(text()).toContain('该页面仅供教职工使用，已返回首页')
  expect(history.state).toBeNull()
})

it('opens at the tab that the address names', async () => {
  await open(2, '/studentMain/index?tab=me')
  await see('个人资料')
  expect(document.querySelector('nav a[aria-current]')!.textContent).toBe('我的')
})
