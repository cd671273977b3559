import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { click, pressKey, getAnnouncements, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { auditorTypes, catalogueApi, type AccessFacts, type PageTile } from '../../contract.ts'
import { InShell, named, tiles, until } from '../centre.fixture.tsx'
import type { AppCentreData } from '../queries.ts'
import AppCentre from './app-centre.tsx'

let served: ReturnType<typeof createTestPage>
let centre: AppCentreData

const answers = {
  [catalogueApi.centre.path]: () => centre,
  [catalogueApi.setShortcut.path]: () => null,
  [catalogueApi.open.path]: () => ({ url: 'https://lessons.example.cn/' }),
  [catalogueApi.accessFacts.path]: () => facts,
  [catalogueApi.requestAccess.path]: () => null,
  [catalogueApi.appPermission.path]: ({ query }: { query: Record<string, string> }) => {
    const auditorType = Number(query['auditorType'])
    return { auditorType, isAuditor: duties.includes(auditorType) ? 1 : 0 }
  },
}
let duties: number[]
let facts: AccessFacts
const show = async (search = '') => {
  await served.show(
    <InShell search={search}>
      <AppCentre />
    </InShell>,
  )
  await until(() => !document.querySelector('[aria-label=正在加载]') && getPageText().length > 20)
}
const field = () => document.querySelector<HTMLInputElement>('[data-search]')!
const tileOf = (name: string) => [...document.querySelectorAll('li')].find((one) => one.textContent.startsWith(name))!
const listCategories = () => [...document.querySelectorAll('section h2')].map(({ textContent }) => textContent)

const headmaster = { name: '陈国栋', orgName: '实验学校', phone: '0571-88000126' }
const staffPage: PageTile = {
  key: 'page:/baseData/User',
  name: '教师管理',
  logo: 'idcard',
  url: '/baseData/User',
  about: '教职工档案',
  category: 'teachers',
  pinyin: 'jiaoshiguanli',
  initials: 'jsgl',
  waits: 3,
}
/** Enough applications for grouping by category. */
const many = () => [
  ...tiles,
  ...Array.from({ length: 20 }, (_, at) => ({ ...tiles[0]!, key: `more-${at}`, name: `更多应用${at}` })),
]

// Loaded before the fake timers start, because the sheet is imported lazily.
beforeAll(() => import('../components/app-sheet.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  centre = { apps: tiles, modules: [], recent: ['health', 'gone'], shortcuts: ['roll'], mayGrant: false }
  facts = {
    openTo: ['教务管理员'],
    needs: '按角色',
    note: '',
    canRequest: true,
    isRequested: false,
    people: [headmaster],
  }
  duties = []
  served = createTestPage(answers)
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('counts all and opened applications, and shows a few in one grid with a category filter', async () => {
  await show()
  expect(getPageText()).toContain('共 6 个，已开通 4 个')
  expect(listCategories()).toEqual(['最近使用'])
  await click(named('学生发展1'))
  expect(document.querySelector('section[aria-label=学生发展] li')!.textContent).toContain('学生体质健康')
  expect(getPageText()).not.toContain('装备资产管理')
  await click(named('全部6'))
  expect(tileOf('教务管理').textContent).toContain('管理员')
  expect(tileOf('新生报名系统').textContent).toBe('新生报名系统 教育局未开通申请开通')
  expect(tileOf('家访预约').textContent).toContain('申请中')
  expect(tileOf('装备资产管理').textContent).toContain('未对您开放查看开放对象')
})

it('groups many applications by category', async () => {
  centre = { ...centre, apps: many() }
  await show()
  expect(listCategories()).toEqual(['最近使用', '教务教学22', '学生发展1', '招生报名1', '家校共育1', '资产与数据1'])
})

it('shows built-in pages in the first row with their to-do counts', async () => {
  centre = { ...centre, modules: [staffPage] }
  await show()
  expect(listCategories()[0]).toBe('校务功能1')
  expect(tileOf('3').textContent).toContain('，3条待办教师管理教职工档案')
  await typeInto(field(), 'jsgl')
  await until(() => getPageText().includes('找到 1 个应用'))
})

it('shows users and deciders of an application that is not open, and requests it', async () => {
  await show()
  await click(tileOf('装备资产管理').querySelector('button')!)
  await until(() => document.querySelector('dialog textarea') !== null)
  const dialog = document.querySelector('dialog')!
  expect(dialog.querySelector('h2')!.textContent).toBe('申请使用“装备资产管理”')
  expect(dialog.textContent).toContain('开放对象教务管理员')
  expect(dialog.textContent).toContain('由谁处理陈国栋，实验学校0571-88000126')
  await click(named('申请'))
  await until(() => getPageText().includes('请填写用途'))
  expect(served.callsTo(catalogueApi.requestAccess.path)).toEqual([])
  await typeInto(dialog.querySelector('textarea')!, '负责资产盘点')
  centre = { ...centre, apps: tiles.map((app) => (app.key === 'assets' ? { ...app, state: 'requested' } : app)) }
  await click(named('申请'))
  await until(() => tileOf('装备资产管理').textContent.includes('申请中'))
  expect(served.callsTo(catalogueApi.requestAccess.path)[0]!.body).toEqual({
    accessTarget: { kind: 'application', target: 'assets' },
    reason: '负责资产盘点',
  })
  expect(document.querySelector('dialog')).toBeNull()
})

it('explains how to get an application that cannot be requested', async () => {
  facts = { ...facts, canRequest: false, note: '教务处安排任课后自动开放，无需申请。' }
  await show()
  await click(tileOf('装备资产管理').querySelector('button')!)
  await until(() => getPageText().includes('如何获得教务处安排任课后自动开放'))
  expect(document.querySelector('dialog textarea')).toBeNull()
})

it('shows which kinds of applications the caller administers', async () => {
  duties = [4, 7]
  await show()
  await until(() => getPageText().includes('您负责'))
  expect(getPageText()).toContain(`您负责${auditorTypes[4]}、${auditorTypes[7]}`)
})

it('opens a window on the click and navigates it to the address of the server', async () => {
  const other = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
  await show()
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => other.location.replace.mock.calls.length === 1)
  expect(other.location.replace).toHaveBeenCalledWith('https://lessons.example.cn/')
  expect(other.opener).toBeNull()
  expect(served.callsTo(catalogueApi.open.path)[0]!.body).toEqual({ fAppKey: 'lessons' })
})

it('reports a blocked window and a refusal of the server', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  await show()
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => getAnnouncements('status').includes('新窗口被拦截，请允许弹出窗口'))
  const other = { opener: null, location: { replace: vi.fn() }, close: vi.fn() }
  vi.mocked(window.open).mockReturnValue(other as unknown as Window)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ret: -401, msg: '该应用尚未对您开放', data: null })))
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => getAnnouncements('status').includes('该应用尚未对您开放'))
  expect(other.close).toHaveBeenCalledOnce()
})

it('adds a shortcut with the star at once and removes it again', async () => {
  await show()
  const star = () => named('快捷访问：教务管理')
  expect(star().getAttribute('aria-pressed')).toBe('false')
  expect(named('快捷访问：课堂点名').getAttribute('aria-pressed')).toBe('true')
  await click(star())
  await until(() => star().getAttribute('aria-pressed') === 'true')
  await until(() => served.callsTo(catalogueApi.setShortcut.path).length === 1)
  expect(served.callsTo(catalogueApi.setShortcut.path)[0]!.body).toEqual([
    { fAppKey: 'roll', fSort: 0 },
    { fAppKey: 'lessons', fSort: 1 },
  ])
  await click(named('快捷访问：课堂点名'))
  await until(() => served.callsTo(catalogueApi.setShortcut.path).length === 2)
  expect(served.callsTo(catalogueApi.setShortcut.path)[1]!.body).toEqual([{ fAppKey: 'lessons', fSort: 0 }])
})

it('restores the star when saving is refused', async () => {
  await show()
  const fetched = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('setShortcut')
      ? new Response(JSON.stringify({ ret: 0, msg: '应用不存在', data: null }))
      : fetched(address, init),
  )
  await click(named('快捷访问：教务管理'))
  await until(() => getAnnouncements('status').includes('应用不存在'))
  await until(() => named('快捷访问：教务管理').getAttribute('aria-pressed') === 'false')
  expect(named('快捷访问：课堂点名').getAttribute('aria-pressed')).toBe('true')
})

it('finds by characters, pinyin and initials, marks the matches, and replaces the categories by the results', async () => {
  await show()
  await pressKey('/')
  expect(document.activeElement).toBe(field())
  await typeInto(field(), 'xs')
  await until(() => getPageText().includes('找到 2 个应用'))
  expect(listCategories()).toEqual(['找到 2 个应用拼音或首字母 xs'])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['学生', '新生'])
  await typeInto(field(), '点名')
  await until(() => getPageText().includes('找到 1 个应用'))
  await typeInto(field(), '没有的')
  await until(() => getPageText().includes('未找到“没有的”'))
  await click(named('清除条件'))
  await until(() => listCategories().length === 1)
  expect(field().value).toBe('')
})

it('filters by own access or by families, and stores the filter in the address', async () => {
  await show('show=mine')
  expect(named('全部3')).toBeTruthy()
  await click(named('学生端'))
  expect(named('全部1')).toBeTruthy()
  expect(named('学生端').getAttribute('aria-pressed')).toBe('true')
})

it('links to the grants page for callers who may open applications', async () => {
  centre = { ...centre, mayGrant: true }
  await show()
  await click(tileOf('新生报名系统').querySelector('button')!)
  await until(() => document.querySelector('dialog a[href^="/systemSet"]') !== null)
  expect(named('去应用授权').getAttribute('href')).toBe('/systemSet/AppAuthorize?app=enrol')
})

it('shows a text for an empty centre and for a server error', async () => {
  centre = { ...centre, apps: [] }
  await show()
  expect(getPageText()).toContain('应用中心还没有应用')
  await served.close()
  served = createTestPage({})
  await show()
  expect(getPageText()).toContain('重试')
})

it('shows icons with names on a phone, and a tap on a closed one requests it', async () => {
  Object.assign(window, { innerWidth: 390 })
  await show()
  expect(document.querySelector('[aria-pressed][title]')).toBeNull()
  await click(tileOf('新生报名系统').querySelector('button')!)
  await until(() => document.querySelector('dialog textarea') !== null)
})
