import { act } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { isBigText, setBigText } from '#packages/web/core/big-text.ts'
import { setWaitingCounts } from '#packages/web/core/waiting-counts.ts'
import { clearClientErrors, recordClientError, watchClientErrors } from '#packages/web/core/client-errors.ts'
import { createMemoryIndexedDb } from '#packages/web/core/device-store.fixture.ts'
import { getOutbox } from '#packages/web/core/outbox/device-outbox.ts'
import { updateSessionUser } from '#packages/web/core/session.ts'
import { isDarkTheme } from '#packages/web/core/theme.ts'
import { setLetterKeysOn } from '#packages/web/desk/letter-keys.ts'
import { findPage } from '../page-list.ts'
import { preloadPage } from '../page-components.ts'
import { forgetTags } from '../page-tags/tag-store.ts'
import { answers, calls, closeDesk, openDesk, serve } from '../testing/desk.tsx'
import { hideLayer } from './layers.tsx'
import { useSidebar } from './sidebar-state.ts'

const Empty = () => <p>page</p>
const board = '/dataCentre/dataBoard'

beforeEach(async () => {
  sessionStorage.clear()
  await closeDesk()
  forgetTags()
  setBigText(false)
  setLetterKeysOn(true)
  hideLayer()
  setWaitingCounts({ unread: 0, todo: 0, tasks: 0 })
  useSidebar.setState({ isClosed: false, isDestroyed: false })
  Object.assign(window, { innerWidth: 1366 })
  serve()
  for (const url of [board, '/baseData/Orgs', '/personal/info'])
    await preloadPage({ ...findPage(url)!, load: async () => ({ default: Empty }) })
})

const texts = (container: ParentNode, selector: string) =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent)
const named = (container: ParentNode, label: string) =>
  [...container.querySelectorAll<HTMLElement>('button, a')].find(
    (one) => one.getAttribute('aria-label') === label || one.textContent === label,
  )!
const press = (element: HTMLElement) => act(async () => element.click())
const key = (init: KeyboardEventInit) =>
  act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, ...init })))
/** An overlay: its code is loaded on first use. */
const dialogOf = (container: ParentNode) =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      return container.querySelector('dialog') ?? Promise.reject(new Error('no dialog'))
    },
    { timeout: 60_000 },
  )
const menuItems = async (container: ParentNode) => {
  await press(container.querySelector('[aria-haspopup=menu][class*=user]')!)
  return texts(container, '[role=menuitem]')
}

it('has the tabs of the data centre on its pages, and a breadcrumb elsewhere', async () => {
  const { container, go } = await openDesk(board)
  expect(texts(container, 'nav[aria-label=数据中心] a')).toEqual(['数据看板', '应用中心', '应用数据统计'])
  expect(container.querySelector('nav[aria-label=当前位置]')).toBeNull()
  await go('/baseData/Orgs')
  expect(container.querySelector('nav[aria-label=数据中心]')).toBeNull()
  expect(texts(container, 'nav[aria-label=当前位置] li')).toEqual(['基础数据', '组织机构'])
})

it('names the district and the organisation, and links to switching only for users who may switch', async () => {
  const { container } = await openDesk(board)
  await vi.waitFor(() =>
    expect(container.querySelector('nav[aria-label=主菜单]')!.textContent).toContain('云禾区教育局'),
  )
  expect(container.querySelector('header')!.textContent).toContain('实验学校切换')
  await act(async () => updateSessionUser({ switchoverOrg: 0 }))
  expect(container.querySelector('header')!.textContent).not.toContain('切换')
})

it("has the data centre first in the menu, then the user's pages, and opens the group of the page", async () => {
  const { container, go } = await openDesk(board)
  const menu = () => container.querySelector('nav[aria-label=主菜单]')!
  expect(texts(menu(), 'li > a, li > button')).toEqual(['数据中心', '基础数据', '组织机构'])
  await press(named(menu(), '基础数据'))
  expect(texts(menu(), 'li > a, li > button')).toEqual(['数据中心', '基础数据'])
  await go('/baseData/Orgs')
  expect(texts(menu(), 'li > a, li > button')).toEqual(['数据中心', '基础数据', '组织机构'])
  expect(texts(menu(), '[aria-current=page]')).toEqual(['组织机构'])
})

it('sends users without a module to the front page of the organisation', async () => {
  serve({ '/api/access/menu': { ...(answers['/api/access/menu'] as object), modules: [] } })
  const { container } = await openDesk(board)
  expect(texts(container, 'nav[aria-label=主菜单] li > *')).toEqual(['数据中心', '单位主页'])
})

it('collapses the menu to icons with their names beside them, and hides it completely', async () => {
  const { container } = await openDesk(board)
  await press(named(container, '收起菜单'))
  const menu = container.querySelector('nav[aria-label=主菜单]')!
  expect(menu.textContent).toBe('')
  const group = named(menu, '基础数据')
  await act(async () => group.dispatchEvent(new FocusEvent('focusin', { bubbles: true })))
  expect(texts(menu, 'li a').slice(1)).toEqual(['组织机构'])
  await press(named(container, '展开菜单'))
  await press(named(container, '页面标签操作'))
  await press(named(container, '隐藏菜单'))
  expect(container.querySelector('nav[aria-label=主菜单]')).toBeNull()
  await press(named(container.querySelector('header')!, '显示菜单'))
  expect(container.querySelector('nav[aria-label=主菜单]')).not.toBeNull()
})

it('offers unbinding only to users who are bound', async () => {
  const { container } = await openDesk(board)
  const standardItems = ['个人信息', '修改密码', '登录设备', '审批设置', '问题反馈', '异常记录', '退出登录']
  expect(await menuItems(container)).toEqual(standardItems)
  await act(async () => updateSessionUser({ isBound: true }))
  expect(texts(container, '[role=menuitem]')).toContain('解除钉钉绑定')
})

it('has the themes in the user menu, and opens the menu at its first item', async () => {
  const { container } = await openDesk(board)
  await menuItems(container)
  expect(document.activeElement?.textContent).toBe('个人信息')
  const themes = () =>
    [...container.querySelectorAll('[role=menuitemradio]')].map((one) => [
      one.textContent,
      one.getAttribute('aria-checked'),
    ])
  expect(themes()).toEqual([
    ['浅色', 'false'],
    ['深色', 'false'],
    ['跟随系统', 'true'],
  ])
  await press(named(container, '深色'))
  expect(isDarkTheme()).toBe(true)
  await menuItems(container)
  expect(themes()[1]).toEqual(['深色', 'true'])
  await press(named(container, '跟随系统'))
  expect(isDarkTheme()).toBe(false)
})

it('opens the help at the section about the page, in a new window', async () => {
  const { container, go } = await openDesk('/baseData/Orgs')
  const help = () => container.querySelector<HTMLAnchorElement>('a[target=_blank]')!
  expect(help().getAttribute('href')).toBe(`/help#${findPage('/baseData/Orgs')!.help}`)
  await go('/404')
  expect(help().getAttribute('href')).toBe('/help')
})

it('renders the items that modules provide, and no empty area without any', async () => {
  const { container } = await openDesk(board)
  const tools = () =>
    [...container.querySelectorAll('header [class*=tools] > *')].map(
      (one) => one.getAttribute('aria-label') ?? one.textContent,
    )
  const all = [
    '搜索人员、班级、学生、应用Ctrl K',
    '后台任务',
    '消息',
    '通讯录',
    '帮助（新窗口）',
    '大字',
    '李李敏用户菜单',
  ]
  await vi.waitFor(() => expect(tools()).toEqual(all))
})

it('has the shortcut drawer behind the right edge, but not on phones and not with large text', async () => {
  serve({ '/api/app/getShortcut': [] })
  const { container } = await openDesk(board)
  const handle = () => container.querySelector<HTMLElement>('button[class*=handle]')
  await vi.waitFor(() => expect(handle()?.textContent).toBe('快捷访问'))
  await press(handle()!)
  const drawer = await dialogOf(container)
  await vi.waitFor(
    async () => {
      await act(async () => {})
      expect(drawer.textContent).toContain('还没有快捷方式')
    },
    { timeout: 60_000 },
  )
  await press(named(drawer, '关闭'))
  await press(named(container, '大字'))
  expect(handle()).toBeNull()
  await act(async () => setBigText(false))
  expect(handle()).not.toBeNull()
  Object.assign(window, { innerWidth: 390 })
  await act(async () => window.dispatchEvent(new Event('resize')))
  expect(handle()).toBeNull()
})

it('shows the unread count in red, and beside it the count of running tasks', async () => {
  const { container } = await openDesk(board)
  await vi.waitFor(() => expect(named(container, '消息')).toBeTruthy())
  await act(async () => setWaitingCounts({ unread: 120, todo: 3, tasks: 2 }))
  expect(texts(container, 'header [aria-haspopup=dialog]')).toEqual(['后台任务2，2个进行中', '消息99+，120条未读'])
  Object.assign(window, { innerWidth: 390 })
  await act(async () => window.dispatchEvent(new Event('resize')))
  expect(texts(container, 'nav[aria-label=底部导航] a')).toEqual(['首页', '应用', '消息99+，120条未读', '我的'])
})

it('lists the errors of this browser in 异常记录, with a button to clear them', async () => {
  watchClientErrors()
  clearClientErrors()
  recordClientError(new Error('broken'), '组织机构')
  const { container } = await openDesk(board)
  await menuItems(container)
  await press(named(container, '异常记录'))
  const dialog = await dialogOf(container)
  expect(dialog.textContent).toContain('Error: broken')
  expect(dialog.textContent).toContain('组织机构')
  await press(named(dialog, '清空 1 条'))
  expect(dialog.textContent).toContain('没有异常')
})

it('opens the palette with Ctrl+K and opens the selected page with Enter', async () => {
  const { container, at, settle } = await openDesk(board)
  await key({ key: 'k', ctrlKey: true })
  const dialog = await dialogOf(container)
  expect(texts(dialog, '[role=option]').length).toBeGreaterThan(3)
  const field = dialog.querySelector('input')!
  await act(async () => {
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, 'grxx')
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })
  expect(texts(dialog, '[role=option]')).toEqual(['个人信息个人中心'])
  await act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true })))
  await settle()
  expect(at()).toBe('/personal/info')
  expect(container.querySelector('dialog')).toBeNull()
})

it('moves through the palette with the arrows, wrapping around', async () => {
  const { container } = await openDesk(board)
  await key({ key: 'k', ctrlKey: true })
  const dialog = await dialogOf(container)
  const field = dialog.querySelector('input')!
  const arrow = (pressed: string) =>
    act(async () => field.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true })))
  const options = texts(dialog, '[role=option]')
  const chosen = () => texts(dialog, '[aria-selected=true]')
  expect(chosen()).toEqual([options[0]])
  await arrow('ArrowUp')
  expect(chosen()).toEqual([options.at(-1)])
  await arrow('ArrowDown')
  await arrow('ArrowDown')
  expect(chosen()).toEqual([options[1]])
})

it('shows the keys with ?, and can switch single letters off', async () => {
  const { container, at } = await openDesk('/personal/info')
  await key({ key: '?' })
  const dialog = await dialogOf(container)
  expect(dialog.textContent).toContain('快捷键')
  await press(dialog.querySelector<HTMLElement>('input[type=checkbox]')!)
  await press(named(dialog, '知道了'))
  await key({ key: 'g' })
  await key({ key: 'h' })
  expect(at()).toBe('/personal/info')
  setLetterKeysOn(true)
  await key({ key: 'g' })
  await key({ key: 'h' })
  await vi.waitFor(() => expect(at()).toBe(board))
})

it('is a phone layout below 992: a bottom bar on the root pages, a drawer with recent pages instead of tags', async () => {
  Object.assign(window, { innerWidth: 390 })
  const { container, go } = await openDesk(board)
  expect(container.querySelector('nav[aria-label=主菜单]')).toBeNull()
  expect(container.querySelector('[role=tablist]')).toBeNull()
  expect(texts(container, 'nav[aria-label=底部导航] a')).toEqual(['首页', '应用', '消息', '我的'])
  await go('/baseData/Orgs')
  expect(container.querySelector('nav[aria-label=底部导航]')).toBeNull()
  expect(container.querySelector('header h1')?.textContent).toBe('组织机构')
  await press(named(container, '打开菜单'))
  const drawer = container.querySelector('dialog')!
  expect(texts(drawer, 'nav[aria-labelledby=recent] a')).toEqual(['数据看板'])
  await go('/personal/info')
  expect(container.querySelector('dialog')).toBeNull()
})

it('has with large text the tabs in the menu, no tags, and always a button to switch it off', async () => {
  const { container } = await openDesk(board)
  await press(named(container, '大字'))
  expect(isBigText()).toBe(true)
  expect(container.querySelector('[role=tablist]')).toBeNull()
  expect(container.querySelector('nav[aria-label=数据中心]')).toBeNull()
  expect(texts(container, 'nav[aria-label=主菜单] li > a')).toEqual(['数据看板', '应用中心', '应用数据统计'])
  Object.assign(window, { innerWidth: 390 })
  await act(async () => window.dispatchEvent(new Event('resize')))
  await press(named(container, '退出大字'))
  expect(document.documentElement.hasAttribute('data-big')).toBe(false)
})

it('asks before it signs out somebody whose rolls have not been sent', async () => {
  vi.stubGlobal('indexedDB', createMemoryIndexedDb())
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false)
  const assign = vi.spyOn(location, 'assign').mockImplementation(() => {})
  const { container } = await openDesk(board)
  await getOutbox().enqueue({ subject: 'roll:a', path: '/api/rollCall/save', body: {} })
  const signOut = async () => {
    await menuItems(container)
    await press([...container.querySelectorAll<HTMLElement>('[role=menuitem]')].at(-1)!)
    return dialogOf(container)
  }
  const dialog = await signOut()
  expect(dialog.textContent).toContain('还有1份记录没有上传')
  await press(named(dialog, '先不退出'))
  expect(container.querySelector('dialog')).toBeNull()
  expect([calls.some((path) => path.endsWith('/logout')), getOutbox().getItems().length]).toEqual([false, 1])
  await press(named(await signOut(), '退出并删除'))
  await vi.waitFor(() => expect(assign).toHaveBeenCalledWith('/login'))
  expect(calls.some((path) => path.endsWith('/logout'))).toBe(true)
  vi.restoreAllMocks()
})
