import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { ViewerItem } from './viewer-item.ts'
import { openViewer } from './open-viewer.tsx'
import { Viewer } from './viewer.tsx'

const picture = (name: string): ViewerItem => ({ name, url: `/files/${name}`, kind: 'image', size: 46 * 1024 })
const three = [picture('操场.jpg'), picture('教室.jpg'), picture('食堂.jpg')]
const letter: ViewerItem = { name: '正文.pdf', url: '/files/letter', kind: 'document', pages: 3, size: 412 * 1024 }

let root: Root
let closed: number

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  setWindow(1366, 768)
  // There is no layout here: every element is as large as the window between the two bars.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockImplementation(() => innerWidth)
  vi.spyOn(HTMLElement.prototype, 'clientHeight', 'get').mockImplementation(() => innerHeight - 80)
  // Frames cannot be loaded either.
  Object.assign((window as unknown as { happyDOM: { settings: object } }).happyDOM.settings, {
    enableIframePageLoading: true,
  })
  vi.spyOn(HTMLIFrameElement.prototype, 'src', 'get').mockReturnValue('about:blank')
  closed = 0
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.restoreAllMocks()
  vi.useRealTimers()
})

const setWindow = (innerWidth: number, innerHeight: number) => Object.assign(window, { innerWidth, innerHeight })
const open = (items: readonly ViewerItem[], index = 0) =>
  act(async () => root.render(<Viewer items={items} index={index} onClose={() => closed++} />))
const dialog = () => document.querySelector('dialog')!
const shownName = () => document.querySelector('h2')!.textContent
const stage = () => dialog().querySelector<HTMLElement>('[tabindex="-1"]')!
const image = () => dialog().querySelector('img')!
const moved = () => image().parentElement!.style
const percent = () => dialog().querySelector('output')!.textContent
const frame = () => dialog().querySelector('iframe')!
const button = (label: string) => dialog().querySelector<HTMLElement>(`[aria-label="${label}"]`)!
const press = (label: string) => act(() => button(label).click())
const key = (name: string, on: Element = document.activeElement!, init: KeyboardEventInit = {}) =>
  act(
    () => void on.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true, cancelable: true, ...init })),
  )
const wheel = (deltaY: number) =>
  act(() => void stage().dispatchEvent(new WheelEvent('wheel', { deltaY, bubbles: true, cancelable: true })))
const pointer = (kind: string, pointerId: number, clientX: number, clientY: number, pointerType = 'touch') =>
  act(
    () =>
      void stage().dispatchEvent(
        new PointerEvent(kind, { pointerId, clientX, clientY, pointerType, button: 0, bubbles: true }),
      ),
  )

/** The picture has loaded with that size. */
const arrive = (naturalWidth = 400, naturalHeight = 300) =>
  act(() => {
    Object.defineProperties(image(), { naturalWidth: { value: naturalWidth }, naturalHeight: { value: naturalHeight } })
    image().dispatchEvent(new Event('load'))
  })

it('wraps: next after the last is the first, previous before the first is the last', async () => {
  await open(three, 2)
  press('下一个')
  expect(shownName()).toBe('操场.jpg')
  press('上一个')
  expect(shownName()).toBe('食堂.jpg')
})

it('goes to the next and the previous file with → and ←, wrapping', async () => {
  await open(three)
  key('ArrowLeft')
  expect(shownName()).toBe('食堂.jpg')
  key('ArrowRight')
  key('ArrowRight')
  expect(shownName()).toBe('教室.jpg')
})

it('zooms by 0.2 with ↑ and ↓ and with its buttons', async () => {
  await open(three)
  arrive()
  expect(percent()).toBe('100%')
  key('ArrowUp')
  expect(percent()).toBe('120%')
  press('放大')
  expect(percent()).toBe('140%')
  key('ArrowDown')
  press('缩小')
  expect(percent()).toBe('100%')
})

it('zooms by 0.015 with each turn of the wheel', async () => {
  await open(three)
  arrive(400, 400)
  wheel(-100)
  expect(moved().width).toBe('406px')
  wheel(100)
  wheel(3)
  expect(moved().width).toBe('394px')
})

it('does not get smaller than 0.2', async () => {
  await open(three)
  arrive(400, 400)
  for (let times = 0; times < 8; times++) key('ArrowDown')
  expect(percent()).toBe('20%')
  expect(moved().width).toBe('80px')
})

it('rotates in steps of 90 degrees', async () => {
  await open(three)
  arrive()
  for (const degrees of [90, 180, 270, 0]) {
    press('旋转 90°')
    expect(moved().transform).toContain(`rotate(${degrees}deg)`)
  }
})

it('toggles between fit-to-screen and original size with Space and with its button', async () => {
  await open([three[0]!])
  arrive(3000, 1000)
  // 1366 less 140 at either side.
  expect(moved().width).toBe('1086px')
  key(' ')
  expect(percent()).toBe('100%')
  expect(moved().width).toBe('3000px')
  press('适合屏幕')
  expect(moved().width).toBe('1086px')
  press('原始大小')
  expect(moved().width).toBe('3000px')
})

it('toggles with Space even while a button has the focus, and does not press that button', async () => {
  await open(three)
  arrive(3000, 1000)
  expect(document.activeElement).toBe(button('关闭'))
  const up = new KeyboardEvent('keyup', { key: ' ', bubbles: true, cancelable: true })
  key(' ')
  act(() => void document.activeElement!.dispatchEvent(up))
  expect(up.defaultPrevented).toBe(true)
  expect(percent()).toBe('100%')
  expect(closed).toBe(0)
})

it('closes with Esc, also on a close request of the browser, and with its button', async () => {
  await open(three)
  key('Escape')
  expect(closed).toBe(1)
  act(() => void dialog().dispatchEvent(new Event('cancel', { cancelable: true })))
  expect(closed).toBe(2)
  press('关闭')
  expect(closed).toBe(3)
})

it('ignores keys that are held with Ctrl or Alt', async () => {
  await open(three)
  key('ArrowRight', document.activeElement!, { ctrlKey: true })
  key('ArrowRight', document.activeElement!, { altKey: true })
  expect(shownName()).toBe('操场.jpg')
})

it('shows 请稍等 when a file takes longer than 200 ms', async () => {
  await open(three)
  act(() => void vi.advanceTimersByTime(199))
  expect(dialog().textContent).not.toContain('请稍等')
  act(() => void vi.advanceTimersByTime(1))
  expect(dialog().textContent).toContain('请稍等')
  arrive()
  expect(dialog().textContent).not.toContain('请稍等')
})

it('shows 加载失败 when a picture fails to load, and offers a retry and the file itself', async () => {
  await open(three)
  act(() => void image().dispatchEvent(new Event('error')))
  expect(dialog().querySelector('[role=alert]')!.textContent).toContain('加载失败')
  expect(dialog().querySelector('[role=alert] a')!.getAttribute('href')).toBe('/files/操场.jpg')
  act(() => dialog().querySelector<HTMLElement>('[role=alert] button')!.click())
  expect(dialog().querySelector('[role=alert]')).toBeNull()
  expect(document.activeElement).toBe(stage())
  arrive()
  expect(image().parentElement!.dataset['ready']).toBe('true')
})

it('downloads the file under its name, from its own address if it has one', async () => {
  await open([{ ...letter, downloadUrl: '/files/letter/original' }])
  expect(button('下载').getAttribute('href')).toBe('/files/letter/original')
  expect(button('下载').getAttribute('download')).toBe('正文.pdf')
})

it('shows documents in a sandboxed frame of 768 × 688 in a window of 1366 × 768', async () => {
  await open([letter])
  expect(frame().parentElement!.style.cssText).toContain('width: 768px; height: 688px')
  expect(frame().getAttribute('sandbox')).toBe('')
  await act(async () => {
    setWindow(1000, 600)
    window.dispatchEvent(new Event('resize'))
    vi.advanceTimersByTime(50)
  })
  expect(frame().parentElement!.style.width).toBe('720px')
})

it('gives a document the whole width of a phone', async () => {
  setWindow(390, 844)
  await open([letter])
  expect(frame().parentElement!.style.width).toBe('390px')
})

it('turns pages with PgUp and PgDn, and stops at the first and the last', async () => {
  await open([letter])
  const page = () => frame().getAttribute('src')
  key('PageUp')
  expect(page()).toBe('/files/letter#page=1')
  for (let times = 0; times < 5; times++) key('PageDown')
  expect(page()).toBe('/files/letter#page=3')
  expect(button('下一页').getAttribute('aria-disabled')).toBe('true')
  press('上一页')
  expect(page()).toBe('/files/letter#page=2')
})

it('lists the files with their sizes when there are several and 1240 pixels, and opens the chosen one', async () => {
  await open([letter, ...three])
  const list = () => document.querySelector('nav')
  expect(list()!.textContent).toContain('文件 1 / 4')
  expect(list()!.textContent).toContain('3 页412 KB')
  act(() => list()!.querySelectorAll('button')[2]!.click())
  expect(shownName()).toBe('教室.jpg')
  expect(list()!.querySelector('[aria-current]')!.textContent).toContain('教室.jpg')
  act(() => {
    setWindow(1239, 768)
    window.dispatchEvent(new Event('resize'))
  })
  expect(list()).toBeNull()
})

it('has neither list nor arrows for a single file', async () => {
  await open([letter])
  expect(document.querySelector('nav')).toBeNull()
  expect(button('下一个')).toBeNull()
  key('ArrowRight')
  expect(shownName()).toBe('正文.pdf')
})

it('resets the view for the next file', async () => {
  await open(three)
  arrive()
  key('ArrowUp')
  press('旋转 90°')
  key('ArrowRight')
  arrive()
  expect(percent()).toBe('100%')
  expect(moved().transform).toContain('rotate(0deg)')
})

it('zooms with two fingers and with a double press, and goes to the next file with a swipe', async () => {
  await open(three)
  arrive(400, 400)
  pointer('pointerdown', 1, 100, 300)
  pointer('pointerdown', 2, 200, 300)
  pointer('pointermove', 2, 300, 300)
  expect(percent()).toBe('200%')
  pointer('pointerup', 1, 100, 300)
  pointer('pointerup', 2, 300, 300)
  act(() => void stage().dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
  expect(percent()).toBe('100%')
  act(() => void stage().dispatchEvent(new MouseEvent('dblclick', { bubbles: true })))
  expect(percent()).toBe('200%')
  // Enlarged content is moved, not swiped to the next file.
  pointer('pointerdown', 1, 300, 300)
  pointer('pointerup', 1, 100, 310)
  expect(shownName()).toBe('操场.jpg')
  key(' ')
  key(' ')
  pointer('pointerdown', 1, 300, 300)
  pointer('pointerup', 1, 100, 310)
  expect(shownName()).toBe('教室.jpg')
})

it('moves enlarged content by dragging, or with Shift and the arrows', async () => {
  await open([three[0]!])
  arrive(3000, 1000)
  key(' ')
  pointer('pointerdown', 1, 300, 300, 'mouse')
  pointer('pointermove', 1, 200, 280, 'mouse')
  pointer('pointerup', 1, 200, 280, 'mouse')
  expect(moved().transform).toContain('translate(-100px, -20px)')
  key('ArrowRight', document.activeElement!, { shiftKey: true })
  expect(moved().transform).toContain('translate(-140px, -20px)')
  expect(shownName()).toBe('操场.jpg')
})

it('is a modal dialog whose focus starts on its close button, and names the file', async () => {
  await open(three, 1)
  expect(dialog().open).toBe(true)
  expect(document.activeElement).toBe(button('关闭'))
  expect(dialog().querySelector('[role=status]')!.textContent).toBe('教室.jpg，第 2 个，共 3 个')
})

it('labels every button', async () => {
  await open([letter, ...three])
  for (const control of dialog().querySelectorAll('button, a')) {
    expect(control.getAttribute('aria-label') ?? control.textContent).toMatch(/\p{Script=Han}/u)
  }
})

it('draws the watermark over the file, hidden from screen readers', async () => {
  await open([{ ...letter, watermark: '陈国栋 2026-11-15' }])
  const mark = [...dialog().querySelectorAll('[aria-hidden=true]')].find(({ textContent }) =>
    textContent.includes('陈国栋 2026-11-15'),
  )
  expect(mark).toBeDefined()
})

it('opens from anywhere, and is removed when it is closed', async () => {
  await act(async () => openViewer(three, 1))
  expect(shownName()).toBe('教室.jpg')
  await act(async () => button('关闭').click())
  expect(document.querySelector('dialog')).toBeNull()
})
