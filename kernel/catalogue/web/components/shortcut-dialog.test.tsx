import { act } from 'react'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { createTestPage } from '#packages/web/desk/test-page.fixture.tsx'
import { click, pressKey, getAnnouncements, getPageText, typeInto } from '#packages/web/desk/test-root.fixture.tsx'
import { catalogueApi, type PageTile } from '../../contract.ts'
import { groups, named, toShortcuts, tick, until } from '../centre.fixture.tsx'
import QuickAccess from './quick-access.tsx'

let served: ReturnType<typeof createTestPage>
/** The saved keys; undefined when nothing was ever saved. */
let saved: string[] | undefined
let refusal = ''
let modules: PageTile[]

const server = {
  [catalogueApi.appList.path]: () => groups,
  [catalogueApi.centre.path]: () => ({ apps: [], modules, recent: [], shortcuts: [], mayGrant: false }),
  [catalogueApi.getShortcut.path]: ({ query }: { query: Record<string, string> }) =>
    toShortcuts(saved ?? (query['showDefault'] === 'true' ? ['lessons', 'health'] : [])),
  [catalogueApi.setShortcut.path]: ({ body }: { body: unknown }) => {
    saved = (body as { fAppKey: string }[]).map(({ fAppKey }) => fAppKey)
    return null
  },
}
const dialog = () => document.querySelector('dialog')
const panes = () => [...dialog()!.querySelectorAll('section')] as [HTMLElement, HTMLElement]
const listed = () => [...panes()[1].querySelectorAll('li[data-key]')].map((row) => row.textContent)
const rows = () =>
  [...document.querySelectorAll('li button')].map((row) => row.textContent.replace('新窗口打开', '').trim())
const rowOf = (key: string) => dialog()!.querySelector<HTMLElement>(`li[data-key=${key}]`)!

// Loaded before the fake timers start, because the dialog is imported lazily.
beforeAll(() => import('./shortcut-dialog.tsx'))
beforeEach(() => {
  vi.useFakeTimers()
  saved = ['roll', 'lessons']
  refusal = ''
  modules = []
  served = createTestPage(server)
  const answer = fetch
  vi.stubGlobal('fetch', async (address: string, init?: RequestInit) =>
    refusal && address.includes('setShortcut')
      ? new Response(JSON.stringify({ ret: 0, msg: refusal, data: null }))
      : answer(address, init),
  )
})
afterEach(async () => {
  await served.close()
  vi.useRealTimers()
})

const open = async () => {
  await served.show(<QuickAccess />)
  await until(() => rows().length > 0)
  await click(named('配置快捷方式'))
  await until(() => dialog()?.querySelectorAll('section').length === 2)
}
const drag = (type: string, on: Element, clientY = 0) =>
  act(async () => {
    const event = new Event(type, { bubbles: true, cancelable: true })
    Object.assign(event, { clientY, dataTransfer: { setData: () => {}, effectAllowed: '' } })
    on.dispatchEvent(event)
  })

it('shows the defaults when nothing is saved and starts with an empty list', async () => {
  saved = undefined
  await open()
  expect(getPageText()).toContain('尚未配置，以下为默认应用')
  expect(listed()).toEqual([])
})

it('focuses the filter although the lists load after the dialog', async () => {
  await open()
  expect(document.activeElement?.getAttribute('aria-label')).toBe('按名称筛选')
})

it('lists all applications by category; existing shortcuts are marked and cannot be ticked', async () => {
  await open()
  expect(getPageText()).toContain('已配置 2 个')
  expect(listed()).toEqual(['课堂点名', '教务管理'])
  const [all] = panes()
  expect(all.textContent).toContain('教务管理已添加')
  expect((named('教务管理已添加', all) as HTMLInputElement).disabled).toBe(true)
  // Both are shortcuts, so nothing in the category can be ticked.
  expect((named('教务教学 2', all) as HTMLInputElement).disabled).toBe(true)
  await typeInto(all.querySelector('input[type=search]')!, 'tz')
  expect(all.querySelectorAll('ul ul li')).toHaveLength(1)
  expect(all.textContent).toContain('学生体质健康')
  await typeInto(all.querySelector('input[type=search]')!, '没有')
  expect(all.textContent).toContain('没有符合的应用')
})

it('adds the ticked applications, never categories, and shows a hint when none is ticked', async () => {
  saved = ['health']
  await open()
  await click(named('添加'))
  await until(() => getAnnouncements('status').includes('至少需要选择一个要添加的应用'))
  await tick('教务教学 2', panes()[0])
  expect(panes()[0].textContent).toContain('已选 2')
  await click(named('添加'))
  expect(listed()).toEqual(['学生体质健康', '教务管理', '课堂点名'])
  expect(panes()[0].textContent).not.toContain('已选')
})

it('removes the ticked shortcuts, shows a hint when none is ticked, and clears all', async () => {
  await open()
  await click(named('删除'))
  await until(() => getAnnouncements('status').includes('至少需要选择一个要删除的快捷方式'))
  await tick('课堂点名', panes()[1])
  await click(named('删除'))
  expect(listed()).toEqual(['教务管理'])
  await click(named('清空'))
  expect(listed()).toEqual([])
  // None of these actions has saved anything.
  expect(served.callsTo(catalogueApi.setShortcut.path)).toEqual([])
})

it('saves the order, confirms it, closes, and refreshes the list in the drawer', async () => {
  saved = ['roll', 'lessons', 'health']
  await open()
  rowOf('roll').querySelector('input')!.focus()
  await pressKey('ArrowDown', { altKey: true })
  await pressKey('ArrowDown', { altKey: true })
  await pressKey('ArrowDown', { altKey: true })
  expect(listed()).toEqual(['教务管理', '学生体质健康', '课堂点名'])
  expect(document.activeElement).toBe(rowOf('roll').querySelector('input'))
  expect(getAnnouncements('status')).toContain('课堂点名，第 3 位，共 3 位')
  await click(named('上移课堂点名'))
  await click(named('确定'))
  await until(() => dialog() === null)
  await until(() => getAnnouncements('status').includes('快捷方式已保存'))
  expect(served.callsTo(catalogueApi.setShortcut.path)[0]!.body).toEqual([
    { fAppKey: 'lessons', fSort: 0 },
    { fAppKey: 'roll', fSort: 1 },
    { fAppKey: 'health', fSort: 2 },
  ])
  await until(() => rows().join() === '教务管理,课堂点名,学生体质健康')
})

it('drops a dragged row before or after another, never into one', async () => {
  saved = ['roll', 'lessons', 'health']
  await open()
  for (const row of dialog()!.querySelectorAll('li[data-key]'))
    row.getBoundingClientRect = () => ({ top: 100, height: 40 }) as DOMRect
  await drag('dragstart', rowOf('health'))
  await drag('dragover', rowOf('roll'), 105)
  expect(rowOf('roll').dataset['drop']).toBe('before')
  await drag('dragover', rowOf('roll'), 135)
  expect(rowOf('roll').dataset['drop']).toBe('after')
  await drag('drop', rowOf('roll'), 135)
  expect(listed()).toEqual(['课堂点名', '学生体质健康', '教务管理'])
  await drag('dragstart', rowOf('health'))
  await drag('dragover', rowOf('health'), 135)
  await drag('drop', rowOf('health'), 135)
  expect(listed()).toEqual(['课堂点名', '学生体质健康', '教务管理'])
})

it('shows the error of the server and stays open', async () => {
  await open()
  refusal = '应用不存在'
  await click(named('确定'))
  await until(() => getAnnouncements('alert').includes('应用不存在'))
  expect(dialog()).not.toBeNull()
  expect(saved).toEqual(['roll', 'lessons'])
})

it('saves nothing when it is closed', async () => {
  await open()
  await click(named('清空'))
  await click(named('取消'))
  expect(dialog()).toBeNull()
  expect(served.callsTo(catalogueApi.setShortcut.path)).toEqual([])
})

it('lists built-in pages before the categories', async () => {
  modules = [
    {
      key: 'page:/baseData/User',
      name: '教师管理',
      logo: 'idcard',
      url: '/baseData/User',
      about: '教职工档案',
      category: 'teachers',
      pinyin: 'jiaoshiguanli',
      initials: 'jsgl',
      waits: 0,
    },
  ]
  await open()
  expect(panes()[0].textContent).toMatch(/^全部应用4.*校务功能 1/)
  await tick('教师管理', panes()[0])
  await click(named('添加'))
  await click(named('确定'))
  await until(() => saved?.length === 3)
  expect(saved).toEqual(['roll', 'lessons', 'page:/baseData/User'])
})
