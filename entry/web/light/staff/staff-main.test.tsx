import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { startSession, type SessionUser } from '#packages/web/core/session.ts'
import { chooseTheme } from '#packages/web/core/choose-theme.ts'
import { setThemeChoice } from '#packages/web/core/theme.ts'
import { getThemeChoice } from '#packages/web/core/theme-choice.ts'
import { PhoneCardsContext } from '#packages/web/light/module-parts.ts'
import { phoneCards } from '../phone-card-list.ts'
import { loadStaffAccess } from './load-staff-access.ts'
import StaffMain from './staff-main.tsx'
import { StaffPage } from './staff-page.tsx'

let root: Root
let permissions: string[]
let theme: string
let requests: string[]
let isDown: boolean

const id = (last: number) => `00000000-0000-4000-8000-${String(last).padStart(12, '0')}`
const menuOf = (at: number, fText: string, fUrl: string, childers: object[] = []) => ({
  fId: id(at),
  fText,
  fUrl,
  fParentID: id(0),
  isRelation: false,
  fSort: at,
  childers,
})
const periods = [{ name: '第1节', begins: '08:10', ends: '08:50' }]
const today = { day: '2026-11-16', kind: '上课', name: '', termName: '2026学年第一学期', week: 12, periods }
const ownClass = {
  classId: id(7),
  gradeId: id(5),
  orgId: id(6),
  label: '九(1)班',
  orgName: '实验学校',
  isHead: true,
  subjects: [],
  total: 45,
  males: 23,
  females: 22,
  mayCall: true,
  mayInvite: true,
  figures: {
    bound: 1,
    requests: 2,
    consentsOpen: 44,
    faceAgreed: 1,
    faceOpen: 44,
    today,
    birthdays: [{ id: id(8), name: '武子萱' }],
  },
}
const todo = {
  id: id(9),
  kind: 'todo',
  title: '确认家长绑定',
  body: '',
  url: '/baseData/Student?bindRequests=1',
  orgId: null,
  orgName: '',
  isUrgent: false,
  dueAt: null,
  at: '2026-11-13T01:00:00.000Z',
  readAt: null,
  doneAt: null,
}
const family = { id: id(8), name: '武子萱', seatNo: 1, isBound: false }

const answers: Record<string, () => unknown> = {
  '/api/access/menu': () => ({
    modules: [menuOf(1, '基础数据', '/baseData', [menuOf(2, '学生管理', '/baseData/Student')])],
    permissions,
    theme,
    bureauName: '云禾区教育局',
  }),
  '/api/msg/unreadCount': () => ({ unread: 5, todo: 1, tasks: 0 }),
  '/api/msg/list': () => ({ items: [todo], itemCount: 1, pageCount: 1 }),
  '/api/student/myClasses': () => ({ today, classes: [ownClass] }),
  '/api/student/classFamilies': () => ({
    label: '九(1)班',
    mayCall: true,
    pupils: [{ ...family, guardians: [{ id: id(10), name: '江红霞', relation: 2 }] }],
  }),
  '/api/student/reveal': () => ({ value: '13800000001', leftToday: 49 }),
  '/api/app/appList': () => [],
  '/api/users/saveTheme': () => null,
}

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  localStorage.clear()
  setWaitingCounts({ unread: 0, todo: 0, tasks: 0 })
  permissions = ['student.read']
  theme = 'system'
  requests = []
  isDown = false
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) => {
    const { pathname } = new URL(address, 'http://localhost')
    requests.push(init?.body ? `${pathname} ${init.body as string}` : pathname)
    return Response.json({ ret: isDown ? -500 : 1, msg: '', data: isDown ? null : answers[pathname]!() })
  })
  root = createRoot(document.body.appendChild(document.createElement('div')))
})
afterEach(() => {
  act(() => root.unmount())
  vi.unstubAllGlobals()
  vi.restoreAllMocks()
})

const open = (more: Partial<SessionUser> = {}, address = '/staffMain/index') => {
  history.replaceState(null, '', address)
  const who = { userId: 'u', realName: '罗海燕', userType: 3, orgId: 'o', orgName: '实验学校', orgType: 1 }
  startSession({ ...who, token: '1.abc', ...more })
  return act(async () =>
    root.render(
      <PhoneCardsContext value={phoneCards}>
        <StaffMain />
      </PhoneCardsContext>,
    ),
  )
}
const text = () => document.body.textContent
const see = (label: string) =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      expect(text()).toContain(label)
    },
    { timeout: 60_000 },
  )
const press = async (label: string) => {
  const button = [...document.querySelectorAll<HTMLElement>('button, nav a')].find(
    (one) => one.textContent.includes(label) || one.getAttribute('aria-label')?.includes(label),
  )
  await act(async () => button!.click())
}

it('greets the user, and has the to-dos, the class, the lessons and the most used pages', async () => {
  await open()
  expect(document.querySelector('h1')!.textContent).toMatch(/，罗海燕老师$/)
  await see('确认家长绑定')
  await see('我的班级九(1)班')
  await see('家长已绑定1/45')
  expect(text()).toContain('授权待确认44')
  expect(text()).toContain('今天生日：武子萱')
  await see('第1节')
  await see('通讯录')
  expect(document.querySelector('a[href="/directory"]')).not.toBeNull()
  await see('消息，5 条待看')
})

it('calls a parent with the second press, and requests the number only then', async () => {
  const calledAddresses: string[] = []
  vi.spyOn(location, 'assign').mockImplementation((address) => void calledAddresses.push(String(address)))
  await open()
  await see('联系家长')
  await press('联系家长')
  await see('江红霞（母亲）')
  expect(document.querySelector('dialog')!.textContent).toContain('将记入日志')
  expect(requests.some((one) => one.startsWith('/api/student/reveal'))).toBe(false)
  await press('拨打武子萱的家长')
  await vi.waitFor(() => expect(calledAddresses).toEqual(['tel:13800000001']))
  expect(requests.find((one) => one.startsWith('/api/student/reveal'))).toContain('"reason":"联系家长"')
})

it('has four tabs, each with an address', async () => {
  await open()
  await see('常用')
  await press('应用')
  expect(location.search).toBe('?tab=apps')
  await see('学生管理')
  await press('我的')
  await see('个人信息')
  for (const label of ['登录设备', '大字', '帮助', '退出']) expect(text()).toContain(label)
})

it('loads no classes for users without permission for pupils, and explains why a weak session has less', async () => {
  permissions = []
  await open({ isWeak: true })
  await see('本次登录只验证了一种方式')
  await see('通讯录')
  expect(requests.some((one) => one.includes('/api/student/'))).toBe(false)
})

it('takes over the theme that the user chose on another device', async () => {
  setThemeChoice('light')
  theme = 'dark'
  await open()
  await see('通讯录')
  expect(getThemeChoice()).toBe('dark')
  setThemeChoice('system')
})

it('keeps a theme that was chosen without a connection, and saves it with the next answer', async () => {
  await open()
  await see('通讯录')
  chooseTheme('dark', () => Promise.reject(new Error('offline')))
  await loadStaffAccess()
  expect(getThemeChoice()).toBe('dark')
  await vi.waitFor(() => expect(requests.some((one) => one.includes('saveTheme'))).toBe(true))
  await vi.waitFor(() => expect(localStorage.getItem('unsavedTheme')).toBeNull())
  setThemeChoice('system')
})

it('shows that the user is a visitor', async () => {
  await open({ homeOrgName: '云禾区教育局' })
  await see('您是云禾区教育局人员，正在查看实验学校的数据')
  expect(document.querySelector('a[href="/staffMain/switch"]')!.textContent).toBe('返回本单位')
})

it('replaces a page of a closed application', async () => {
  history.replaceState(null, '', '/application/Leave/calendar')
  const show = () =>
    act(async () =>
      root.render(
        <StaffPage permission="staff">
          <p>请假日历</p>
        </StaffPage>,
      ),
    )
  await show()
  await see('请假日历')
  act(() => root.unmount())
  root = createRoot(document.body.appendChild(document.createElement('div')))
  const menu = answers['/api/access/menu']!() as object
  const open = answers['/api/access/menu']!
  answers['/api/access/menu'] = () => ({ ...menu, closedApplications: ['/application/Leave'] })
  await show()
  await see('没有')
  expect(text()).not.toContain('请假日历')
  answers['/api/access/menu'] = open
})

it('shows that loading failed, and retries', async () => {
  isDown = true
  await open()
  await see('没有加载成功')
  isDown = false
  await press('重试')
  await see('我的班级')
  expect(text()).not.toContain('没有加载成功')
})
