import { afterEach, expect, it, vi } from 'vitest'
import { isInDingTalk, openApplication } from './dingtalk.ts'

const dingTalk =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.0)'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Edg/130.0'

afterEach(() => vi.restoreAllMocks())

const aWindow = () => ({ opener: window as unknown, location: { replace: vi.fn() }, close: vi.fn() })
const opening = (other: ReturnType<typeof aWindow> | null) =>
  vi.spyOn(window, 'open').mockReturnValue(other as unknown as Window)
const address = async () => 'https://app.example/'

it('recognises the browser inside DingTalk', () => {
  expect(isInDingTalk(dingTalk)).toBe(true)
  expect(isInDingTalk(edge)).toBe(false)
})

it('opens the window during the click, and loads the application in it once its address is known', async () => {
  const other = aWindow()
  const opened = opening(other)
  let resolveAddress = (_: string) => {}
  const done = openApplication(() => new Promise((resolve) => (resolveAddress = resolve)))
  expect(opened).toHaveBeenCalledWith('', '_blank')
  // The new window has no access to this one.
  expect(other.opener).toBeNull()
  expect(other.location.replace).not.toHaveBeenCalled()
  resolveAddress('https://app.example/')
  expect(await done).toBe('opened')
  expect(other.location.replace).toHaveBeenCalledWith('https://app.example/')
})

it('closes the window after a refusal, and when the address is a script', async () => {
  const other = aWindow()
  opening(other)
  await expect(openApplication(() => Promise.reject(new Error('应用已停用')))).rejects.toThrow('应用已停用')
  expect(other.close).toHaveBeenCalledOnce()
  await expect(openApplication(async () => 'javascript:alert(1)')).rejects.toThrow('仅支持 http 或 https 协议')
  expect(other.close).toHaveBeenCalledTimes(2)
  expect(other.location.replace).not.toHaveBeenCalled()
})

it('reports a blocked window, and requests nothing then', async () => {
  opening(null)
  const getAddress = vi.fn(address)
  expect(await openApplication(getAddress)).toBe('blocked')
  expect(getAddress).not.toHaveBeenCalled()
})

it('stays in the same window inside DingTalk', async () => {
  const opened = opening(null)
  const went = vi.spyOn(location, 'assign').mockReturnValue()
  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(dingTalk)
  expect(await openApplication(address)).toBe('opened')
  expect(went).toHaveBeenCalledWith('https://app.example/')
  expect(opened).not.toHaveBeenCalled()
})
