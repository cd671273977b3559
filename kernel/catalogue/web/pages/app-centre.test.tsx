import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { newServed } from '#packages/web/desk/served.fixture.tsx'
import { click, press, said, seen, write } from '#packages/web/desk/stage.fixture.tsx'
import { auditorTypes, catalogueApi } from '../../contract.ts'
import { InShell, named, tiles, until } from '../centre.fixture.tsx'
import type { Centre } from '../queries.ts'
import AppCentre from './app-centre.tsx'

let served: ReturnType<typeof newServed>
let centre: Centre

const answers = {
  [catalogueApi.centre.path]: () => centre,
  [catalogueApi.setShortcut.path]: () => null,
  [catalogueApi.open.path]: () => ({ url: 'https://lessons.example.cn/' }),
  [catalogueApi.askFor.path]: () => null,
  [catalogueApi.appPermission.path]: ({ query }: { query: Record<string, string> }) => {
    const auditorType = Number(query['auditorType'])
    return { auditorType, isAuditor: duties.includes(auditorType) ? 1 : 0 }
  },
}
let duties: number[]
const show = async (search = '') => {
  await served.show(
    <InShell search={search}>
      <AppCentre />
    </InShell>,
  )
  await until(() => !document.querySelector('[aria-label=正在加载]') && seen().length > 20)
}
const field = () => document.querySelector<HTMLInputElement>('[data-search]')!
const tileOf = (name: string) => [...document.querySelectorAll('li')].find((one) => one.textContent.startsWith(name))!
const shelves = () => [...document.querySelectorAll('section h2')].map(({ textContent }) => textContent)

// What comes late comes in its own time, which is not the test's.
beforeAll(() => import('../components/ask-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  Object.assign(window, { innerWidth: 1366 })
  centre = { apps: tiles, recent: ['health', 'gone'], shortcuts: ['roll'], mayGrant: false }
  duties = []
  served = newServed(answers)
})
afterEach(async () => {
  await served.close()
  vi.restoreAllMocks()
  vi.useRealTimers()
})

it('counts what there is and what is open here, and has a shelf for each kind', async () => {
  await show()
  expect(seen()).toContain('共 6 个，已开通 4 个')
  expect(shelves()).toEqual(['最近使用', '教务教学2', '学生发展1', '招生报名1', '家校共育1', '资产与数据1'])
  expect(tileOf('教务管理').textContent).toContain('管理员')
  expect(tileOf('新生报名系统').textContent).toBe('新生报名系统 教育局未开通申请开通')
  expect(tileOf('家访预约').textContent).toContain('开通申请中')
  expect(tileOf('装备资产管理').textContent).toContain('仅部分人员可用')
  expect(tileOf('装备资产管理').querySelector('button')).toBeNull()
})

it('says which kinds of applications one looks after oneself', async () => {
  duties = [4, 7]
  await show()
  await until(() => seen().includes('您负责'))
  expect(seen()).toContain(`您负责${auditorTypes[4]}、${auditorTypes[7]}`)
})

it('opens a window in the moment of the press, and leads it where the server says', async () => {
  const other = { opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() }
  vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
  await show()
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => other.location.replace.mock.calls.length === 1)
  expect(other.location.replace).toHaveBeenCalledWith('https://lessons.example.cn/')
  expect(other.opener).toBeNull()
  expect(served.asked(catalogueApi.open.path)[0]!.body).toEqual({ fAppKey: 'lessons' })
})

it('says so where the browser opens no window, and where the server refuses', async () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  await show()
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => said('status').includes('新窗口被拦截，请允许弹出窗口'))
  const other = { opener: null, location: { replace: vi.fn() }, close: vi.fn() }
  vi.mocked(window.open).mockReturnValue(other as unknown as Window)
  vi.stubGlobal('fetch', async () => new Response(JSON.stringify({ ret: -401, msg: '该应用尚未对您开放', data: null })))
  await click(tileOf('教务管理').querySelector('button')!)
  await until(() => said('status').includes('该应用尚未对您开放'))
  expect(other.close).toHaveBeenCalledOnce()
})

it('puts an application among the shortcuts with its star, at once, and takes it out again', async () => {
  await show()
  const star = () => named('快捷访问：教务管理')
  expect(star().getAttribute('aria-pressed')).toBe('false')
  expect(named('快捷访问：课堂点名').getAttribute('aria-pressed')).toBe('true')
  await click(star())
  await until(() => star().getAttribute('aria-pressed') === 'true')
  await until(() => served.asked(catalogueApi.setShortcut.path).length === 1)
  expect(served.asked(catalogueApi.setShortcut.path)[0]!.body).toEqual([
    { fAppKey: 'roll', fSort: 0 },
    { fAppKey: 'lessons', fSort: 1 },
  ])
  await click(named('快捷访问：课堂点名'))
  await until(() => served.asked(catalogueApi.setShortcut.path).length === 2)
  expect(served.asked(catalogueApi.setShortcut.path)[1]!.body).toEqual([{ fAppKey: 'lessons', fSort: 0 }])
})

it('gives the star back where saving is refused', async () => {
  await show()
  const fetched = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    address.includes('setShortcut')
      ? new Response(JSON.stringify({ ret: 0, msg: '应用不存在', data: null }))
      : fetched(address, init),
  )
  await click(named('快捷访问：教务管理'))
  await until(() => said('status').includes('应用不存在'))
  await until(() => named('快捷访问：教务管理').getAttribute('aria-pressed') === 'false')
  expect(named('快捷访问：课堂点名').getAttribute('aria-pressed')).toBe('true')
})

it('finds by characters, pinyin and initials, marks the hits, and puts them in the place of the shelves', async () => {
  await show()
  await press('/')
  expect(document.activeElement).toBe(field())
  await write(field(), 'xs')
  await until(() => seen().includes('找到 2 个应用'))
  expect(shelves()).toEqual(['找到 2 个应用拼音或首字母 xs'])
  expect([...document.querySelectorAll('mark')].map(({ textContent }) => textContent)).toEqual(['学生', '新生'])
  await write(field(), '点名')
  await until(() => seen().includes('找到 1 个应用'))
  await write(field(), '没有的')
  await until(() => seen().includes('没有找到「没有的」'))
  await click(named('清除条件'))
  await until(() => shelves().length === 6)
  expect(field().value).toBe('')
})

it('shows what one may open, or what is for families; the address says so', async () => {
  await show('show=mine')
  expect(shelves()).toEqual(['最近使用', '教务教学2', '学生发展1'])
  await click(named('学生端'))
  expect(shelves()).toEqual(['学生发展1'])
  expect(named('学生端').getAttribute('aria-pressed')).toBe('true')
})

it('asks for what is closed, with a reason', async () => {
  await show()
  await click(named('申请开通：新生报名系统'))
  await until(() => document.querySelector('dialog textarea') !== null)
  expect(document.querySelector('dialog h2')!.textContent).toBe('申请开通「新生报名系统（教育局）」')
  await click(named('提交'))
  await until(() => seen().includes('请填写用途'))
  expect(served.asked(catalogueApi.askFor.path)).toEqual([])
  await write(document.querySelector('dialog textarea')!, '招生季使用')
  centre = { ...centre, apps: tiles.map((app) => (app.key === 'enrol' ? { ...app, state: 'asked' } : app)) }
  await click(named('提交'))
  await until(() => tileOf('新生报名系统').textContent.includes('开通申请中'))
  expect(served.asked(catalogueApi.askFor.path)[0]!.body).toEqual({ fAppKey: 'enrol', reason: '招生季使用' })
  expect(document.querySelector('dialog')).toBeNull()
})

it('leads whoever opens applications herself to where that is done', async () => {
  centre = { ...centre, mayGrant: true }
  await show()
  expect(named('应用授权：新生报名系统').getAttribute('href')).toBe('/systemSet/AppAuthorize?app=enrol')
})

it('has words for an empty shelf, and for a server that does not answer', async () => {
  centre = { ...centre, apps: [] }
  await show()
  expect(seen()).toContain('应用中心还没有应用')
  await served.close()
  served = newServed({})
  await show()
  expect(seen()).toContain('重试')
})

it('is pictures with names on a phone, and what is closed is asked for by a touch', async () => {
  Object.assign(window, { innerWidth: 390 })
  await show()
  expect(document.querySelector('[aria-pressed][title]')).toBeNull()
  await click(tileOf('新生报名系统').querySelector('button')!)
  await until(() => document.querySelector('dialog textarea') !== null)
})
