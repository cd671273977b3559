import { act } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Ret } from '#packages/core/ret.ts'
import { CallError } from '#packages/web/core/call-error.ts'
import { decodeText } from './decode-text.ts'
import type { FilePreviewAnswer, ViewerItem } from './viewer-item.ts'
import { Viewer } from './viewer.tsx'

const making: FilePreviewAnswer = { state: 'making', message: '预览生成中，请稍等' }
const ready = (url: string, part: Partial<ViewerItem> = {}): FilePreviewAnswer => ({
  state: 'ready',
  kind: 'image',
  url,
  ...part,
})

let root: Root
let requestCount = 0

/** A file whose preview gets these answers one after the other; the last one is repeated. */
function itemOf(name: string, ...answers: (FilePreviewAnswer | Error)[]): ViewerItem {
  const load = async () => {
    const answer = answers[Math.min(requestCount++, answers.length - 1)]!
    if (answer instanceof Error) throw answer
    return answer
  }
  return { name, url: '/old', downloadUrl: '/old?keep', kind: 'pdf', load }
}
const open = (...items: ViewerItem[]) =>
  act(async () => root.render(<Viewer items={items} index={0} onClose={() => {}} />))
const pass = (ms: number) => act(() => vi.advanceTimersByTimeAsync(ms))
const dialog = () => document.querySelector('dialog')!
const image = () => dialog().querySelector('img')
const alert = () => dialog().querySelector('[role=alert]')
const key = (name: string) =>
  act(async () => document.activeElement!.dispatchEvent(new KeyboardEvent('keydown', { key: name, bubbles: true })))

beforeEach(() => {
  Object.assign(globalThis, { IS_REACT_ACT_ENVIRONMENT: true })
  vi.useFakeTimers()
  requestCount = 0
  root = createRoot(document.createElement('div'))
})
afterEach(() => {
  act(() => root.unmount())
  vi.useRealTimers()
})

it('waits while a preview is generated, polls every second, and shows it when it is ready', async () => {
  await open(itemOf('自查表.xlsx', making, making, ready('/made', { watermark: '陈国栋 5012' })))
  await pass(300)
  expect(dialog().textContent).toContain('预览生成中，请稍等')
  await pass(1_000)
  expect([requestCount, image()]).toEqual([2, null])
  await pass(1_000)
  expect(image()!.getAttribute('src')).toBe('/made')
  expect(dialog().textContent).toContain('陈国栋 5012')
  await pass(10_000)
  expect(requestCount).toBe(3)
})

it('shows that a file has no preview, and offers the download without a retry', async () => {
  await open(itemOf('旧.wps', { state: 'failed', message: '该文件无法预览，请下载查看' }))
  expect(alert()!.textContent).toBe('该文件无法预览，请下载查看下载')
  expect(alert()!.querySelector('a')!.getAttribute('href')).toBe('/old?keep')
})

it('loads another link when the current one fails', async () => {
  await open(itemOf('操场.jpg', ready('/first'), ready('/second')))
  await act(async () => image()!.dispatchEvent(new Event('error')))
  expect(alert()!.textContent).toContain('加载失败')
  await act(async () => alert()!.querySelector('button')!.click())
  expect(image()!.getAttribute('src')).toBe('/second')
})

it('offers a retry when the server could not answer, but not for a missing file', async () => {
  const away = new CallError({ ret: Ret.unavailable, msg: '请求超时，请重新刷新页面', status: 0 })
  await open(itemOf('操场.jpg', away, ready('/now')))
  expect(alert()!.textContent).toContain('请求超时，请重新刷新页面')
  await act(async () => alert()!.querySelector('button')!.click())
  expect(image()!.getAttribute('src')).toBe('/now')
  requestCount = 0
  await open(itemOf('操场.jpg', new CallError({ ret: Ret.notFound, msg: '文件不存在或已撤回', status: 200 })))
  expect(alert()!.textContent).toContain('文件不存在或已撤回')
  expect(alert()!.querySelector('button')).toBeNull()
})

it('stops polling for a file that is no longer shown', async () => {
  await open(itemOf('自查表.xlsx', making), { name: '操场.jpg', url: '/picture', kind: 'image' })
  await pass(1_500)
  await key('ArrowRight')
  const before = requestCount
  await pass(10_000)
  expect(requestCount).toBe(before)
  expect(image()!.getAttribute('src')).toBe('/picture')
})

it('downloads the file by a link that is created on press', async () => {
  const download = vi.fn()
  await open({ ...itemOf('操场.jpg', ready('/now')), download })
  await act(async () => dialog().querySelector<HTMLElement>('[aria-label=下载]')!.click())
  expect(download).toHaveBeenCalledOnce()
})

it('plays video and audio with the browser’s own controls; the space bar pauses them', async () => {
  await open({ name: '录音.mp3', url: '/sound', kind: 'audio' })
  const audio = dialog().querySelector('audio')!
  expect([audio.getAttribute('src'), audio.controls]).toEqual(['/sound', true])
  const play = vi.spyOn(audio, 'play').mockResolvedValue()
  await key(' ')
  expect(play).toHaveBeenCalledOnce()
  expect(dialog().querySelector('[aria-label=放大]')).toBeNull()
  await act(async () => audio.dispatchEvent(new Event('error')))
  expect(alert()!.textContent).toContain('无法播放，请下载查看')
})

it('continues with another link when the first expires during playback, from the same position; gives up on broken content', async () => {
  const links = ['/first', '/second', '/third'].map((url) => ready(url, { kind: 'video' }))
  await open(itemOf('运动会.mp4', ...links))
  const video = dialog().querySelector('video')!
  const dispatch = (name: string) => act(async () => void video.dispatchEvent(new Event(name)))
  const play = vi.spyOn(video, 'play').mockResolvedValue()
  await dispatch('loadedmetadata')
  Object.assign(video, { currentTime: 612 })
  vi.spyOn(video, 'paused', 'get').mockReturnValue(false)
  await dispatch('error')
  expect(video.getAttribute('src')).toBe('/second')
  Object.assign(video, { currentTime: 0 })
  await dispatch('loadedmetadata')
  expect([video.currentTime, play.mock.calls.length]).toEqual([612, 1])

  Object.assign(video, { currentTime: 1300 })
  await dispatch('error')
  await dispatch('loadedmetadata')
  expect([video.getAttribute('src'), video.currentTime]).toEqual(['/third', 1300])
  await dispatch('error')
  expect(alert()!.textContent).toContain('无法播放，请下载查看')
})

it('shows plain text as text only, in any encoding', async () => {
  const gb = new Uint8Array([0xd6, 0xd0, 0xce, 0xc4])
  expect(decodeText(gb.buffer)).toBe('中文')
  expect(decodeText(new TextEncoder().encode('中文').buffer)).toBe('中文')
  vi.stubGlobal('fetch', async () => new Response('<img src=x onerror=alert(1)>通知'))
  await open({ name: '通知.txt', url: '/text', kind: 'text' })
  await pass(10)
  expect(dialog().querySelector('pre')!.textContent).toBe('<img src=x onerror=alert(1)>通知')
  expect(image()).toBeNull()
  vi.unstubAllGlobals()
})
