import { act, useState } from 'react'
import { beforeEach, expect, it, vi } from 'vitest'
import { useErrorList, watchErrors } from '#packages/web/core/error-list.ts'
import { usePageSearch, type SetSearch } from '#packages/web/desk/page-search.tsx'
import { usePageName } from '#packages/web/desk/page-name.ts'
import { useUnsaved } from '#packages/web/desk/unsaved.ts'
import { findPage } from '../page-list.ts'
import { prepare } from '../prepared.ts'
import { closeDesk, openDesk, serve } from '../testing/desk.tsx'
import { forgetTags } from './store.ts'

/** The last word of each page about how it can change its address. */
const setSearches: Record<string, SetSearch> = {}
let born = 0

/** A page with something in it that would be lost, and a look at its own address. */
const pageNamed = (name: string) =>
  function Page() {
    const { search, setSearch, isFront } = usePageSearch()
    const [typed, setTyped] = useState('')
    const [number] = useState(() => ++born)
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
    await prepare({ ...findPage(url)!, load: async () => ({ default: pageNamed(url) }) })
  }
})

const pageIn = (place: HTMLElement, url: string) => place.querySelector<HTMLElement>(`[data-page="${url}"]`)
const frame = (place: HTMLElement, url: string) => pageIn(place, url)!.parentElement!
const isSeen = (place: HTMLElement, url: string) => frame(place, url).style.display !== 'none'
const tagsIn = (place: HTMLElement) => [...place.querySelectorAll('[role=tab]')].map(({ textContent }) => textContent)
const tagIn = (place: HTMLElement, title: string) =>
  [...place.querySelectorAll<HTMLElement>('[role=tab]')].find((tag) => tag.textContent.startsWith(title))!
const press = (element: Element) => act(async () => (element as HTMLElement).click())
const type = (place: HTMLElement, url: string, words: string) =>
  act(async () => {
    const field = pageIn(place, url)!.querySelector('input')!
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')!.set!.call(field, words)
    field.dispatchEvent(new Event('input', { bubbles: true }))
  })

it('keeps a page behind another as it was left: its state, and the address it reads', async () => {
  const { place, go, at } = await openDesk(`${info}?tab=2`)
  await type(place, info, '写了一半')
  await go(`${password}?x=1`)
  expect(isSeen(place, info)).toBe(false)
  expect(pageIn(place, info)!.querySelector('output')!.textContent).toBe('tab=2')
  expect(pageIn(place, password)!.querySelector('output')!.textContent).toBe('x=1')
  await press(tagIn(place, '个人信息'))
  expect(at()).toBe(`${info}?tab=2`)
  expect(isSeen(place, info)).toBe(true)
  expect(pageIn(place, info)!.querySelector('input')!.value).toBe('写了一半')
})

it('lets a page change the address only while it is in front, and twice in one go', async () => {
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

it('keeps the 8 most recent pages mounted, and begins anew what is older', async () => {
  const { place, go } = await openDesk('/dataCentre/dataBoard')
  for (const url of many.slice(0, 7)) await go(url)
  expect(pageIn(place, '/dataCentre/dataBoard')).not.toBeNull()
  await go(many[7]!)
  expect(place.querySelectorAll('[data-page]')).toHaveLength(8)
  expect(pageIn(place, '/dataCentre/dataBoard')).toBeNull()
  expect(tagsIn(place)).toHaveLength(9)
})

it('keeps how far each page was scrolled', async () => {
  const { place, go } = await openDesk(info)
  const scroller = frame(place, info)
  await act(async () => {
    scroller.scrollTop = 120
    scroller.dispatchEvent(new Event('scroll'))
  })
  await go(password)
  scroller.scrollTop = 0
  await go(info)
  expect(frame(place, info)).toBe(scroller)
  expect(scroller.scrollTop).toBe(120)
})

it('leaves the others alone when one page breaks, and notes it', async () => {
  const quiet = vi.spyOn(console, 'error').mockImplementation(() => {})
  watchErrors()
  const { place, go } = await openDesk(info)
  await type(place, info, '好的')
  await go(password)
  await type(place, password, '坏')
  expect(place.textContent).toContain('页面出现异常，请刷新后重试')
  expect(useErrorList.getState().errors.at(-1)).toMatchObject({
    message: `Error: ${password} is broken`,
    component: '修改密码',
  })
  await go(info)
  expect(pageIn(place, info)!.querySelector('input')!.value).toBe('好的')
  await go(password)
  await press([...place.querySelectorAll('button')].find((button) => button.textContent === '重试')!)
  expect(pageIn(place, password)).not.toBeNull()
  quiet.mockRestore()
})

it('refreshes a page through /redirect: it begins anew, with its query', async () => {
  const { place, at, settle } = await openDesk(`${info}?tab=2`)
  await type(place, info, '写了一半')
  const before = pageIn(place, info)!.dataset['born']
  await press(place.querySelector('[aria-label=重新加载本页]')!)
  await settle()
  expect(at()).toBe(`${info}?tab=2`)
  expect(pageIn(place, info)!.dataset['born']).not.toBe(before)
  expect(pageIn(place, info)!.querySelector('input')!.value).toBe('')
})

it('has a dot for what is not saved, also behind another page, and asks before it closes', async () => {
  const { place, go, at, settle } = await openDesk(info)
  await type(place, info, '未保存')
  expect(tagsIn(place)).toContain('个人信息，有未保存的修改')
  await go(password)
  expect(tagsIn(place)).toContain('个人信息，有未保存的修改')
  await press(place.querySelector('[title=关闭个人信息]')!)
  await vi.waitFor(async () => {
    await act(async () => {})
    expect(place.querySelector('dialog')?.textContent).toContain('有 1 个页面还没有保存')
  })
  await press([...place.querySelectorAll('dialog button')].find(({ textContent }) => textContent === '放弃并关闭')!)
  await settle()
  expect(tagsIn(place)).toEqual(['数据看板', '修改密码'])
  expect(at()).toBe(password)
  await go(info)
  expect(tagsIn(place)).toContain('个人信息')
})

it('calls a page what it calls itself, on its tag and above the window, until it is closed', async () => {
  const { place, go, settle } = await openDesk(info)
  await type(place, info, '叫李老师的信息')
  expect(tagsIn(place)).toEqual(['数据看板', '李老师的信息'])
  expect(document.title).toContain('李老师的信息')
  await go(password)
  expect(tagsIn(place)).toEqual(['数据看板', '李老师的信息', '修改密码'])
  expect(document.title).toContain('修改密码')
  await press(place.querySelector('[title=关闭李老师的信息]')!)
  await settle()
  await go(info)
  expect(tagsIn(place)).toEqual(['数据看板', '修改密码', '个人信息'])
})

it('closes the page in front and goes to the one before it', async () => {
  const { place, go, at, settle } = await openDesk(info)
  await go(password)
  await press(place.querySelector('[title=关闭修改密码]')!)
  await settle()
  expect(at()).toBe(info)
  expect(tagsIn(place)).toEqual(['数据看板', '个人信息'])
})

it('closes a tag by the middle button, and by Alt+W; Alt+1 goes to the first', async () => {
  const { place, go, at, settle } = await openDesk(info)
  await go(password)
  await act(async () =>
    tagIn(place, '个人信息').dispatchEvent(new MouseEvent('auxclick', { button: 1, bubbles: true })),
  )
  expect(tagsIn(place)).toEqual(['数据看板', '修改密码'])
  const alt = (code: string) =>
    act(async () => document.dispatchEvent(new KeyboardEvent('keydown', { altKey: true, code, key: '' })))
  await alt('KeyW')
  await settle()
  expect(tagsIn(place)).toEqual(['数据看板'])
  await go(info)
  await alt('Digit1')
  await settle()
  expect(at()).toBe('/dataCentre/dataBoard')
})

it('walks through the tags with the arrows, and closes by Delete', async () => {
  const { place, go } = await openDesk(info)
  await go(password)
  const list = place.querySelector('[role=tablist]')!
  const focused = () => document.activeElement?.textContent
  const key = (pressed: string) =>
    act(async () =>
      document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true })),
    )
  expect([...list.querySelectorAll('[tabindex="0"]')].map(({ textContent }) => textContent)).toEqual(['修改密码'])
  tagIn(place, '修改密码').focus()
  await key('ArrowRight')
  expect(focused()).toBe('数据看板')
  await key('Delete')
  await key('ArrowLeft')
  await key('ArrowLeft')
  expect(focused()).toBe('个人信息')
  await key('Delete')
  expect(tagsIn(place)).toEqual(['数据看板', '修改密码'])
})

const mobile = '13800138000'
const reads = (place: HTMLElement, url: string) => pageIn(place, url)!.querySelector('output')!.textContent
/** As a list does when somebody presses 查询. */
const look = (url: string, change: Record<string, string>) =>
  act(async () => setSearches[url]!((before) => new URLSearchParams({ ...Object.fromEntries(before), ...change })))
const waitFor = (check: () => void) =>
  vi.waitFor(
    async () => {
      await act(async () => {})
      check()
    },
    { timeout: 60_000 },
  )
const waitUntil = (place: HTMLElement, url: string, words: string) =>
  waitFor(() => expect(reads(place, url)).toBe(words))
const kept = () => JSON.stringify([sessionStorage, localStorage].map((store) => Object.entries(store)))

it.each([mobile, '138 0013-8000', '张三13800138000', '33019919900101123X'])(
  'keeps %s out of the address and out of what is remembered, while the page looks for it',
  async (words) => {
    const { place, at } = await openDesk(info)
    await look(info, { keyword: words, status: 'open' })
    await waitUntil(place, info, String(new URLSearchParams({ status: 'open', keyword: words })))
    expect(at()).toBe(`${info}?status=open`)
    expect(kept()).toContain('status=open')
    for (const part of [words, encodeURIComponent(words), '8000', '19900101']) expect(kept()).not.toContain(part)
  },
)

it('finds such a number again on the way back and forward, and behind its tag', async () => {
  const { place, go, at } = await openDesk(info)
  await look(info, { keyword: mobile })
  await waitUntil(place, info, `keyword=${mobile}`)
  await look(info, { page: '2' })
  await waitUntil(place, info, `page=2&keyword=${mobile}`)
  await go(-1)
  await waitUntil(place, info, `keyword=${mobile}`)
  await go(-1)
  await waitUntil(place, info, '')
  await go(2)
  await waitUntil(place, info, `page=2&keyword=${mobile}`)
  await go(password)
  expect(reads(place, info)).toBe(`page=2&keyword=${mobile}`)
  expect(reads(place, password)).toBe('')
  await press(tagIn(place, '个人信息'))
  await waitFor(() => expect(at()).toBe(`${info}?page=2`))
  await waitUntil(place, info, `page=2&keyword=${mobile}`)
  await look(info, { page: '3' })
  await waitUntil(place, info, `page=3&keyword=${mobile}`)
  await go(-1)
  await waitUntil(place, info, `page=2&keyword=${mobile}`)
})

it('begins without the number where somebody is led to another address of the page', async () => {
  const { place, go } = await openDesk(info)
  await look(info, { keyword: mobile })
  await waitUntil(place, info, `keyword=${mobile}`)
  await go(password)
  await go(`${info}?tab=2`)
  await waitFor(() => expect(reads(place, info)).toBe('tab=2'))
  expect(place.innerHTML).not.toContain(mobile)
})
