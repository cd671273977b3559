import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useClientErrors, watchClientErrors } from '#packages/web/core/client-errors.ts'
import { usePageSearch, type SetSearch } from '#packages/web/desk/page-search.tsx'
import { usePageName } from '#packages/web/desk/page-name.ts'
import { useUnsaved } from '#packages/web/desk/unsaved-changes.ts'
import { findPage } from '../page-list.ts'
import { preloadPage } from '../page-components.ts'
import { closeDesk, openDesk, serve } from '../testing/desk.tsx'
import { forgetTags } from './tag-store.ts'

/** The latest setter of each page for its address. */
const setSearches: Record<string, SetSearch> = {}
let mountCount = 0

/** A page with state that would be lost, which shows its own address. */
const pageNamed = (name: string) =>
  function Page() {
    const { search, setSearch, isFront } = usePageSearch()
    const [typed, setTyped] = useState('')
    const [number] = useState(() => ++mountCount)
    setSearches[name] = setSearch
    useUnsaved(typed === '未保存')
    usePageName(typed.startsWith('叫') ? typed.slice(1) : undefined)
    if (typed === '坏') throw new Error(`${name} is broken`)
    return (
      <div data-page={name} data-front={isFront} data-born={number}>
        <input value={typed} onChange={({ target }) => setTyped(target.value)} />
        <output>{search.toString()}</output>
      </div>
    )
  }

const info = '/personal/info'
const password = '/personal/password'
const many = [info, password, '/personal/devices', '/personal', '/topMenu', '/puMain', '/baseData/Orgs', '/icon']

beforeEach(async () => {
  sessionStorage.clear()
  await closeDesk()
  forgetTags()
  Object.assign(window, { innerWidth: 1366 })
  serve()
  for (const url of [...many, '/dataCentre/dataBoard']) {
    await preloadPage({ ...findPage(url)!, load: async () => ({ default: pageNamed(url) }) })
  }
})

const pageIn = (container: HTMLElement, url: string) => container.querySelector<HTMLElement>(`[data-page="${url}"]`)
const frame = (container: HTMLElement, url: string) => pageIn(container, url)!.parentElement!
const isSeen = (container: HTMLElement, url: string) => frame(container, url).style.display !== 'none'
const tagsIn = (container: HTMLElement) =>
  [...container.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
const tagIn = (container: HTMLElement, title: string) =>
  [...container.querySelectorAll<HTMLElement>('[role=tab]')].find((tag) => tag.textContent.startsWith(title))!
const press = (element: Element) => act(async () => (element as HTMLElement).click())
const type = (container: HTMLElement, url: string, text: string) =>
  act(async () => {
    const field = pageIn(container, url)!.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, text)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

it('keeps a page behind another as it was left: its state, and its address', async () => {
  const { container, go, at } = await openDesk(`${info}?tab=2`)
  await type(container, info, '写了一半')
  await go(`${password}?x=1`)
  expect(isSeen(container, info)).toBe(false)
  expect(pageIn(container, info)!.querySelector('output')!.textContent).toBe('tab=2')
  expect(pageIn(container, password)!.querySelector('output')!.textContent).toBe('x=1')
  await press(tagIn(container, '个人信息'))
  expect(at()).toBe(`${info}?tab=2`)
  expect(isSeen(container, info)).toBe(true)
  expect(pageIn(container, info)!.querySelector('input')!.value).toBe('写了一半')
})

it('lets a page change the address only while it is in front, and twice in one update', async () => {
  const { go, at } = await openDesk(info)
  const put = (name: string) => (before: URLSearchParams) => {
    before.set(name, '1')
    return before
  }
  await act(async () => {
    setSearches[info]!(put('a'))
    setSearches[info]!(put('b'))
  })
  await vi.waitFor(() => expect(at()).toBe(`${info}?a=1&b=1`))
  await go(password)
  await act(async () => setSearches[info]!(put('c')))
  expect(at()).toBe(password)
})

it('keeps the 8 most recent pages mounted, and remounts older ones', async () => {
  const { container, go } = await openDesk('/dataCentre/dataBoard')
  for (const url of many.slice(0, 7)) await go(url)
  expect(pageIn(container, '/dataCentre/dataBoard')).not.toBeNull()
  await go(many[7]!)
  expect(container.querySelectorAll('[data-page]')).toHaveLength(8)
  expect(pageIn(container, '/dataCentre/dataBoard')).toBeNull()
  expect(tagsIn(container)).toHaveLength(9)
})

it('keeps the scroll position of each page', async () => {
  const { container, go } = await openDesk(info)
  const scroller = frame(container, info)
  await act(async () => {
    scroller.scrollTop = 120
    scroller.dispatchEvent(new Event('scroll'))
  })
  await go(password)
  scroller.scrollTop = 0
  await go(info)
  expect(frame(container, info)).toBe(scroller)
  expect(scroller.scrollTop).toBe(120)
})

it('leaves the other pages alone when one fails, and records the error', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  watchClientErrors()
  const { container, go } = await openDesk(info)
  await type(container, info, '好的')
  await go(password)
  await type(container, password, '坏')
  expect(container.textContent).toContain('页面出现异常，请刷新后重试')
  expect(useClientErrors.getState().errors.at(-1)).toMatchObject({
    message: `Error: ${password} is broken`,
    component: '修改密码',
  })
  await go(info)
  expect(pageIn(container, info)!.querySelector('input')!.value).toBe('好的')
  await go(password)
  await press([...container.querySelectorAll('button')].find((button) => button.textContent === '重试')!)
  expect(pageIn(container, password)).not.toBeNull()
  quiet.mockRestore()
})

it('refreshes a page through /redirect: it is remounted, with its query', async () => {
  const { container, at, settle } = await openDesk(`${info}?tab=2`)
  await type(container, info, '写了一半')
  const before = pageIn(container, info)!.dataset['born']
  await press(container.querySelector('[aria-label=重新加载本页]')!)
  await settle()
  expect(at()).toBe(`${info}?tab=2`)
  expect(pageIn(container, info)!.dataset['born']).not.toBe(before)
  expect(pageIn(container, info)!.querySelector('input')!.value).toBe('')
})

it('marks unsaved pages with a dot, also behind another page, and asks before closing', async () => {
  const { container, go, at, settle } = await openDesk(info)
  await type(container, info, '未保存')
  expect(tagsIn(container)).toContain('个人信息，有未保存的修改')
  await go(password)
  expect(tagsIn(container)).toContain('个人信息，有未保存的修改')
  await press(container.querySelector('[title=关闭个人信息]')!)
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(container.querySelector('dialog')?.textContent).toContain('有 1 个页面还没有保存')
  })
  await press([...container.querySelectorAll('dialog button')].find(({ textContent }) => textContent === '放弃并关闭')!)
  await settle()
  expect(tagsIn(container)).toEqual(['数据看板', '修改密码'])
  expect(at()).toBe(password)
  await go(info)
  expect(tagsIn(container)).toContain('个人信息')
})

it('shows the name that a page sets, on its tag and in the window title, until it is closed', async () => {
  const { container, go, settle } = await openDesk(info)
  await type(container, info, '叫李老师的信息')
  expect(tagsIn(container)).toEqual(['数据看板', '李老师的信息'])
  expect(document.title).toContain('李老师的信息')
  await go(password)
  expect(tagsIn(container)).toEqual(['数据看板', '李老师的信息', '修改密码'])
  expect(document.title).toContain('修改密码')
  await press(container.querySelector('[title=关闭李老师的信息]')!)
  await settle()
  await go(info)
  expect(tagsIn(container)).toEqual(['数据看板', '修改密码', '个人信息'])
})

it('closes the page in front and opens the one before it', async () => {
  const { container, go, at, settle } = await openDesk(info)
  await go(password)
  await press(container.querySelector('[title=关闭修改密码]')!)
  await settle()
  expect(at()).toBe(info)
  expect(tagsIn(container)).toEqual(['数据看板', '个人信息'])
})

it('closes a tag with the middle button and with Alt+W; Alt+1 opens the first', async () => {
  const { container, go, at, settle } = await openDesk(info)
  await go(password)
  await act(async () =>
    tagIn(container, '个人信息').dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true })),
  )
  expect(tagsIn(container)).toEqual(['数据看板', '修改密码'])
  const alt = (code: string) =>
    act(async () =>
      document.dispatchEvent(new KeyboardEvent('keydown', { bubbles: true, altKey: true, code, key: '' })),
    )
  await alt('KeyW')
  await settle()
  expect(tagsIn(container)).toEqual(['数据看板'])
  await go(info)
  await alt('Digit1')
  await settle()
  expect(at()).toBe('/dataCentre/dataBoard')
})

it('moves through the tags with the arrows, and closes with Delete', async () => {
  const { container, go } = await openDesk(info)
  await go(password)
  const list = container.querySelector('[role=tablist]')!
  const focused = () => document.activeElement?.textContent
  const key = (pressed: string) =>
    act(async () =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true })),
    )
  expect([...list.querySelectorAll('[tabindex="0"]')].map(({ textContent }) => textContent)).toEqual(['修改密码'])
  tagIn(container, '修改密码').focus()
  await key('ArrowRight')
  expect(focused()).toBe('数据看板')
  await key('Delete')
  await key('ArrowLeft')
  await key('ArrowLeft')
  expect(focused()).toBe('个人信息')
  await key('Delete')
  expect(tagsIn(container)).toEqual(['数据看板', '修改密码'])
})

const mobile = '13800138000'
const reads = (container: HTMLElement, url: string) => pageIn(container, url)!.querySelector('output')!.textContent
/** As a list does when the user presses 查询. */
const changeSearch = (url: string, change: Record<string, string>) =>
  act(async () => setSearches[url]!((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change })))
const waitFor = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      check()
    },
    { timeout: 60_000 },
  )
const waitUntil = (container: HTMLElement, url: string, text: string) =>
  waitFor(() => expect(reads(container, url)).toBe(text))
const storedTags = () => JSON.stringify([sessionStorage, localStorage].map((store) => Object.entries(store)))

it.each([mobile, '138 0013-8000', '张三13800138000', '33019919900101123X'])(
  'keeps %s out of the address and out of storage, while the page searches for it',
  async (text) => {
    const { container, at } = await openDesk(info)
    await changeSearch(info, { keyword: text, status: 'open' })
    await waitUntil(container, info, String(new URLSearchParams({ status: 'open', keyword: text })))
    expect(at()).toBe(`${info}?status=open`)
    expect(storedTags()).toContain('status=open')
    for (const part of [text, encodeURIComponent(text), '8000', '19900101']) expect(storedTags()).not.toContain(part)
  },
)

it('restores such a number on back and forward, and with its tag', async () => {
  const { container, go, at } = await openDesk(info)
  await changeSearch(info, { keyword: mobile })
  await waitUntil(container, info, `keyword=${mobile}`)
  await changeSearch(info, { page: '2' })
  await waitUntil(container, info, `page=2&keyword=${mobile}`)
  await go(-1)
  await waitUntil(container, info, `keyword=${mobile}`)
  await go(-1)
  await waitUntil(container, info, '')
  await go(2)
  await waitUntil(container, info, `page=2&keyword=${mobile}`)
  await go(password)
  expect(reads(container, info)).toBe(`page=2&keyword=${mobile}`)
  expect(reads(container, password)).toBe('')
  await press(tagIn(container, '个人信息'))
  await waitFor(() => expect(at()).toBe(`${info}?page=2`))
  await waitUntil(container, info, `page=2&keyword=${mobile}`)
  await changeSearch(info, { page: '3' })
  await waitUntil(container, info, `page=3&keyword=${mobile}`)
  await go(-1)
  await waitUntil(container, info, `page=2&keyword=${mobile}`)
})

it('starts without the number at another address of the page', async () => {
  const { container, go } = await openDesk(info)
  await changeSearch(info, { keyword: mobile })
  await waitUntil(container, info, `keyword=${mobile}`)
  await go(password)
  await go(`${info}?tab=2`)
  await waitFor(() => expect(reads(container, info)).toBe('tab=2'))
  expect(container.innerHTML).not.toContain(mobile)
})
