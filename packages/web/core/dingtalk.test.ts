// @vitest-environment happy-dom
import { afterEach, expect, it, vi } from 'vitest'
import { isInDingTalk, openApplication } from './dingtalk.ts'

const dingTalk =
  'Mozilla/5.0 (Linux; Android 14) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/120.0.0.0 Mobile Safari/537.36 AliApp(DingTalk/7.6.0)'
const edge =
  'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Edg/130.0'

afterEach(() => vi.restoreAllMocks())

it('knows the browser inside DingTalk', () => {
  expect(isInDingTalk(dingTalk)).toBe(true)
  expect(isInDingTalk(edge)).toBe(false)
})

it('opens applications in a window of their own that cannot reach back, and inside DingTalk in the same one', () => {
  const opened = vi.spyOn(window, 'open').mockReturnValue(null)
  const went = vi.spyOn(location, 'assign').mockReturnValue()
  openApplication('https://app.example/')
  expect(opened).toHaveBeenCalledWith('https://app.example/', '_blank', 'noopener')
  expect(went).not.toHaveBeenCalled()

  vi.spyOn(navigator, 'userAgent', 'get').mockReturnValue(dingTalk)
  openApplication('https://app.example/')
  expect(went).toHaveBeenCalledWith('https://app.example/')
  expect(opened).toHaveBeenCalledOnce()
})
